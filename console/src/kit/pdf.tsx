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

/** Browsers draw nothing on a larger canvas. */
const MAX_SIDE_PX = 8192;

/** A page, with its pixels while it is near. */
function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const texts = useTexts(kitTexts);
  const place = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(false);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry!.isIntersecting), {
      root: place.current!.closest('.dialog-inside'),
      rootMargin: '100%',
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const stopped = new AbortController();
    if (isNear)
      drawPage(pdf, number, place.current!, stopped.signal).catch((error: Error) =>
        setBroken(error.name !== 'RenderingCancelledException'),
      );
    return () => stopped.abort();
  }, [pdf, number, isNear]);
  return (
    <li ref={place}>
      {isBroken ? (
        <p className="wrong">{texts.pdf.broken}</p>
      ) : (
        isNear && <canvas role="img" aria-label={texts.pdf.page(number, pdf.numPages)} />
      )}
    </li>
  );
}

/** Draws a page on the canvas in its place, which keeps the sides of the page. */
async function drawPage(pdf: PDFDocumentProxy, number: number, place: HTMLElement, signal: AbortSignal): Promise<void> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  place.style.aspectRatio = `${width} / ${height}`;
  const canvas = place.querySelector('canvas');
  if (signal.aborted || !canvas) return;
  const wantedScale = (canvas.clientWidth * devicePixelRatio) / width;
  const viewport = page.getViewport({ scale: Math.min(wantedScale, MAX_SIDE_PX / Math.max(width, height)) });
  Object.assign(canvas, { width: viewport.width, height: viewport.height });
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
}
