import type { ServerResponse } from 'node:http';
import type { Rate } from '../config.ts';

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
