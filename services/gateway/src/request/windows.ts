import type { RateLimiterRes } from 'rate-limiter-flexible';

/** How much of a window is left to a key. */
export interface Standing {
  limit: number;
  remaining: number;
  /** When the window ends, by the clock of `openWindow`. */
  resetAtMs: number;
}

export type Window = NonNullable<ReturnType<typeof openWindow>>;

/** Opens a counter in the store that instances share. It answers undefined while the store is down. */
export type CounterFactory = (options: {
  keyPrefix: string;
  points: number;
  duration: number;
}) => (key: string, points: number) => Promise<RateLimiterRes | undefined>;

/** `w` of the policies. */
export const WINDOW_SECONDS = 60;
/** The store's clock of a window may differ by this much from the one here. */
const SAME_WINDOW_MS = 1_000;
/** Those that were counted longest ago are forgotten then: in memory nothing else knows them. */
const MOST_KEYS = 100_000;

/** Windows of a minute with `limit` requests, which begin with a key's first request. 0 is no limit: undefined. */
export function openWindow(name: string, limit: number, nowMs: () => number, counterOf?: CounterFactory) {
  if (limit === 0) return undefined;
  const countShared = counterOf?.({ keyPrefix: name, points: limit, duration: WINDOW_SECONDS });
  const known = new Map<string, Standing>();
  const current = (key: string): Standing | undefined => {
    const standing = known.get(key);
    return standing !== undefined && standing.resetAtMs > nowMs() ? standing : undefined;
  };
  const note = (key: string, remaining: number, resetAtMs: number): void => {
    known.delete(key);
    if (known.size >= MOST_KEYS) known.delete(known.keys().next().value!);
    known.set(key, { limit, remaining, resetAtMs });
  };
  const noteShared = (key: string, remaining: number, resetAtMs: number): void => {
    const local = current(key);
    // The answer does not know what was counted here since it was asked for.
    const isOfSameWindow = local !== undefined && resetAtMs < local.resetAtMs + SAME_WINDOW_MS;
    note(key, isOfSameWindow ? Math.min(local.remaining, remaining) : remaining, resetAtMs);
  };
  return {
    /** Counts here at once, and in the store in the background. */
    count(key: string, points: number): void {
      const { remaining, resetAtMs } = current(key) ?? { remaining: limit, resetAtMs: nowMs() + WINDOW_SECONDS * 1000 };
      note(key, Math.max(0, remaining - points), resetAtMs);
      void countShared?.(key, points).then((state) => state && noteShared(key, state.remainingPoints, nowMs() + state.msBeforeNext));
    },
    /** Milliseconds until the window ends, if nothing of it is left, else 0. */
    blockedForMs(key: string): number {
      const standing = current(key);
      return standing === undefined || standing.remaining > 0 ? 0 : standing.resetAtMs - nowMs();
    },
    standing: current,
  };
}
