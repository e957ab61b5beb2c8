interface Waiting<Item> {
  item: Item;
  done: PromiseWithResolvers<void>;
}

/**
 * Does at once what has come while others were being done: up to `most` items with different keys, in `runs` runs at the same time. An item
 * is done when its run is. If a run of several fails, each of them is done alone.
 */
export function together<Item>(
  { most, runs, keyOf }: { most: number; runs: number; keyOf: (item: Item) => string },
  doAll: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = [];
  let running = 0;

  function take(): Waiting<Item>[] {
    const taken = new Map<string, Waiting<Item>>();
    for (const one of waiting) if (taken.size < most && !taken.has(keyOf(one.item))) taken.set(keyOf(one.item), one);
    const those = new Set(taken.values());
    waiting = waiting.filter((one) => !those.has(one));
    return [...those];
  }

  const settle = ({ item, done }: Waiting<Item>): Promise<void> => doAll([item]).then(done.resolve, done.reject);

  async function run(): Promise<void> {
    running++;
    while (waiting.length > 0) {
      const taken = take();
      if (taken.length === 1) await settle(taken[0]!);
      else
        await doAll(taken.map(({ item }) => item)).then(
          () => taken.forEach(({ done }) => done.resolve()),
          () => Promise.all(taken.map(settle)),
        );
    }
    running--;
  }

  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    if (running < runs) void run();
    return done.promise;
  };
}
