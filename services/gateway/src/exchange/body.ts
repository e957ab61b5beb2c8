import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { hasBody, streamed } from '@partner-ordering/http';
import type { Arrival } from './arrival.ts';

/** Bodies up to this size are sent in one piece with the head: cheaper for both sides than a stream. */
export const SMALL_BODY_BYTES = 64 * 1024;

export const isSmall = (request: IncomingMessage): boolean => Number(request.headers['content-length'] ?? Infinity) <= SMALL_BODY_BYTES;

/** Whether a body is passed on while it is still arriving. */
export const isStreamed = (request: IncomingMessage): boolean => hasBody(request.headers) && !isSmall(request);

/** Whether a body is a form with a file, the only one that need not be read as a whole. */
export const isUpload = ({ headers }: IncomingMessage): boolean => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** Reads a body whose declared size is small; null when it does not arrive in time. If the client aborts, `done` is never called. */
export function readSmall(request: IncomingMessage, timeoutMs: number, done: (body: Buffer | null) => void): void {
  let chunks: Buffer[] = [];
  const end = (): void => {
    clearTimeout(timer);
    done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    chunks = [];
  };
  const timer = setTimeout(() => {
    request.off('end', end);
    done(null);
  }, timeoutMs).unref();
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', end).on('close', () => clearTimeout(timer));
}

/** The body as a stream. Destroying it keeps the client's connection open, so that an early answer (413, 401) still arrives. */
export function streamBody(request: Readable, arrival: Arrival): Readable {
  let attached = false;
  const onData = (chunk: Buffer): void => {
    streamed(chunk.length);
    arrival.take(chunk.length);
    if (body.push(chunk)) return;
    arrival.rest();
    request.pause();
  };
  const onEnd = (): void => {
    arrival.rest();
    body.push(null);
  };
  const body = new Readable({
    highWaterMark: SMALL_BODY_BYTES,
    read() {
      if (!attached) request.on('data', onData).on('end', onEnd);
      attached = true;
      if (!request.readableEnded) arrival.wait();
      request.resume();
    },
    destroy(error, done) {
      arrival.rest();
      if (attached) request.off('data', onData).off('end', onEnd).resume();
      done(error);
    },
  });
  return body.on('error', () => undefined);
}

/** Reads a whole body of at most `maxBytes`. A larger one is null, and the rest is discarded. */
export function readWhole(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return resolve(null);
    let chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return void chunks.push(chunk);
      chunks = [];
      resolve(null);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('close', () => reject(new Error('The client closed the connection')));
  });
}
