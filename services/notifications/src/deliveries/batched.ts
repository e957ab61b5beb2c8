/**
 * Writes items together that come while the write before them runs. Each call resolves when its item is written; all items of a write that
 * fails reject with its error. @param most so many items are written at once
 */
export function batched<Item>(write: (items: readonly Item[]) => Promise<void>, most: number): (item: Item) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let open: { items: Item[]; written: Promise<void> } | undefined;
  return (item) => {
    if (!open || open.items.length === most) {
      const items: Item[] = [];
      const written = last.then(() => {
        if (open?.items === items) open = undefined;
        return write(items);
      });
      last = written.catch(() => undefined);
      open = { items, written };
    }
    open.items.push(item);
    return open.written;
  };
}
