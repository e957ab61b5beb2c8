const FIRST_PAUSE_MS = 500;
const DEFAULT_LONGEST_PAUSE_MS = 3_600_000;

/**
 * The pause after the nth failed attempt, in ms: half a second, doubled each time up to the longest. `random` (0 up to 1) takes off up to a
 * quarter, so that jobs that failed together do not come back together.
 */
export function retryPauseMs(attempts: number, random: () => number, longestMs = DEFAULT_LONGEST_PAUSE_MS): number {
  const pauseMs = Math.min(longestMs, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return Math.round(pauseMs * (1 - random() / 4));
}
