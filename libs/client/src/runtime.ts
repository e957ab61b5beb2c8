/** What the client takes of its surroundings; tests put their own in place. */
export interface Runtime {
  fetch: typeof fetch;
  /** The present time. */
  now: () => Date;
  /** From 0 up to 1, without 1. */
  random: () => number;
  /** Waits; throws the signal's reason when it ends before. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** A secret would be seen by whoever uses the page. */
  isBrowser: boolean;
}

/** The surroundings as they are, but for what is given. */
export function runtimeWith(own?: Partial<Runtime>): Runtime {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => new Date(),
    random: () => Math.random(),
    sleep,
    // Every browser calls itself Mozilla, in pages and in their workers; Node does not.
    isBrowser: globalThis.navigator?.userAgent?.startsWith('Mozilla/') ?? false,
    ...own,
  };
}

/** The surroundings of each client: whoever is handed the client uses the same. */
const kept = new WeakMap<object, Runtime>();

export const keepRuntime = (client: object, runtime: Runtime): void => void kept.set(client, runtime);

/** The surroundings of a client; those that there are for one of the caller's own. */
export const runtimeOf = (client: object): Runtime => kept.get(client) ?? runtimeWith();

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const slept = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return unless(signal, slept).finally(() => clearTimeout(timer));
}

/** The outcome of work that others wait for too; a caller who gives up throws their signal's reason and lets it go on. */
export function unless<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
