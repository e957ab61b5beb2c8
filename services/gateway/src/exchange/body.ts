import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { countStreamedBytes } from '@partner-ordering/http';
import type { Rate } from '../config.ts';

/** Bodies up to this size are sent in one piece with the head: cheaper for both sides than a stream. */
export const SMALL_BODY_BYTES = 64 * 1024;

/** Whether the body of a request is passed on while it is still arriving. */
export const isStreamed = ({ headers }: IncomingMessage): boolean => Number(headers['content-length'] ?? Infinity) > SMALL_BODY_BYTES;

/** Whether a body is a form with a file, the only one that need not be read as a whole. */
export const isUpload = ({ headers }: IncomingMessage): boolean => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** Reads a body whose declared size is small; null when it does not arrive in time. If the client aborts, `done` is never called. */
export function readSmallBody(request: IncomingMessage, timeoutMs: number, done: (body: Buffer | null) => void): void {
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
    countStreamedBytes(chunk.length);
    arrival.receive(chunk.length);
    if (body.push(chunk)) return;
    arrival.stopWaiting();
    request.pause();
  };
  const onEnd = (): void => {
    arrival.stopWaiting();
    body.push(null);
  };
  const body = new Readable({
    highWaterMark: SMALL_BODY_BYTES,
    read() {
      if (!attached) request.on('data', onData).on('end', onEnd);
      attached = true;
      if (!request.readableEnded) arrival.startWaiting();
      request.resume();
    },
    destroy(error, done) {
      arrival.stopWaiting();
      if (attached) request.off('data', onData).off('end', onEnd).resume();
      done(error);
    },
  });
  return body.on('error', () => undefined);
}

/** Reads a whole body of at most `maxBytes`. A larger one is null, and the rest is discarded. */
export function readWholeBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
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

/** Watches a body that a client sends: counts how long the client is waited for, and what comes. */
export class Arrival {
  readonly #rate: Rate;
  readonly #onSlow: () => void;
  readonly #nowMs: () => number;
  #leftMs: number;
  #waitingSinceMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** `onSlow` is called once, when the body is later than it may be. */
  constructor(rate: Rate, onSlow: () => void, nowMs: () => number) {
    this.#rate = rate;
    this.#onSlow = onSlow;
    this.#nowMs = nowMs;
    this.#leftMs = rate.graceMs;
  }

  /** The client is to send. */
  startWaiting(): void {
    if (this.#rate.bytesPerSecond === 0 || this.#waitingSinceMs !== null) return;
    this.#waitingSinceMs = this.#nowMs();
    this.#check();
  }

  /** It has sent this much. */
  receive(bytes: number): void {
    if (this.#waitingSinceMs === null) return;
    this.#count();
    this.#leftMs = Math.min(this.#rate.mostMs, this.#leftMs + (bytes * 1000) / this.#rate.bytesPerSecond);
  }

  /** For how long the body may still be late. */
  get leftMs(): number {
    this.#count();
    return this.#leftMs;
  }

  /** Whether it has used up half of what it may be late at the beginning. */
  get isLate(): boolean {
    return this.leftMs < this.#rate.graceMs / 2;
  }

  /** Nothing is expected of it now: the service is slower, or the body has ended. */
  stopWaiting(): void {
    this.#count();
    this.#waitingSinceMs = null;
    clearTimeout(this.#timer);
  }

  #count(): void {
    if (this.#waitingSinceMs === null) return;
    const nowMs = this.#nowMs();
    this.#leftMs -= nowMs - this.#waitingSinceMs;
    this.#waitingSinceMs = nowMs;
  }

  /** Bytes that came since the timer was set have put the end off. */
  #check(): void {
    this.#count();
    if (this.#leftMs > 0) this.#timer = setTimeout(() => this.#check(), this.#leftMs).unref();
    else this.#onSlow();
  }
}

/** An answer whose response has not closed, as of the last check. */
export interface WatchedAnswer {
  readonly response: ServerResponse;
  atMs: number;
  leftMs: number;
  /** All that was written to its connection. */
  written: number;
  /** Its place among the watched ones. */
  index: number;
}

const CHECK_MS = 1000;

const writtenOf = ({ socket }: ServerResponse): number => socket?.bytesWritten ?? 0;

/** Cuts answers that clients take too slowly, since each holds memory and a slot of its service. Bytes that left Node are taken. */
export class SlowClientTimeout {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  // A Set gets a new table every few requests. Old ones point to the next, so once one is tenured, scavenges free no request.
  readonly #watched: WatchedAnswer[] = [];
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(rate: Rate, nowMs: () => number) {
    this.#rate = rate;
    this.#nowMs = nowMs;
    if (rate.bytesPerSecond > 0) this.#timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  /** Watches the answer of a request that began then, until `unwatch`. */
  watch(response: ServerResponse, atMs: number): WatchedAnswer {
    const answer = { response, atMs, leftMs: this.#rate.graceMs, written: writtenOf(response), index: this.#watched.length };
    this.#watched.push(answer);
    return answer;
  }

  unwatch({ index }: WatchedAnswer): void {
    const last = this.#watched.pop()!;
    if (last.index === index) return;
    last.index = index;
    this.#watched[index] = last;
  }

  /** Runs by itself each second. */
  check(): void {
    for (const answer of this.#watched) {
      const { response } = answer;
      const waiting = response.writableLength;
      if (waiting === 0) Object.assign(answer, { atMs: this.#nowMs(), leftMs: this.#rate.graceMs, written: writtenOf(response) });
      else if (this.#isLate(answer, waiting)) response.destroy();
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Bytes that were written since the last check have their own time to be read. */
  #isLate(answer: WatchedAnswer, waiting: number): boolean {
    const [atMs, written] = [this.#nowMs(), writtenOf(answer.response)];
    const most = this.#rate.mostMs + this.#msFor(waiting);
    const leftMs = Math.min(most, answer.leftMs + this.#msFor(written - answer.written)) - (atMs - answer.atMs);
    Object.assign(answer, { atMs, written, leftMs });
    return leftMs < 0;
  }

  #msFor(bytes: number): number {
    return (bytes * 1000) / this.#rate.bytesPerSecond;
  }
}
