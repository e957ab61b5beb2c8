import type { LeasedDelivery, Limits } from '../domain/deliveries/leases.ts';

/** A webhook that has not answered for so long is taken for one that fails, until it does. */
const SLOW_AFTER_MS = 500;

interface Attempt {
  delivery: LeasedDelivery;
  startedMs: number;
  /** `failed`: others know of it only when its outcome is recorded. */
  state: 'open' | 'answered' | 'failed';
}

/** Attempts of this instance, from the lease until their outcome is recorded. */
export class UnderWay {
  readonly #limits: Limits;
  readonly #attempts = new Map<string, Attempt>();
  readonly #onEmpty: (() => void)[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#attempts.size;
  }

  gids(): string[] {
    return [...this.#attempts.keys()];
  }

  /**
   * How many more there may be, and of them to webhooks that fail; and which webhooks are slow, or have failed in what is not recorded yet: without these, one that hangs would get as many attempts
   * as one that answers, between its time-out and the record of it. @param nowMs of `performance`
   */
  capacity(nowMs: number): { free: number; freeForFailing: number; slow: string[] } {
    const slow = new Set<string>();
    let failing = 0;
    for (const { delivery, startedMs, state } of this.#attempts.values()) {
      const isSlow = state === 'failed' || (state === 'open' && nowMs - startedMs > SLOW_AFTER_MS);
      if (isSlow) slow.add(delivery.webhook);
      if (isSlow || delivery.isFailing) failing++;
    }
    const { perInstance, inAll, failing: ofFailing } = this.#limits;
    const free = Math.max(0, Math.min(perInstance - (this.#attempts.size - failing), inAll - this.#attempts.size));
    return { free, freeForFailing: Math.max(0, Math.min(free, ofFailing - failing)), slow: [...slow] };
  }

  has({ gid }: LeasedDelivery): boolean {
    return this.#attempts.has(gid);
  }

  begin(delivery: LeasedDelivery, nowMs: number): void {
    this.#attempts.set(delivery.gid, { delivery, startedMs: nowMs, state: 'open' });
  }

  /** It was answered as it should, or has failed, and its outcome is to be recorded. */
  ended({ gid }: LeasedDelivery, state: 'answered' | 'failed'): void {
    const attempt = this.#attempts.get(gid);
    if (attempt) attempt.state = state;
  }

  /** It is recorded, or was broken off. */
  end({ gid }: LeasedDelivery): void {
    this.#attempts.delete(gid);
    if (this.#attempts.size === 0) this.#onEmpty.splice(0).forEach((tell) => tell());
  }

  /** Resolves when there is none. */
  async none(): Promise<void> {
    if (this.#attempts.size > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
  }
}
