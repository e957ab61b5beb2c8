/** When a call is sent again, and after how long. */
import { ApiError, ConnectionError, type PartnerOrderingError } from './errors.ts';

export interface RetryPolicy {
  /** How often a call is sent at most, the first time included; 1 never repeats. */
  attempts: number;
  /** The first wait is random up to this, each next one up to twice as much. */
  firstWaitMs: number;
  /** No wait by the client's own choice is longer. */
  longestWaitMs: number;
  /** A longer `Retry-After` is not waited for but thrown. */
  longestRetryAfterMs: number;
}

export const defaultPolicy: RetryPolicy = { attempts: 4, firstWaitMs: 250, longestWaitMs: 8_000, longestRetryAfterMs: 60_000 };

/** What may be repeated: `safely` by its method or its idempotency key, or only what was certainly not done. */
export interface Repeatable {
  safely: boolean;
  /** It has an idempotency key, so that 409 says that the first one still runs. */
  isKeyed: boolean;
  /** It changes something, so that it is open what an attempt without an answer has done. */
  isWriting: boolean;
}

const passing = new Set([408, 502, 503, 504]);

/** Milliseconds until a failed call is sent again, or undefined where it is not. @param attempt the one that failed, from 1 */
export function waitBefore(
  failure: PartnerOrderingError,
  attempt: number,
  { safely, isKeyed }: Omit<Repeatable, 'isWriting'>,
  policy: RetryPolicy,
  random: () => number,
): number | undefined {
  return attempt >= policy.attempts || !isPassing(failure, safely, isKeyed) ? undefined : waitAfter(failure, attempt, policy, random);
}

/** Milliseconds until whatever failed is tried again; undefined where the service asks for longer than the policy waits. */
export function waitAfter(failure: PartnerOrderingError, attempt: number, policy: RetryPolicy, random: () => number): number | undefined {
  const ownMs = random() * Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** (attempt - 1));
  const askedMs = failure instanceof ApiError ? failure.retryAfterMs : null;
  if (askedMs === null) return ownMs;
  // Whoever was told the same time comes a little apart.
  return askedMs > policy.longestRetryAfterMs ? undefined : askedMs + ownMs;
}

function isPassing(failure: PartnerOrderingError, safely: boolean, isKeyed: boolean): boolean {
  if (failure instanceof ConnectionError) return safely || !failure.mayHaveTakenEffect;
  if (!(failure instanceof ApiError)) return false;
  // Nothing of what is answered so has been done.
  if (failure.status === 429) return true;
  return (failure.status === 409 && isKeyed) || (passing.has(failure.status) && safely);
}
