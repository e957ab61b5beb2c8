/** Somebody who waits for the next events of an organization. What comes after it was made is not missed. */
export interface Waiter {
  /** Resolves with true as soon as there are some, with false after `ms`, or when everything that waits has to end. Once. */
  within(ms: number, signal: AbortSignal): Promise<boolean>;
  /** Whoever does not wait any more says so. */
  leave(): void;
}

/** Who waits for events, by organization: whatever they are, one connection hears of the news. */
export class Waiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  expect(organization: string): Waiter {
    const { promise, resolve } = Promise.withResolvers<true>();
    const own = this.#waiting.get(organization) ?? new Set();
    this.#waiting.set(organization, own);
    const wake = (): void => resolve(true);
    own.add(wake);
    const leave = (): void => {
      own.delete(wake);
      if (own.size === 0 && this.#waiting.get(organization) === own) this.#waiting.delete(organization);
    };
    return { leave, within: (ms, signal) => firstOf(promise, ms, signal).finally(leave) };
  }

  /** @param organization undefined wakes all */
  wake(organization: string | undefined): void {
    const woken = organization === undefined ? [...this.#waiting.values()] : [this.#waiting.get(organization) ?? []];
    for (const each of woken) for (const wake of each) wake();
  }
}

async function firstOf(news: Promise<true>, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<false>();
  const end = (): void => resolve(false);
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([news, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
