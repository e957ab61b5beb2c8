import type { Rate } from '../config.ts';

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

  /** The client's turn begins. */
  wait(): void {
    if (this.#rate.bytesPerSecond === 0 || this.#waitingSinceMs !== null) return;
    this.#waitingSinceMs = this.#nowMs();
    this.#check();
  }

  /** It has sent this much. */
  take(bytes: number): void {
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
  rest(): void {
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

  /** What came since the timer was set has put the end off. */
  #check(): void {
    this.#count();
    if (this.#leftMs > 0) this.#timer = setTimeout(() => this.#check(), this.#leftMs).unref();
    else this.#onSlow();
  }
}
