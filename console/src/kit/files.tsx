import type { DescribedFile } from '@partner-ordering/client';
import { lazy, Suspense, use, type ReactNode } from 'react';
import { imageSource, openFile } from '../api/client.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { Button, type Look } from './button.tsx';
import { DialogButton } from './dialog.tsx';
import { CloseContext } from './form.tsx';
import { Loading } from './states.tsx';
import { kitTexts } from './texts.ts';
import { useAction } from './use-action.ts';

interface FilesProps {
  files: readonly DescribedFile[];
  /** Images are shown large enough to be judged. */
  isLarge?: boolean;
  /** Another control behind each file. */
  action?: ((file: DescribedFile) => ReactNode) | undefined;
}

/** Files with previews of those that are images. A press opens one. */
export function Files({ files, isLarge = false, action }: FilesProps) {
  return (
    <ul className={isLarge ? 'files large' : 'files'}>
      {files.map((file) => (
        <li key={file.url}>
          <FileLine file={file} isLarge={isLarge} />
          {file.content_type === 'application/pdf' && <PdfButton file={file} />}
          {action?.(file)}
        </li>
      ))}
    </ul>
  );
}

function FileLine({ file: { url, name, size, variations }, isLarge }: { file: DescribedFile; isLarge: boolean }) {
  const sizePx = isLarge ? 192 : 40;
  const format = useFormat();
  const { run, isBusy } = useAction(() => openFile(url));
  return (
    <button type="button" className="file" disabled={isBusy} onClick={() => run()}>
      {variations && (
        <img src={imageSource({ url, variations }, isLarge ? 'thumb' : 'icon')} alt="" width={sizePx} height={sizePx} loading="lazy" />
      )}
      <span>{name}</span> <span className="hint">{format.size(size)}</span>
    </button>
  );
}

/** Loaded once a PDF is shown. */
const PdfPages = lazy(() => import('./pdf.tsx').then(({ PdfPages: component }) => ({ default: component })));

function PdfButton({ file: { url, name } }: { file: DescribedFile }) {
  const { pdf } = useTexts(kitTexts);
  return (
    <DialogButton look="quiet" label={pdf.show} subject={name} title={name}>
      <PdfClose />
      <Suspense fallback={<Loading />}>
        <PdfPages url={url} name={name} />
      </Suspense>
    </DialogButton>
  );
}

/** Stays in sight while the pages scroll. */
function PdfClose() {
  const { close: label } = useTexts(kitTexts);
  const close = use(CloseContext);
  return (
    <Button className="pdf-close" onClick={close}>
      {label}
    </Button>
  );
}

/** A link-like button that opens one file, such as a PDF. */
export function FileButton({ url, look = 'quiet', children }: { url: string; look?: Look; children: string }) {
  const { run, isBusy } = useAction(() => openFile(url));
  return (
    <Button look={look} isBusy={isBusy} onClick={() => run()}>
      {children}
    </Button>
  );
}
