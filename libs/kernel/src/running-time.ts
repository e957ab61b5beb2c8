const STEP_MS = 100;

/**
 * Calls `expired` when this process has run for `limitMs`. Of a time in which it stood still only one step counts: a timer is called before
 * what has arrived meanwhile is read, and would take an answer that is there for one that is missing. Returns what ends the wait.
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
