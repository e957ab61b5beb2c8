import type { Capacity, LeasedDelivery } from '../domain/deliveries/lease-due.ts';
import type { Limits } from '../domain/deliveries/leases.ts';

/** A webhook that has not answered for so long is taken for one that fails, until it does. */
const SLOW_AFTER_MS = 500;

/**
 * An organization with fewer bytes under way than its limit by this is not named to those who lease: there may be thousands, and it is over
 * its limit by as much at most.
 */
const NAMED_FROM = 1 / 8;

interface Attempt {
  delivery: LeasedDelivery;
  /** Of the body, until it was answered. */
  bytes: number;
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
   * How many more there may be, and of them to webhooks that fail, in number and in bytes of their bodies; and which webhooks are slow, or
   * have failed in what is not recorded yet: without these, one that hangs would get as many attempts as one that answers, between its
   * time-out and the record of it. @param nowMs of `performance`
   */
  capacity(nowMs: number): Omit<Capacity, 'worker' | 'now' | 'limits'> {
    const slow = new Set<string>();
    const [all, failing] = [new Load(), new Load()];
    for (const { delivery, bytes, startedMs, state } of this.#attempts.values()) {
      const isSlow = state === 'failed' || (state === 'open' && nowMs - startedMs > SLOW_AFTER_MS);
      if (isSlow) slow.add(delivery.webhook);
      all.add(delivery.organization, bytes);
      if (isSlow || delivery.isFailing) failing.add(delivery.organization, bytes);
    }
    const { perInstance, inAll, failing: ofFailing, bytes: limits } = this.#limits;
    const free = freeOf({ perInstance, inAll, failing: ofFailing }, all.count, failing.count);
    const freeBytes = freeOf(limits, all.bytes, failing.bytes);
    const isNamed = limits.perOrganization * NAMED_FROM;
    const bytesUnderWay: Record<string, number> = {};
    for (const [organization, bytes] of all.byOrganization) {
      const ofFailing = failing.byOrganization.get(organization) ?? 0;
      // What hangs beyond its own limit was begun as if it answered: without this, webhooks that hang one after the other would take all
      // that there is.
      const ofOthers = bytes - Math.min(ofFailing, limits.perOrganization);
      if (ofOthers >= isNamed) bytesUnderWay[organization] = ofOthers;
      if (ofFailing >= isNamed) bytesUnderWay[`failing ${organization}`] = ofFailing;
    }
    // Without bytes none is looked for.
    return {
      free: freeBytes.all > 0 ? free.all : 0,
      freeForFailing: freeBytes.failing > 0 ? free.failing : 0,
      freeBytes,
      bytesUnderWay,
      slow: [...slow],
    };
  }

  has({ gid }: LeasedDelivery): boolean {
    return this.#attempts.has(gid);
  }

  /** @param bytes of its body */
  begin(delivery: LeasedDelivery, bytes: number, nowMs: number): void {
    this.#attempts.set(delivery.gid, { delivery, bytes, startedMs: nowMs, state: 'open' });
  }

  /** It was answered as it should, or has failed, and its outcome is to be recorded. */
  ended({ gid }: LeasedDelivery, state: 'answered' | 'failed'): void {
    const attempt = this.#attempts.get(gid);
    if (attempt) Object.assign(attempt, { state, bytes: 0 });
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

/** Attempts, with the bytes of their bodies. */
class Load {
  count = 0;
  bytes = 0;
  readonly byOrganization = new Map<string, number>();

  add(organization: string, bytes: number): void {
    this.count++;
    this.bytes += bytes;
    this.byOrganization.set(organization, (this.byOrganization.get(organization) ?? 0) + bytes);
  }
}

/** How much more there may be, and of it to webhooks that fail. */
function freeOf(limits: Pick<Limits, 'perInstance' | 'inAll' | 'failing'>, all: number, failing: number): { all: number; failing: number } {
  const free = Math.max(0, Math.min(limits.perInstance - (all - failing), limits.inAll - all));
  return { all: free, failing: Math.max(0, Math.min(free, limits.failing - failing)) };
}
