import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url';
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { useTexts } from '../text/language.tsx';
import workerAddress from './pdf-worker.ts?worker&url';
import { Loading } from './states.tsx';
import { kitTexts } from './texts.ts';

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (given: string) => string }) => { createScriptURL: (given: string) => string };
}

/** The Content-Security-Policy lets nothing but this policy name a script, and it names one. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerAddress });
const startWorker = (): Worker => new Worker(policy ? policy.createScriptURL('') : workerAddress, { type: 'module' });

const decoders: Readonly<Record<string, string>> = { 'jbig2.wasm': jbig2, 'openjpeg.wasm': openjpeg };

/** Fetches what pdf.js decodes some images with. Without it these would be missing on their pages, in silence. */
class Decoders {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = decoders[filename];
    if (address === undefined) throw new Error(`${filename} is not part of the console`);
    return new Uint8Array(await (await fetch(address)).arrayBuffer());
  }
}

/** The pages of a PDF below each other; each is drawn once it is near. This is the only part of the console that loads pdf.js. */
export function PdfPages({ url, name }: { url: string; name: string }) {
  const texts = useTexts(kitTexts);
  const [read, setRead] = useState<PDFDocumentProxy | Error>();
  useEffect(() => {
    const worker = startWorker();
    const stopped = new AbortController();
    const open = async (): Promise<PDFDocumentProxy> => {
      const { url: address } = await api.signFile(url, { signal: stopped.signal });
      return getDocument({ url: address, worker: PDFWorker.create({ port: worker }), BinaryDataFactory: Decoders }).promise;
    };
    open().then(setRead, (error: Error) => stopped.signal.aborted || setRead(error));
    return () => {
      stopped.abort();
      worker.terminate();
    };
  }, [url]);
  if (!read) return <Loading />;
  if (read instanceof Error) return <p className="wrong">{read.name === 'PasswordException' ? texts.pdf.locked : texts.pdf.broken}</p>;
  return (
    <ol className="pdf" aria-label={name}>
      {Array.from({ length: read.numPages }, (_, index) => (
        <PdfPage key={index} pdf={read} number={index + 1} />
      ))}
    </ol>
  );
}

/** The sides of a page until it is known, as of A4 paper. */
const a4 = { width: 210, height: 297 };
/** Browsers draw nothing on a larger canvas. */
const MAX_SIDE_PX = 8192;

function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const texts = useTexts(kitTexts);
  const place = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(false);
  const [sides, setSides] = useState(a4);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry!.isIntersecting), {
      root: place.current!.closest('.dialog-inside'),
      rootMargin: '100%',
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <li ref={place} style={{ aspectRatio: `${sides.width} / ${sides.height}` }}>
      {isNear && <Drawing pdf={pdf} number={number} label={texts.pdf.page(number, pdf.numPages)} onSides={setSides} />}
    </li>
  );
}

interface DrawingProps {
  pdf: PDFDocumentProxy;
  number: number;
  label: string;
  onSides: (sides: { width: number; height: number }) => void;
}

/** A drawn page. It leaves with its pixels once the page is far. */
function Drawing({ pdf, number, label, onSides }: DrawingProps) {
  const texts = useTexts(kitTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let cancel = (): void => undefined;
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      onSides({ width, height });
      if (!canvas.current) return;
      const wantedScale = (canvas.current.clientWidth * devicePixelRatio) / width;
      const viewport = page.getViewport({ scale: Math.min(wantedScale, MAX_SIDE_PX / Math.max(width, height)) });
      Object.assign(canvas.current, { width: viewport.width, height: viewport.height });
      const task = page.render({ canvas: canvas.current, viewport });
      cancel = () => task.cancel();
      await task.promise;
    };
    draw().catch((error: Error) => setBroken(error.name !== 'RenderingCancelledException'));
    return () => cancel();
  }, [pdf, number, onSides]);
  return isBroken ? <p className="wrong">{texts.pdf.broken}</p> : <canvas ref={canvas} role="img" aria-label={label} />;
}
