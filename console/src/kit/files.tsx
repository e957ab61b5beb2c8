import type { DescribedFile } from '@partner-ordering/client';
import { imageSource, openFile } from '../api/client.ts';
import { useFormat } from '../text/format.ts';
import { useAction } from './use-action.ts';

interface FilesProps {
  files: readonly DescribedFile[];
  /** Images are shown large enough to be judged. */
  isLarge?: boolean;
}

/** Files with previews of those that are images. A press opens one. */
export function Files({ files, isLarge = false }: FilesProps) {
  return (
    <ul className={isLarge ? 'files large' : 'files'}>
      {files.map((file) => (
        <FileLine key={file.url} file={file} variation={isLarge ? 'thumb' : 'icon'} />
      ))}
    </ul>
  );
}

type FileLineProps = { file: DescribedFile; variation: 'icon' | 'thumb' };

function FileLine({ file: { url, name, size, variations }, variation }: FileLineProps) {
  const side = variation === 'icon' ? 40 : 192;
  const format = useFormat();
  const { run, isBusy } = useAction(() => openFile(url));
  return (
    <li>
      <button type="button" className="file" disabled={isBusy} onClick={() => run()}>
        {variations !== null && <img src={imageSource({ url, variations }, variation)} alt="" width={side} height={side} loading="lazy" />}
        <span className="file-name">{name}</span> <span className="hint">{format.size(size)}</span>
      </button>
    </li>
  );
}

/** A link-like button that opens one file, such as a PDF. */
export function FileButton({ url, children }: { url: string; children: string }) {
  const { run, isBusy } = useAction(() => openFile(url));
  return (
    <button type="button" className="button quiet" disabled={isBusy} onClick={() => run()}>
      {children}
    </button>
  );
}
