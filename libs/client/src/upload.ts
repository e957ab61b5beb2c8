/** Files go straight to the storage, with a form that the service gives for one file. */
import type { UploadForm } from '../generated/models.ts';
import type { Operations } from '../generated/operations.ts';
import { refusalOf } from './answers.ts';
import { ApiError, ConnectionError, errorOf, UsageError, type PartnerOrderingError } from './errors.ts';
import { defaultPolicy, waitAfter } from './retry.ts';
import { checkMs, runtimeGivenTo, runtimeWith, type Runtime } from './runtime.ts';

export interface UploadOptions {
  /** Name of the file; that of a `File` by default. */
  filename?: string;
  /** Bytes of the request that are sent, and all of them. Called at the end at least. What it throws ends the upload, and is thrown. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
  /**
   * Milliseconds after which an upload is given up when none of it was taken, or no answer came (60,000). In a page with a `fetch` of its
   * own, which does not tell the progress, it is the time for all of it and an hour by default.
   */
  stalledMs?: number;
  /** That of the client by default. With a `fetch` of its own, pages are told the progress at the end only. */
  runtime?: Partial<Runtime>;
}

/** An uploaded file as bodies name it: `brief_files: [await upload(api, file)]`. */
export interface Uploaded {
  url: string;
}

/** How often a file is sent at most, each time with another form. */
const MOST_FORMS = 3;
const policy = { ...defaultPolicy, attempts: MOST_FORMS };
const STALLED_MS = 60_000;
const WHOLE_MS = 3_600_000;

/**
 * Uploads one file with a form of its own, so that any number may run at once. The token of the client needs the scope `upload_files`.
 * What got no answer is sent again with another form: what it may have left behind is removed by the service.
 */
export async function upload(api: Pick<Operations, 'getUploadForm'>, file: Blob, given: UploadOptions = {}): Promise<Uploaded> {
  const options = { ...given, runtime: { ...runtimeGivenTo(api), ...given.runtime } };
  const runtime = runtimeWith(options.runtime);
  for (let count = 1; ; count += 1) {
    const form = await api.getUploadForm({ size: Math.max(1, file.size) }, options.signal && { signal: options.signal });
    try {
      return await sendForm(form, file, options);
    } catch (error) {
      const waitMs = count === policy.attempts || !isPassing(error) ? undefined : waitAfter(error, count, policy, runtime.random);
      if (waitMs === undefined) throw error;
      await runtime.sleep(waitMs, options.signal);
    }
  }
}

/** Another form may have another outcome: storages answer 500 too when they are asked to be asked again. */
const isPassing = (error: unknown): error is PartnerOrderingError =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status === 429 || error.status >= 500));

/** Sends one file with a form, which needs no token: a page can have the form from its own server. */
export async function sendForm(form: UploadForm, file: Blob, options: UploadOptions = {}): Promise<Uploaded> {
  if (file.size > form.max_size) throw new UsageError(`upload: the file has ${file.size} bytes, the form allows ${form.max_size}`);
  const boundary = `----${crypto.randomUUID()}`;
  const body = multipart(form, file, options.filename ?? (file as Partial<File>).name ?? 'file', boundary);
  const type = `multipart/form-data; boundary=${boundary}`;
  const runtime = runtimeWith(options.runtime);
  const sendIt = typeof XMLHttpRequest === 'undefined' || options.runtime?.fetch !== undefined ? byFetch : byXhr;
  if (options.stalledMs !== undefined) checkMs('upload: stalledMs', options.stalledMs, 1);
  const watch = watchFor(options);
  try {
    const response = await sendIt(form.action, body, type, watch, runtime);
    const text = await response.text();
    if (!response.ok) throw errorOf(refusalOf('uploadFile', response, text, runtime.now()));
  } catch (error) {
    const thrown = watch.thrown();
    if (thrown !== undefined) throw thrown.error;
    options.signal?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    throw new ConnectionError('uploadFile', error, watch.isStalled() ? 'timeout' : 'lost');
  } finally {
    watch.end();
  }
  options.onProgress?.(body.size, body.size);
  return { url: form.fields['key'] as string };
}

/** What an upload is watched by, from its beginning: whoever sends it says how far it is, or cannot. */
interface Watch {
  signal: AbortSignal;
  progress: (sent: number, total: number) => void;
  /** For platforms that do not tell how far they are. */
  withoutProgress: () => void;
  isStalled: () => boolean;
  /** What `onProgress` threw, which ends the upload. */
  thrown: () => { error: unknown } | undefined;
  end: () => void;
}

function watchFor({ stalledMs, signal, onProgress }: UploadOptions): Watch {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let thrown: { error: unknown } | undefined;
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => limit.abort(), ms);
  };
  wait(stalledMs ?? STALLED_MS);
  return {
    signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
    progress: (sent, total) => {
      if (thrown !== undefined) return;
      wait(stalledMs ?? STALLED_MS);
      try {
        if (sent < total) onProgress?.(sent, total);
      } catch (error) {
        thrown = { error };
        limit.abort();
      }
    },
    withoutProgress: () => wait(stalledMs ?? WHOLE_MS),
    isStalled: () => limit.signal.aborted,
    thrown: () => thrown,
    end: () => clearTimeout(timer),
  };
}

/** The form as one body, of known length, the file last (RFC 7578, with the quoting of HTML). */
function multipart({ fields, file_field }: UploadForm, file: Blob, filename: string, boundary: string): Blob {
  const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const head = (name: string): string => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
  const texts = Object.entries(fields).map(([name, value]) => `${head(name)}\r\n\r\n${value}\r\n`);
  const opening = `${head(file_field)}; filename="${quoted(filename)}"\r\nContent-Type: ${file.type || 'application/octet-stream'}\r\n\r\n`;
  return new Blob([...texts, opening, file, `\r\n--${boundary}--\r\n`]);
}

type Sending = (url: string, body: Blob, type: string, watch: Watch, runtime: Runtime) => Promise<Response>;

/** Node counts what it takes from the stream. Browsers send a stream without its length, which S3 refuses. */
const byFetch: Sending = (url, body, type, watch, runtime) => {
  const isCounted = !runtime.isBrowser;
  if (!isCounted) watch.withoutProgress();
  const init = {
    ...{ method: 'POST', headers: { 'content-type': type, ...(isCounted ? { 'content-length': String(body.size) } : {}) } },
    ...{ body: isCounted ? body.stream().pipeThrough(counter(body.size, watch.progress)) : body, duplex: 'half', signal: watch.signal },
  };
  return runtime.fetch(url, init);
};

function counter(total: number, onProgress: (sent: number, total: number) => void): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let sent = 0;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
      sent += chunk.byteLength;
      onProgress(sent, total);
    },
  });
}

/** Only XMLHttpRequest tells pages how far an upload is. */
const byXhr: Sending = (url, body, type, { progress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const end = (): void => request.abort();
    request.open('POST', url);
    request.setRequestHeader('content-type', type);
    request.upload.onprogress = ({ loaded, total }) => progress(loaded, total);
    request.onload = () => resolve(responseOf(request));
    request.onerror = request.onabort = () => reject(new Error('the request ended without an answer'));
    request.onloadend = () => signal.removeEventListener('abort', end);
    if (signal.aborted) return reject(signal.reason as Error);
    signal.addEventListener('abort', end, { once: true });
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
