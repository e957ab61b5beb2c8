/** Files go straight to the storage, with a form that the service gives for one file. */
import type { UploadForm } from '../generated/models.ts';
import type { Operations } from '../generated/operations.ts';
import { ApiError, ConnectionError, errorOf, UsageError, type CallError, type ErrorAnswer } from './errors.ts';
import { waitAfter } from './retry.ts';
import { runtimeOf } from './runtime.ts';

export interface UploadOptions {
  /** Name of the file; that of a `File` by default. */
  filename?: string;
  /** In pages, bytes of the request that are sent, and all of them. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
}

/** An uploaded file as bodies name it: `brief_files: [await upload(api, file)]`. */
export interface Uploaded {
  url: string;
}

/** A user may have 16 uploads at once. */
const MOST_AT_ONCE = 8;
/** The number of attempts to send a file, each with another form. */
const MOST_FORMS = 3;

/** Uploads a file with its own form, in turn: eight of a client run at once. Needs the scope `upload_files`. Repeats with another form. */
export async function upload(api: Pick<Operations, 'getUploadForm'>, file: Blob, options: UploadOptions = {}): Promise<Uploaded> {
  const queue = queues.get(api) ?? { running: 0, waiting: [] };
  queues.set(api, queue);
  if (queue.running === MOST_AT_ONCE) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  else queue.running += 1;
  try {
    return await uploadInTurn(api, file, options);
  } finally {
    const next = queue.waiting.shift();
    if (next) next();
    else queue.running -= 1;
  }
}

const queues = new WeakMap<object, { running: number; waiting: (() => void)[] }>();

async function uploadInTurn(api: Pick<Operations, 'getUploadForm'>, file: Blob, options: UploadOptions): Promise<Uploaded> {
  const runtime = runtimeOf(api);
  for (let count = 1; ; count += 1) {
    const form = await api.getUploadForm({ size: Math.max(1, file.size) }, options.signal && { signal: options.signal });
    try {
      return await postFile(form, file, options, runtime.fetch);
    } catch (error) {
      const waitMs = count < MOST_FORMS && isPassing(error) ? waitAfter(error, count, runtime.random) : undefined;
      if (waitMs === undefined) throw error;
      await runtime.sleep(waitMs, options.signal);
    }
  }
}

/** Another form may have another outcome: storages answer 500 too when they are asked to be asked again. */
const isPassing = (error: unknown): error is CallError =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500));

/** Sends one file with a form, which needs no token: a page can have the form from its own server. */
export const sendForm = (form: UploadForm, file: Blob, options: UploadOptions = {}): Promise<Uploaded> =>
  postFile(form, file, options, globalThis.fetch);

async function postFile(form: UploadForm, file: Blob, options: UploadOptions, postByFetch: typeof fetch): Promise<Uploaded> {
  if (file.size > form.max_size) throw new UsageError(`upload: the file has ${file.size} bytes, the form allows ${form.max_size}`);
  const { signal = null } = options;
  signal?.throwIfAborted();
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append(form.file_field, file, options.filename ?? (file as Partial<File>).name ?? 'file');
  let answer: Answer;
  let text: string;
  try {
    const isPage = typeof XMLHttpRequest !== 'undefined';
    answer = await (isPage ? postByXhr(form.action, body, options) : postByFetch(form.action, { method: 'POST', body, signal }));
    text = await answer.text();
  } catch (error) {
    signal?.throwIfAborted();
    throw new ConnectionError('uploadFile', error, 'lost');
  }
  if (answer.status >= 300) throw errorOf('uploadFile', answer, text);
  return { url: form.fields['key'] as string };
}

type Answer = ErrorAnswer & Pick<Response, 'text'>;

/** Only XMLHttpRequest tells pages how far an upload is. */
const postByXhr = (url: string, body: FormData, { signal, onProgress }: UploadOptions): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const end = (): void => request.abort();
    request.open('POST', url);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
    request.onload = () => {
      const headers = { get: (name: string) => request.getResponseHeader(name) };
      resolve({ status: request.status, statusText: request.statusText, headers, text: () => Promise.resolve(request.responseText) });
    };
    request.onerror = request.onabort = () => reject(new Error('the request ended without an answer'));
    request.onloadend = () => signal?.removeEventListener('abort', end);
    signal?.addEventListener('abort', end, { once: true });
    request.send(body);
  });
