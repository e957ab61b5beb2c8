/** npm passes Ctrl-C on, although the terminal sends it to the whole process group. Both are one signal. */
const SAME_SIGNAL_MS = 500;
const PARENT_INTERVAL_MS = 100;

/**
 * Aborted by the first SIGINT or SIGTERM; a second one ends the process. If npm started it, the end of npm counts too: a killed npm cannot
 * pass the signal on. Call this once per process.
 */
export function stopSignal(environment: NodeJS.ProcessEnv): AbortSignal {
  const controller = new AbortController();
  let firstAtMs = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        firstAtMs = performance.now();
        controller.abort();
      } else if (performance.now() - firstAtMs > SAME_SIGNAL_MS) process.exit(1);
    });
  }
  if (environment['npm_lifecycle_event'] !== undefined) abortWithParent(controller);
  return controller.signal;
}

function abortWithParent(controller: AbortController): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    controller.abort();
  }, PARENT_INTERVAL_MS).unref();
}

/** Settles as `work` does, or rejects at once when the signal is aborted. The work then goes on without effect on the result. */
export async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const rejection = aborted(signal).then(() => Promise.reject(signal.reason as Error));
  rejection.catch(() => {}); // an abort after the work
  work.catch(() => {});
  return Promise.race([rejection, work]);
}

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
