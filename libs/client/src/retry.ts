/** When a call is sent again, and after how long. */
import { ApiError, type CallError } from './errors.ts';

/** The default number of attempts of a call, the first included. */
export const ATTEMPTS = 4;
/** The first wait is random up to the first, each next one up to twice as much, none up to more than the second. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 8_000];
/** A longer `Retry-After` is not waited for but thrown. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** The properties of a call that decide whether it may be sent again. */
export interface Repeatable {
  /** Also where an attempt may have been done: by its method, or its idempotency key. */
  isRepeatable: boolean;
  /** It has an idempotency key, so that 409 says that the first one still runs. */
  isKeyed: boolean;
}

const passing = new Set([408, 502, 503, 504]);

/** Whether a call that failed may be sent again. */
export function isPassing(failure: CallError, { isRepeatable, isKeyed }: Repeatable): boolean {
  if (!(failure instanceof ApiError)) return isRepeatable || !failure.mayHaveTakenEffect;
  // A request that is answered 429 has had no effect.
  if (failure.status === 429) return true;
  return (failure.status === 409 && isKeyed) || (passing.has(failure.status) && isRepeatable);
}

/** Milliseconds until the next attempt; undefined when `Retry-After` is too long. `attempt` counts from 1. */
export function waitAfter(failure: CallError, attempt: number, random: () => number): number | undefined {
  const ownMs = random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  const askedMs = (failure instanceof ApiError && failure.retryAfterMs) || 0;
  // Spreads clients that got the same `Retry-After`.
  return askedMs > LONGEST_RETRY_AFTER_MS ? undefined : askedMs + ownMs;
}
