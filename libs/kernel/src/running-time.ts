const STEP_MS = 100;

/**
 * Calls `expired` when this process has run for `limitMs`, and returns what ends the wait. Time in which the process stood still counts as
 * one step: a timer fires before waiting answers are read, and would take one that is there for missing.
 */
export function afterRunning(limitMs: number, expired: () => void): () => void {
  const stepMs = Math.min(STEP_MS, limitMs / 2);
  let leftMs = limitMs;
  const timer = setInterval(() => {
    leftMs -= stepMs;
    if (leftMs > 0) return;
    clearInterval(timer);
    expired();
  }, stepMs).unref();
  return () => clearInterval(timer);
}
