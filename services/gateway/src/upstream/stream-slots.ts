/** A body that is passed on while it arrives, as long as it may be. */
export interface Stream {
  /** For how long it may still be late. */
  leftMs(): number;
  /** Whether it arrives more slowly than it has to, and has used up half of its grace. */
  isLate(): boolean;
  /** Ends it, as somebody else needs its slot. */
  giveWay(): void;
}

/** The slot of one stream at a service. */
export interface StreamSlot {
  /** The stream that has the slot: before, the slot cannot be taken away. */
  stream: Stream | null;
  leave(): void;
}

export type StreamSlots = ReturnType<typeof createStreamSlots>;

/**
 * When all slots are taken, the party that holds most gives way to one with at least two fewer, with its latest stream. Else a late stream
 * gives way. So a few clients with slow bodies cannot keep others out. No `Slots`: here a slot can be lost to another.
 */
export function createStreamSlots(total: number) {
  const byNetwork = new Map<string, Set<StreamSlot>>();
  let takenCount = 0;

  function makeRoom(network: string): boolean {
    const own = byNetwork.get(network)?.size ?? 0;
    const [largest] = [...byNetwork.values()].toSorted((one, other) => other.size - one.size);
    const fromLargest = largest !== undefined && largest.size > own + 1 ? latestOf(largest) : undefined;
    const yielding =
      fromLargest ?? latestOf([...byNetwork.values()].flatMap((slots) => [...slots]).filter(({ stream }) => stream?.isLate()));
    if (yielding === undefined) return false;
    yielding.leave();
    yielding.stream!.giveWay();
    return true;
  }

  return {
    /** Null when all slots are taken and nobody has to give way. */
    take(network: string): StreamSlot | null {
      if (takenCount >= total && !makeRoom(network)) return null;
      const own = byNetwork.get(network) ?? new Set<StreamSlot>();
      byNetwork.set(network, own);
      const slot: StreamSlot = {
        stream: null,
        leave() {
          if (!own.delete(slot)) return;
          takenCount -= 1;
          if (own.size === 0 && byNetwork.get(network) === own) byNetwork.delete(network);
        },
      };
      own.add(slot);
      takenCount += 1;
      return slot;
    },
  };
}

function latestOf(slots: Iterable<StreamSlot>): StreamSlot | undefined {
  const streams = [...slots].filter(({ stream }) => stream !== null).map((slot) => ({ slot, leftMs: slot.stream!.leftMs() }));
  return streams.toSorted((one, other) => one.leftMs - other.leftMs)[0]?.slot;
}
