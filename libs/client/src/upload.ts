/** Files go straight to the storage, with a form that the service gives for one file. */
import type { UploadForm } from '../generated/models.ts';
import type { Operations } from '../generated/operations.ts';
import { refusalOf } from './answers.ts';
import { ApiError, ConnectionError, errorOf, UsageError } from './errors.ts';
import { runtimeGivenTo, runtimeWith, type Runtime } from './runtime.ts';

export interface UploadOptions {
  /** Name of the file; that of a `File` by default. */
  filename?: string;
  /** Bytes of the request that are sent, and all of them. Called at the end at least. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
  /** That of the client by default. */
  runtime?: Partial<Runtime>;
}

/** An uploaded file as bodies name it: `brief_files: [await upload(api, file)]`. */
export interface Uploaded {
  url: string;
}

const MOST_FORMS = 3;

/**
 * Uploads one file with a form of its own, so that any number may run at once. The token of the client needs the scope `upload_files`.
 * What got no answer is sent again with another form: what it may have left behind is removed by the service.
 */
export async function upload(api: Pick<Operations, 'getUploadForm'>, file: Blob, given: UploadOptions = {}): Promise<Uploaded> {
  const options = { ...given, runtime: { ...runtimeGivenTo(api), ...given.runtime } };
  for (let count = 1; ; count += 1) {
    const form = await api.getUploadForm(options.signal && { signal: options.signal });
    try {
      return await sendForm(form, file, options);
    } catch (error) {
      const isWorthAnother = error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
      if (count === MOST_FORMS || !isWorthAnother) throw error;
    }
  }
}

/** Sends one file with a form, which needs no token: a page can have the form from its own server. */
export async function sendForm(form: UploadForm, file: Blob, options: UploadOptions = {}): Promise<Uploaded> {
  if (file.size > form.max_size) throw new UsageError(`upload: the file has ${file.size} bytes, the form allows ${form.max_size}`);
  const boundary = `----${crypto.randomUUID()}`;
  const body = multipart(form, file, options.filename ?? (file as Partial<File>).name ?? 'file', boundary);
  const type = `multipart/form-data; boundary=${boundary}`;
  const runtime = runtimeWith(options.runtime);
  const sendIt = typeof XMLHttpRequest === 'undefined' || options.runtime?.fetch !== undefined ? byFetch : byXhr;
  const response = await sendIt(form.action, body, type, options, runtime).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    throw new ConnectionError('uploadFile', error, 'lost');
  });
  const text = await response.text();
  if (!response.ok) throw errorOf(refusalOf('uploadFile', response, text, runtime.now()));
  options.onProgress?.(body.size, body.size);
  return { url: form.fields['key'] as string };
}

/** The form as one body, of known length, the file last (RFC 7578, with the quoting of HTML). */
function multipart({ fields, file_field }: UploadForm, file: Blob, filename: string, boundary: string): Blob {
  const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const head = (name: string): string => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
  const texts = Object.entries(fields).map(([name, value]) => `${head(name)}\r\n\r\n${value}\r\n`);
  const opening = `${head(file_field)}; filename="${quoted(filename)}"\r\nContent-Type: ${file.type || 'application/octet-stream'}\r\n\r\n`;
  return new Blob([...texts, opening, file, `\r\n--${boundary}--\r\n`]);
}

type Sending = (url: string, body: Blob, type: string, options: UploadOptions, runtime: Runtime) => Promise<Response>;

/** Node and Bun count what they take from the stream. Deno, which says that it is Node too, and browsers send a stream without its length, which S3 refuses. */
const byFetch: Sending = (url, body, type, { onProgress, signal }, runtime) => {
  const { process } = globalThis as { process?: { release?: { name?: string } } };
  const isCounted = onProgress !== undefined && process?.release?.name === 'node' && !('Deno' in globalThis);
  const init = {
    ...{ method: 'POST', headers: { 'content-type': type, ...(isCounted ? { 'content-length': String(body.size) } : {}) } },
    ...{ body: isCounted ? body.stream().pipeThrough(counter(body.size, onProgress)) : body, duplex: 'half' },
    ...(signal === undefined ? {} : { signal }),
  };
  return runtime.fetch(url, init);
};

function counter(total: number, onProgress: (sent: number, total: number) => void): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let sent = 0;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
      sent += chunk.byteLength;
      if (sent < total) onProgress(sent, total);
    },
  });
}

/** Only XMLHttpRequest tells pages how far an upload is. */
const byXhr: Sending = (url, body, type, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const end = (): void => request.abort();
    request.open('POST', url);
    request.setRequestHeader('content-type', type);
    request.upload.onprogress = ({ loaded, total }) => void (loaded < total && onProgress?.(loaded, total));
    request.onload = () => resolve(responseOf(request));
    request.onerror = request.onabort = () => reject(new Error('the request ended without an answer'));
    request.onloadend = () => signal?.removeEventListener('abort', end);
    if (signal?.aborted === true) return reject(signal.reason as Error);
    signal?.addEventListener('abort', end, { once: true });
    request.send(body);
  });

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['retry-after', 'x-request-id']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  const body = request.status === 204 ? null : request.responseText;
  return new Response(body, { status: request.status, statusText: request.statusText, headers });
}
