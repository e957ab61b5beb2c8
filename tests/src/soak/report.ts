import type { Peaks } from '@partner-ordering/bench';

/** What one minute of the soak has shown. */
export interface Minute {
  /** Honest requests that were answered with 429 or 5xx, or not at all. */
  failures: readonly string[];
  answered: number;
  peaks: Peaks;
}

/** The first minutes fill caches. */
const SETTLED_AFTER_MINUTES = 5;
const MOST_GROWTH = 1.1;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

/** One line of progress. */
export function minuteText({ failures, answered, peaks }: Minute): string {
  const memory = `memory ${megabytes(peaks.mainOnAverage)} on average, ${megabytes(peaks.main)} at most`;
  return `${memory}; PostgreSQL ${megabytes(peaks.postgres)}; ${answered} honest requests, ${failures.length} failed${failures.length > 0 ? `: ${failures[0]}` : ''}`;
}

/** Whether the process has on average, over any later minute, at most a tenth more than in the fifth. Shorter runs cannot tell. */
export function isFlat(minutes: readonly Minute[]): boolean {
  const settled = minutes[SETTLED_AFTER_MINUTES - 1];
  if (settled === undefined) return true;
  return minutes.slice(SETTLED_AFTER_MINUTES).every(({ peaks }) => peaks.mainOnAverage <= MOST_GROWTH * settled.peaks.mainOnAverage);
}
