import type { Transaction } from '@partner-ordering/data';

/** The interval at which a loop polls, since a notification may be lost. */
export const POLL_MS = 5_000;
/** The interval at which a standby loop checks whether the active one has ended. */
export const STANDBY_MS = 1_000;

/** Wakes one waiting loop. A call of `wake` before or during the wait ends it; several count once. */
export interface Wake {
  wake(): void;
  /** Resolves with true as soon as `wake` was called, with false after `timeoutMs`. */
  wait(timeoutMs: number): Promise<boolean>;
}

export function createWake(): Wake {
  let isWoken = false;
  let wakeWaiter: (() => void) | undefined;
  return {
    wake() {
      isWoken = true;
      wakeWaiter?.();
    },
    async wait(timeoutMs) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wakeWaiter = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wakeWaiter = undefined;
      }
      const woken = isWoken;
      isWoken = false;
      return woken;
    },
  };
}

/** The transactions that add to the outbox. */
export const publishing = new WeakSet<Transaction>();
/** Whether the relay is to be woken after the commit. */
export const publishes = (tx: Transaction): boolean => publishing.has(tx);
