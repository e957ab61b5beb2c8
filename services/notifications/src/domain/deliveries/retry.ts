import type { Detail } from '@partner-ordering/kernel';

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000];
/** The pauses between ten attempts; some 75 hours. */
const pausesMs = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)];

export const MAX_ATTEMPTS = pausesMs.length + 1;

/** The longest pause that a receiver may ask for. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
const GONE = 410;

export type FollowUp = { kind: 'delivered' } | { kind: 'failed'; isGone: boolean } | { kind: 'again'; at: Date };

/** The part of a result that decides on the next attempt. */
export interface AttemptSummary {
  /** Null when it succeeded. */
  failure: Detail | null;
  /** Status of the answer; null without one. */
  status: number | null;
  /** The header `Retry-After` of the answer, as it came. */
  retryAfter: string | null;
}

/** Decides what follows an attempt. `failures`: earlier failed attempts. `random`: at least 0, less than 1. */
export function followUpOf(
  { failure, status, retryAfter }: AttemptSummary,
  { failures, now, random }: { failures: number; now: Date; random: () => number },
): FollowUp {
  if (failure === null) return { kind: 'delivered' };
  const pauseMs = pausesMs[failures];
  if (status === GONE || pauseMs === undefined) return { kind: 'failed', isGone: status === GONE };
  const variedMs = pauseMs * (0.9 + 0.2 * random());
  return { kind: 'again', at: new Date(now.getTime() + Math.round(Math.max(variedMs, retryAfterMs(retryAfter, now)))) };
}

/** The pause of `Retry-After`: seconds or a date (RFC 9110, section 10.2.3); 0 if invalid. */
function retryAfterMs(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  const text = retryAfter.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
