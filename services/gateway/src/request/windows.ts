import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How much of a window is left to a key. */
export interface Standing {
  limit: number;
  remaining: number;
  /** When the window ends, by the clock of `openWindow`. */
  resetAtMs: number;
}

/** Requests of each key in windows of a minute, the first of which begins with the key's first request. */
export interface Window {
  /** Counts in the background: nobody waits for it, and what was counted elsewhere is known only then. */
  count(key: string, points: number): void;
  /** Milliseconds until the window ends, if nothing of it is left, else 0. */
  blockedForMs(key: string): number;
  /** Undefined for a key that was not counted in this window. */
  standing(key: string): Standing | undefined;
}

/** Adds to what a key has used. Rejects with the state when that is more than there is. */
export interface Counter {
  consume(key: string, points: number): Promise<RateLimiterRes>;
}

/** Makes what counts: in memory, or in a store that several instances share. */
export type CounterFactory = (options: { keyPrefix: string; points: number; duration: number }) => Counter;

export const inMemory: CounterFactory = (options) => new RateLimiterMemory(options);

/** `w` of the policies. */
export const WINDOW_SECONDS = 60;
/** Those that were seen first are forgotten then; what counts still knows them. */
const MOST_KEYS = 100_000;

/** A window of `limit` requests for each key; 0 takes any number, and is undefined. */
export function openWindow(name: string, limit: number, nowMs: () => number, counterOf: CounterFactory): Window | undefined {
  if (limit === 0) return undefined;
  const counter = counterOf({ keyPrefix: name, points: limit, duration: WINDOW_SECONDS });
  const known = new Map<string, Standing>();
  const current = (key: string): Standing | undefined => {
    const standing = known.get(key);
    return standing !== undefined && standing.resetAtMs > nowMs() ? standing : undefined;
  };
  const note = (key: string, remaining: number, resetAtMs: number): void => {
    if (known.size >= MOST_KEYS && !known.has(key)) known.delete(known.keys().next().value!);
    known.set(key, { limit, remaining, resetAtMs });
  };
  return {
    count(key, points) {
      const { remaining, resetAtMs } = current(key) ?? { remaining: limit, resetAtMs: nowMs() + WINDOW_SECONDS * 1000 };
      note(key, Math.max(0, remaining - points), resetAtMs);
      // It rejects with the state too, when that says that nothing is left.
      const learn = (state: unknown): void => {
        if (state instanceof RateLimiterRes) note(key, state.remainingPoints, nowMs() + state.msBeforeNext);
      };
      counter.consume(key, points).then(learn, learn);
    },
    blockedForMs(key) {
      const standing = current(key);
      return standing === undefined || standing.remaining > 0 ? 0 : standing.resetAtMs - nowMs();
    },
    standing: current,
  };
}
