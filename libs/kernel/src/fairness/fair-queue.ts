/** What a slot is for. It counts for each of the parties. */
export interface SharedWork {
  readonly parties: readonly string[];
}

/** Work that waits for a slot or holds one. */
export interface Entry<Work extends SharedWork> {
  readonly work: Work;
  /** Since when it waits, then since when it holds the slot. */
  sinceMs: number;
  readonly onSlot: (leave: () => void) => void;
}

export interface FairQueueOptions {
  /** How many slots a party may hold; `Infinity` has no limit. */
  share: number;
  /** The slots of all parties. Without it none waits for another, and work has one party. */
  total?: number;
  nowMs: () => number;
}

/**
 * Has work wait while its party holds its share, or as many slots of the `total` as are free: so the next party finds some. The party that
 * holds the fewest is next, then who has waited longest. Each second of waiting counts as one slot less, so that nobody waits for ever
 * while others come.
 */
export class FairQueue<Work extends SharedWork = SharedWork> {
  /** Who holds a slot, longest first. */
  protected readonly holders = new Set<Entry<Work>>();
  readonly #share: number;
  readonly #total: number;
  readonly #nowMs: () => number;
  readonly #held = new Map<string, number>();
  /** Who waits, longest first: in one line for the `total`, otherwise in a line of each party. */
  readonly #lines = new Map<string, Set<Entry<Work>>>();

  constructor({ share, total = Infinity, nowMs }: FairQueueOptions) {
    this.#share = share;
    this.#total = total;
    this.#nowMs = nowMs;
  }

  /** The number of those who wait. */
  get waiting(): number {
    let count = 0;
    for (const { size } of this.#lines.values()) count += size;
    return count;
  }

  /** Calls `onSlot` with a slot taken: at once, or later unless the returned function ends the wait before. */
  take(work: Work, onSlot: Entry<Work>['onSlot']): (() => void) | undefined {
    const entry = { work, sinceMs: this.#nowMs(), onSlot };
    const name = this.#lineOf(work);
    const line = this.#lines.get(name);
    // As a rule nobody waits, and no line is made.
    if (line === undefined && this.#rank(entry, entry.sinceMs) < this.#free && !this.isHeldBack(entry)) return void this.#give(entry);
    this.#lines.set(name, (line ?? new Set()).add(entry));
    this.#fill(name, entry.sinceMs);
    return this.#lines.get(name)?.has(entry) ? () => this.#remove(entry) : undefined;
  }

  /** Leaves the slot of an entry, which goes to the next. */
  protected leave(entry: Entry<Work>): void {
    if (!this.holders.delete(entry)) return;
    this.#count(entry.work, -1);
    if (this.#lines.size > 0) this.#fill(this.#lineOf(entry.work), this.#nowMs());
  }

  /** Whether an entry that could have a slot is to wait nevertheless. */
  protected isHeldBack(_entry: Entry<Work>): boolean {
    return false;
  }

  get #free(): number {
    return this.#total - this.holders.size;
  }

  #lineOf({ parties }: Work): string {
    return this.#total === Infinity ? parties[0]! : '';
  }

  /** Gives the free slots to those who wait in a line. */
  #fill(name: string, nowMs: number): void {
    const line = this.#lines.get(name) ?? [];
    for (let next = this.#next(line, nowMs); next; next = this.#next(line, nowMs)) {
      this.#remove(next);
      next.sinceMs = nowMs;
      this.#give(next);
    }
  }

  #remove(entry: Entry<Work>): void {
    const name = this.#lineOf(entry.work);
    const line = this.#lines.get(name);
    line?.delete(entry);
    if (line?.size === 0) this.#lines.delete(name);
  }

  #give(entry: Entry<Work>): void {
    this.holders.add(entry);
    this.#count(entry.work, 1);
    entry.onSlot(() => this.leave(entry));
  }

  #next(line: Iterable<Entry<Work>>, nowMs: number): Entry<Work> | undefined {
    let next: Entry<Work> | undefined;
    let fewest = this.#free;
    if (fewest === 0) return undefined;
    for (const entry of line) {
      const rank = this.#rank(entry, nowMs);
      if (rank < fewest && !this.isHeldBack(entry)) [next, fewest] = [entry, rank];
      // In the line of one party, who has waited longest is next.
      if (this.#total === Infinity) break;
    }
    return next;
  }

  /** The slots of the party that holds the fewest, less the seconds of waiting; `Infinity` for a party that holds its share. */
  #rank({ work: { parties }, sinceMs }: Entry<Work>, nowMs: number): number {
    let held = Infinity;
    for (const party of parties) held = Math.min(held, this.#held.get(party) ?? 0);
    return held < this.#share ? held - Math.floor((nowMs - sinceMs) / 1_000) : Infinity;
  }

  #count({ parties }: Work, by: 1 | -1): void {
    for (const party of parties) {
      const held = (this.#held.get(party) ?? 0) + by;
      if (held > 0) this.#held.set(party, held);
      else this.#held.delete(party);
    }
  }
}
