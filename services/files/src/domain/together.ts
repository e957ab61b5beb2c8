import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '@partner-ordering/kernel';

interface Waiting<Item> {
  item: Item;
  done: PromiseWithResolvers<void>;
}

/** How items are done together. */
export interface Together<Item> {
  /** How many items one run takes. */
  most: number;
  /** How many runs there are at the same time. */
  runs: number;
  /** An item that waits longer than until then, by `clockMs`, is refused with 503. */
  untilMs: (item: Item) => number;
  /** Items with the same key are never in one run. */
  keyOf: (item: Item) => string;
  /** An item that has a run of its own. */
  isAlone: (item: Item) => boolean;
  /** Whether an error is that of one item, so that the others of its run may succeed without it. */
  isOfOne: (error: unknown) => boolean;
  /** Told of such an error, before each of the `count` items is done alone. */
  onFailed: (error: unknown, count: number) => void;
  /** Milliseconds that only grow. */
  clockMs?: () => number;
}

/**
 * Does at once what has come while others were being done. An item is done when its run is. If a run of several fails for one of them, they
 * are done one after another; for any other reason all of them fail. A run belongs to no trace, as it belongs to several requests.
 */
export function together<Item>(
  { most, runs, untilMs, keyOf, isAlone, isOfOne, onFailed, clockMs = () => performance.now() }: Together<Item>,
  doAll: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  const inNoTrace = AsyncLocalStorage.snapshot();
  let waiting: Waiting<Item>[] = [];
  let running = 0;

  function take(): Waiting<Item>[] {
    waiting = waiting.filter((one) => !isRefused(one));
    const [first] = waiting;
    const candidates = first && isAlone(first.item) ? [first] : waiting.filter(({ item }) => !isAlone(item));
    const taken = new Map<string, Waiting<Item>>();
    for (const one of candidates) if (taken.size < most && !taken.has(keyOf(one.item))) taken.set(keyOf(one.item), one);
    const those = new Set(taken.values());
    waiting = waiting.filter((one) => !those.has(one));
    return [...those];
  }

  function isRefused({ item, done }: Waiting<Item>): boolean {
    const isLate = clockMs() > untilMs(item);
    if (isLate) done.reject(unavailable());
    return isLate;
  }

  const settle = ({ item, done }: Waiting<Item>): Promise<void> => doAll([item]).then(done.resolve, done.reject);

  async function settleAll(taken: readonly Waiting<Item>[]): Promise<void> {
    try {
      await doAll(taken.map(({ item }) => item));
      for (const { done } of taken) done.resolve();
    } catch (error) {
      if (!isOfOne(error)) return taken.forEach(({ done }) => done.reject(error));
      onFailed(error, taken.length);
      for (const one of taken) if (!isRefused(one)) await settle(one);
    }
  }

  async function run(): Promise<void> {
    running++;
    for (let taken = take(); taken.length > 0; taken = take()) await (taken.length === 1 ? settle(taken[0]!) : settleAll(taken));
    running--;
  }

  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    if (running < runs) inNoTrace(() => void run());
    return done.promise;
  };
}
