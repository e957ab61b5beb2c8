/** npm passes Ctrl-C on although the terminal has already sent it to the whole process group: both count as one. */
const SAME_SIGNAL_MS = 500;

/** Aborted by the first SIGINT or SIGTERM; a second one means "at once" and ends the process. Call it once per process. */
export function stopSignal(): AbortSignal {
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
  return controller.signal;
}

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
