/** What the client takes of its surroundings; tests put their own in place. */
import { UsageError } from './errors.ts';

/** What the client takes of its surroundings. */
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

/**
 * Every browser calls itself Mozilla, in pages and in their workers; Node does not. An app of React Native is in everybody's hands like
 * a page.
 */
function isBrowser(): boolean {
  const { userAgent = '', product } = (globalThis as { navigator?: { userAgent?: string; product?: string } }).navigator ?? {};
  return userAgent.startsWith('Mozilla/') || product === 'ReactNative';
}

/** The surroundings as they are, but for what is given. */
export function runtimeWith(own: Partial<Runtime> = {}): Runtime {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => new Date(),
    random: () => Math.random(),
    sleep,
    isBrowser: isBrowser(),
    ...own,
  };
}

/** What a client was given, by the client: whoever is handed the client uses the same. */
const given = new WeakMap<object, Partial<Runtime>>();

/** Remembers what a client was given of its surroundings. */
export const keepRuntime = (client: object, runtime: Partial<Runtime>): void => void given.set(client, runtime);

/** What a client was given of its surroundings; nothing for one of the caller's own. */
export const runtimeGivenTo = (client: object): Partial<Runtime> => given.get(client) ?? {};

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

/** The longest that timers of the platforms wait: 24 days. Anything longer they end at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Throws `UsageError` for milliseconds that no timer can wait. */
export function checkMs(name: string, value: number, least: number): void {
  if (!(value >= least && value <= LONGEST_MS)) throw new UsageError(`${name}: milliseconds from ${least} to ${LONGEST_MS}`);
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
