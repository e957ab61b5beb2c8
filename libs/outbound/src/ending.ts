/** What ends a call before its time. */
export interface Ending {
  signal: AbortSignal;
  isLate(): boolean;
  /** The call is over: nothing of it is kept. */
  over(): void;
}

/**
 * Not `AbortSignal.timeout` and `AbortSignal.any`: they would keep all that belongs to a call until its time is over, however soon it was
 * answered.
 */
export function endingOf({ timeoutMs, signal: outside }: { timeoutMs: number; signal?: AbortSignal }): Ending {
  const controller = new AbortController();
  let isLate = false;
  const abort = (): void => controller.abort(outside?.reason);
  const timer = setTimeout(() => {
    isLate = true;
    abort();
  }, timeoutMs);
  timer.unref();
  if (outside?.aborted) abort();
  else outside?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    isLate: () => isLate,
    over: () => {
      clearTimeout(timer);
      outside?.removeEventListener('abort', abort);
    },
  };
}
