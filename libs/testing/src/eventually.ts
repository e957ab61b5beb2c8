import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats `check` until it neither throws nor answers false or null, and returns what it answered.
 * @throws what `check` threw last, or an Error, when `timeoutMs` (default 20,000) has passed
 */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { timeoutMs = 20_000, intervalMs = 20 }: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<Exclude<Result, false | null>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    let failure: unknown;
    try {
      const result = await check();
      if (result !== false && result !== null) return result as Exclude<Result, false | null>;
      failure = new Error(`still ${result} after ${timeoutMs} ms`);
    } catch (error) {
      failure = error;
    }
    if (performance.now() >= end) throw failure;
    await delay(intervalMs);
  }
}
