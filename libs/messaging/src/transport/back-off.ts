import { setTimeout as delay } from 'node:timers/promises';

const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** Growing pauses between failed attempts: 100 ms, doubling up to 5 s. */
export interface BackOff {
  /** Pauses; ends early when the signal is aborted. */
  pause(signal: AbortSignal): Promise<void>;
  /** The attempt succeeded: the next pause is the shortest again. */
  reset(): void;
}

export function createBackOff(): BackOff {
  let nextMs = MIN_PAUSE_MS;
  return {
    async pause(signal) {
      const pauseMs = nextMs;
      nextMs = Math.min(nextMs * 2, MAX_PAUSE_MS);
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    },
    reset() {
      nextMs = MIN_PAUSE_MS;
    },
  };
}
