import type { Claimed, Limits } from '../domain/deliveries/claims.ts';

/** An endpoint that has not answered for so long is taken for one that fails, until it does. */
const SLOW_AFTER_MS = 500;

/** Attempts of this instance, from the claim until their outcome is recorded. */
export class UnderWay {
  readonly #limits: Limits;
  readonly #attempts = new Map<string, { claimed: Claimed; startedMs: number; ended: boolean }>();
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

  /** How many more there may be, and of them to endpoints that fail; and which endpoints are slow. @param nowMs of `performance` */
  room(nowMs: number): { free: number; freeForFailing: number; slow: string[] } {
    const slow = new Set<string>();
    let failing = 0;
    for (const { claimed, startedMs, ended } of this.#attempts.values()) {
      const isSlow = !ended && nowMs - startedMs > SLOW_AFTER_MS;
      if (isSlow) slow.add(claimed.webhook);
      if (isSlow || claimed.isFailing) failing++;
    }
    const { perInstance, inAll, failing: ofFailing } = this.#limits;
    const free = Math.max(0, Math.min(perInstance - (this.#attempts.size - failing), inAll - this.#attempts.size));
    return { free, freeForFailing: Math.max(0, Math.min(free, ofFailing - failing)), slow: [...slow] };
  }

  has({ gid }: Claimed): boolean {
    return this.#attempts.has(gid);
  }

  begin(claimed: Claimed, nowMs: number): void {
    this.#attempts.set(claimed.gid, { claimed, startedMs: nowMs, ended: false });
  }

  /** It was answered, or not, and its outcome is to be recorded. */
  ended({ gid }: Claimed): void {
    const attempt = this.#attempts.get(gid);
    if (attempt) attempt.ended = true;
  }

  /** It is recorded, or was broken off. */
  end({ gid }: Claimed): void {
    this.#attempts.delete(gid);
    if (this.#attempts.size === 0) this.#onEmpty.splice(0).forEach((tell) => tell());
  }

  /** Resolves when there is none. */
  async none(): Promise<void> {
    if (this.#attempts.size > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
  }
}
