/** Batches items that arrive during a write, up to `most`. A call resolves when its item is written; a failed write rejects its own. */
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
