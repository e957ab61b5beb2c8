/** Batches items that arrive during a write, up to `maxItems`. A call resolves when its item is written; a failed write rejects its own. */
export function batchWrites<Item>(write: (items: readonly Item[]) => Promise<void>, maxItems: number): (item: Item) => Promise<void> {
  let lastWrite: Promise<unknown> = Promise.resolve();
  let openBatch: { items: Item[]; written: Promise<void> } | undefined;
  return (item) => {
    if (!openBatch || openBatch.items.length === maxItems) {
      const items: Item[] = [];
      const written = lastWrite.then(() => {
        if (openBatch?.items === items) openBatch = undefined;
        return write(items);
      });
      lastWrite = written.catch(() => undefined);
      openBatch = { items, written };
    }
    openBatch.items.push(item);
    return openBatch.written;
  };
}
