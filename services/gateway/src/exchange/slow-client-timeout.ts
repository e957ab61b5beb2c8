import type { ServerResponse } from 'node:http';
import type { Rate } from '../config.ts';
import type { Exchange } from './exchange.ts';

interface Progress {
  atMs: number;
  leftMs: number;
  /** All that was written to its connection. */
  written: number;
}

type AnsweredExchange = Pick<Exchange, 'response' | 'startedAtMs' | 'sentBefore'>;

const CHECK_MS = 1000;

const writtenOf = ({ socket }: ServerResponse): number => socket?.bytesWritten ?? 0;

/** Cuts answers that clients take too slowly, since each holds memory and a slot of its service. Bytes that left Node are taken. */
export class SlowClientTimeout {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  /** Exchanges whose response has not closed: the lifecycle adds and deletes them. */
  readonly openExchanges = new Set<AnsweredExchange>();
  readonly #progress = new WeakMap<AnsweredExchange, Progress>();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(rate: Rate, nowMs: () => number) {
    this.#rate = rate;
    this.#nowMs = nowMs;
    if (rate.bytesPerSecond > 0) this.#timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  /** Runs by itself each second. */
  check(): void {
    for (const exchange of this.openExchanges) {
      const { response, startedAtMs: atMs, sentBefore: written } = exchange;
      const waiting = response.writableLength;
      const progress = this.#progress.get(exchange) ?? { atMs, leftMs: this.#rate.graceMs, written };
      this.#progress.set(exchange, progress);
      if (waiting === 0) Object.assign(progress, { atMs: this.#nowMs(), leftMs: this.#rate.graceMs, written: writtenOf(response) });
      else if (this.#isLate(response, progress, waiting)) response.destroy();
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Bytes that were written since the last check have their own time to be read. */
  #isLate(response: ServerResponse, progress: Progress, waiting: number): boolean {
    const [atMs, written] = [this.#nowMs(), writtenOf(response)];
    const most = this.#rate.mostMs + this.#msFor(waiting);
    const leftMs = Math.min(most, progress.leftMs + this.#msFor(written - progress.written)) - (atMs - progress.atMs);
    Object.assign(progress, { atMs, written, leftMs });
    return leftMs < 0;
  }

  #msFor(bytes: number): number {
    return (bytes * 1000) / this.#rate.bytesPerSecond;
  }
}
