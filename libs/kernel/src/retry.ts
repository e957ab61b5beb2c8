import { setTimeout as delay } from 'node:timers/promises';

/** The pause after the first failure; each further one is twice as long, up to the longest. */
export interface PauseLimits {
  firstMs: number;
  longestMs: number;
}

/** Growing pauses between failed attempts. */
export interface BackOff {
  /** Pauses; ends early when the signal is aborted. */
  pause(signal?: AbortSignal): Promise<void>;
  /** The attempt succeeded: the next pause is the shortest again. */
  reset(): void;
}

/** Ends early, without an error, when the signal is aborted. */
const realPause = (pauseMs: number, signal?: AbortSignal): Promise<void> => delay(pauseMs, undefined, { signal }).catch(() => undefined);

/**
 * Growing pauses; by default 100 ms, doubling up to 5 s. `random` (0 up to 1) takes off up to a quarter, so that what failed together does
 * not come back together.
 */
export function createBackOff(
  { firstMs, longestMs }: PauseLimits = { firstMs: 100, longestMs: 5_000 },
  pauseFor = realPause,
  random = Math.random,
): BackOff {
  let nextMs = firstMs;
  return {
    async pause(signal) {
      const pauseMs = nextMs;
      nextMs = Math.min(nextMs * 2, longestMs);
      await pauseFor(Math.round(pauseMs * (1 - random() / 4)), signal);
    },
    reset() {
      nextMs = firstMs;
    },
  };
}

/** Runs `work` again and again until it is stopped: `signal` is aborted then. It pauses after an error; `succeeded` resets the pauses. */
export function keepRunning(
  work: (signal: AbortSignal, succeeded: () => void) => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const backOff = createBackOff();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await work(signal, backOff.reset);
      } catch (error) {
        onError(error);
        await backOff.pause(signal);
      }
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** When and how often a failed attempt is repeated. */
export interface RetryOptions {
  /** Whether another attempt may succeed; every other error is thrown at once. */
  isPassing: (error: unknown) => boolean;
  /** Attempts in all; without it there is no limit. */
  maxAttempts?: number;
  /** Without it the next attempt follows at once. */
  pauses?: PauseLimits;
  /** Called for each failure before its pause, but not for the last one. */
  onFailure?: (error: unknown) => void | Promise<void>;
  /** Ends the waiting; `retry` then rejects with its reason. An attempt that is running is not interrupted. */
  signal?: AbortSignal;
}

/** Repeats `attempt` until it succeeds. Throws what it threw last when that is not passing or the attempts are used up. */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { isPassing, maxAttempts = Infinity, pauses, onFailure, signal }: RetryOptions,
): Promise<Result> {
  const backOff = pauses && createBackOff(pauses);
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error) || attempts >= maxAttempts) throw error;
      await onFailure?.(error);
    }
    await backOff?.pause(signal);
    signal?.throwIfAborted();
  }
}
