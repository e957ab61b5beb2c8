import type { ServerResponse } from 'node:http';
import type { Rate } from '../config.ts';

interface Watched {
  atMs: number;
  leftMs: number;
  /** All that was written to its connection. */
  written: number;
}

const CHECK_MS = 1000;

const writtenOf = ({ socket }: ServerResponse): number => socket?.bytesWritten ?? 0;

/** Cuts answers that clients take too slowly, since each holds memory and a place at its service. Bytes that left Node are taken. */
export class SlowClientTimeout {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  readonly #watched = new Map<ServerResponse, Watched>();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(rate: Rate, nowMs: () => number) {
    this.#rate = rate;
    this.#nowMs = nowMs;
    if (rate.bytesPerSecond > 0) this.#timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  /** Until `forget`, when the answer has closed. */
  watch(response: ServerResponse): void {
    if (this.#timer !== undefined) this.#watched.set(response, this.#begin(response));
  }

  forget(response: ServerResponse): void {
    this.#watched.delete(response);
  }

  /** Runs by itself each second. */
  check(): void {
    for (const [response, watched] of this.#watched) {
      const waiting = response.writableLength;
      if (waiting === 0) Object.assign(watched, this.#begin(response));
      else if (this.#isLate(response, watched, waiting)) response.destroy();
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #begin(response: ServerResponse): Watched {
    return { atMs: this.#nowMs(), leftMs: this.#rate.graceMs, written: writtenOf(response) };
  }

  /** What was written since the last time has its own time to be taken in. */
  #isLate(response: ServerResponse, watched: Watched, waiting: number): boolean {
    const [atMs, written] = [this.#nowMs(), writtenOf(response)];
    const most = this.#rate.mostMs + this.#msFor(waiting);
    const leftMs = Math.min(most, watched.leftMs + this.#msFor(written - watched.written)) - (atMs - watched.atMs);
    Object.assign(watched, { atMs, written, leftMs });
    return leftMs < 0;
  }

  #msFor(bytes: number): number {
    return (bytes * 1000) / this.#rate.bytesPerSecond;
  }
}
