const FIRST_PAUSE_MS = 500;
const DEFAULT_LONGEST_PAUSE_MS = 3_600_000;

/**
 * How long a job waits after its nth failed attempt, in ms: half a second at first, doubled each time up to the longest pause, and up to a
 * quarter less, so that what failed together does not come back together.
 * @param random at least 0, less than 1
 */
export function retryPauseMs(attempts: number, random: () => number, longestMs = DEFAULT_LONGEST_PAUSE_MS): number {
  const pauseMs = Math.min(longestMs, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return Math.round(pauseMs * (1 - random() / 4));
}
