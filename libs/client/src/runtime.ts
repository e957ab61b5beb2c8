/** The parts of the platform that the client uses; tests replace them. */
export interface Runtime {
  fetch: typeof fetch;
  /** The present time. */
  now: () => Date;
  /** From 0 up to 1, without 1. */
  random: () => number;
  /** Waits; throws the signal's reason when it ends before. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Whether users of a page could read a secret. */
  isBrowser: boolean;
}

/** The platform, except for the given parts. */
export function runtimeWith(overrides?: Partial<Runtime>): Runtime {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => new Date(),
    random: () => Math.random(),
    sleep,
    // Every browser calls itself Mozilla, in pages and in their workers; Node does not.
    isBrowser: globalThis.navigator?.userAgent?.startsWith('Mozilla/') ?? false,
    ...overrides,
  };
}

/** The runtime of each client, for functions that are passed the client. */
const runtimes = new WeakMap<object, Runtime>();

export const keepRuntime = (client: object, runtime: Runtime): void => void runtimes.set(client, runtime);

/** The runtime of a client; the platform for a client that the caller made. */
export const runtimeOf = (client: object): Runtime => runtimes.get(client) ?? runtimeWith();

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return untilAborted(signal, timeout).finally(() => clearTimeout(timer));
}

/** The result of shared work. If the signal ends, its reason is thrown, and the work goes on for the others. */
export function untilAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
