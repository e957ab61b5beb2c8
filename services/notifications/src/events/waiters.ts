import { setTimeout as delay } from 'node:timers/promises';

/** Waits for events of an organization from its creation on. */
export interface Waiter {
  /** Resolves when there are some, after `ms`, or when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
  /** Removes the waiter; call it after the last `wait`. */
  leave(): void;
}

/** The waiters for events, by organization. One connection serves them all. */
export class Waiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  expect(organization: string): Waiter {
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    const own = this.#waiting.get(organization) ?? new Set();
    this.#waiting.set(organization, own);
    own.add(wake);
    const leave = (): void => {
      own.delete(wake);
      if (own.size === 0 && this.#waiting.get(organization) === own) this.#waiting.delete(organization);
    };
    const wait: Waiter['wait'] = (ms, signal) => {
      const timer = new AbortController();
      const end = delay(ms, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(() => undefined);
      return Promise.race([promise, end]).finally(() => timer.abort());
    };
    return { leave, wait };
  }

  /** @param organization undefined wakes all */
  wake(organization: string | undefined): void {
    const woken = organization === undefined ? [...this.#waiting.values()] : [this.#waiting.get(organization) ?? []];
    for (const each of woken) for (const wake of each) wake();
  }
}
