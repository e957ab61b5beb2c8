import { upload } from '@partner-ordering/client';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
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

/** Takes files by drag and drop or by the browser's dialog, and shows how far they are. */
export function Uploads({ label, uploads }: { label: string; uploads: ReturnType<typeof useUploads> }) {
  const texts = useTexts(kitTexts);
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    uploads.add(event.dataTransfer.files);
  };
  return (
    <div
      className={isOver ? 'field drop over' : 'field drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>{label}</label>
      <input id={id} type="file" multiple onChange={({ target }) => [uploads.add([...(target.files ?? [])]), (target.value = '')]} />
      <p className="hint">{texts.drop}</p>
      {uploads.files.length > 0 && (
        <ul className="files" data-changed>
          {uploads.files.map((file) => (
            <UploadLine key={file.id} file={file} onRemove={() => uploads.remove(file.id)} />
          ))}
        </ul>
      )}
      {uploads.files.some(({ failure }) => failure !== undefined) && <p className="wrong">{texts.filesFailed}</p>}
    </div>
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
