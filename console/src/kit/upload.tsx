import { upload } from '@partner-ordering/client';
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { api } from '../api/client.ts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { Button } from './button.tsx';
import { reasonOf } from './states.tsx';
import { kitTexts } from './texts.ts';

/** A file that is being uploaded, or is. */
interface UploadedFile {
  id: string;
  name: string;
  size: number;
  /** From 0 to 1. */
  progress: number;
  /** The address of the file in requests, once it is uploaded. */
  url?: string;
  failure?: string;
}

/** The files of a form, uploaded as soon as they are chosen. Send `attached` once it `isDone`. */
export function useUploads() {
  const texts = useTexts(kitTexts);
  const [files, setFiles] = useState<UploadedFile[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const { current } = stops;
    return () => current.forEach((stop) => stop.abort());
  }, []);
  const change = (id: string, changes: Partial<UploadedFile>): void =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...changes } : file)));

  const send = async (id: string, file: File, { signal }: AbortController): Promise<void> => {
    const onProgress = (sent: number, total: number): void => change(id, { progress: sent / total });
    try {
      const { url } = await upload(api, file, { onProgress, signal });
      change(id, { url, progress: 1 });
    } catch (error) {
      change(id, { failure: reasonOf(error) ?? texts.offline });
    }
  };
  const add = (chosen: Iterable<File>): void => {
    for (const file of chosen) {
      const [id, stop] = [crypto.randomUUID(), new AbortController()];
      setFiles((all) => [...all, { id, name: file.name, size: file.size, progress: 0 }]);
      stops.current.set(id, stop);
      void send(id, file, stop);
    }
  };
  const remove = (id: string): void => {
    stops.current.get(id)?.abort();
    setFiles((all) => all.filter((file) => file.id !== id));
  };
  /** Sends one file after the other. Should a later one fail, those before it are not sent again. */
  const sendEach = async (act: (file: { url: string }) => Promise<unknown>): Promise<void> => {
    for (const { id, url } of files) {
      await act({ url: url! });
      remove(id);
    }
  };
  return {
    files,
    add,
    sendEach,
    remove,
    /** Takes away those that were `attached`, and no later ones. */
    clear: () => setFiles((all) => all.filter(({ id }) => !files.some((file) => file.id === id))),
    /** None is on its way or failed. */
    isDone: files.every(({ url }) => url !== undefined),
    attached: files.flatMap(({ url }) => (url === undefined ? [] : [{ url }])),
  };
}

interface UploadsProps {
  uploads: ReturnType<typeof useUploads>;
}

/** Takes files by drag and drop or by the browser's dialog, and shows how far they are. */
export function Uploads({ label, uploads }: UploadsProps & { label: string }) {
  const texts = useTexts(kitTexts);
  return (
    <DropArea className="field drop" uploads={uploads}>
      <Attach label={label} uploads={uploads} />
      <p className="hint">{texts.drop}</p>
      <UploadLines uploads={uploads} />
    </DropArea>
  );
}

/** A button with a paperclip, which opens the browser's dialog. */
export function Attach({ label, uploads: { add } }: UploadsProps & { label: string }) {
  return (
    <label className="button">
      <svg aria-hidden="true" viewBox="0 0 24 24" width="20" fill="none" stroke="currentColor" strokeWidth="2">
        <path d="m20 11-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.4a1.7 1.7 0 0 1-2.4-2.4L14.5 7" />
      </svg>
      {label}
      <input className="unseen" type="file" multiple onChange={({ target }) => [add([...(target.files ?? [])]), (target.value = '')]} />
    </label>
  );
}

/** Takes files that are dropped on it or pasted into it. */
export function DropArea({ uploads, className = '', children }: UploadsProps & { className?: string; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={isOver ? `${className} over` : className}
      onDragOver={(event) => hasFiles(event) && [event.preventDefault(), setOver(true)]}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => hasFiles(event) && [event.preventDefault(), setOver(false), uploads.add(event.dataTransfer.files)]}
      // Programs copy a picture of a text beside it.
      onPaste={({ clipboardData: { types, files } }) => types.includes('text/plain') || uploads.add(files)}
    >
      {children}
    </div>
  );
}

/** A text is dropped as in any other field. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** The chosen files, and how far they are. */
export function UploadLines({ uploads: { files, remove } }: UploadsProps) {
  const { filesFailed } = useTexts(kitTexts);
  if (files.length === 0) return null;
  return (
    <>
      <ul className="files" data-changed>
        {files.map((file) => (
          <UploadLine key={file.id} file={file} onRemove={() => remove(file.id)} />
        ))}
      </ul>
      {files.some(({ failure }) => failure !== undefined) && <p className="wrong">{filesFailed}</p>}
    </>
  );
}

function UploadLine({ file: { name, size, progress, url, failure }, onRemove }: { file: UploadedFile; onRemove: () => void }) {
  const texts = useTexts(kitTexts);
  const format = useFormat();
  return (
    <li>
      <span>{name}</span> <span className="hint">{format.size(size)}</span>
      {failure !== undefined && <span className="wrong"> {failure}</span>}
      {url === undefined && failure === undefined && <progress aria-label={name} value={progress} />}
      <Button look="quiet" onClick={onRemove} aria-label={texts.labelFor(texts.remove, name)}>
        ×
      </Button>
    </li>
  );
}
