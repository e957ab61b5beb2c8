/** A body that is passed on while it arrives, as long as it may be. */
export interface Stream {
  /** For how long it may still be late. */
  leftMs(): number;
  /** Whether it arrives more slowly than it has to, and has used up half of its grace. */
  isLate(): boolean;
  /** Ends it, as somebody else needs its place. */
  giveWay(): void;
}

/** The place of one stream at a service. */
export interface StreamPlace {
  /** What has the place: before, it cannot be taken away. */
  stream: Stream | null;
  leave(): void;
}

export type StreamPlaces = ReturnType<typeof createStreamPlaces>;

/**
 * When all `most` places are taken, the client with most gives way to one with at least two fewer, with its latest stream. Else a late
 * stream gives way. So a few clients with slow bodies cannot keep others out.
 */
export function createStreamPlaces(most: number) {
  const byNetwork = new Map<string, Set<StreamPlace>>();
  let taken = 0;

  function makeRoom(network: string): boolean {
    const own = byNetwork.get(network)?.size ?? 0;
    const [largest] = [...byNetwork.values()].toSorted((one, other) => other.size - one.size);
    const fromLargest = largest !== undefined && largest.size > own + 1 ? latestOf(largest) : undefined;
    const found =
      fromLargest ?? latestOf([...byNetwork.values()].flatMap((places) => [...places]).filter(({ stream }) => stream?.isLate()));
    if (found === undefined) return false;
    found.leave();
    found.stream!.giveWay();
    return true;
  }

  return {
    /** Null when all places are taken and nobody has to give way. */
    take(network: string): StreamPlace | null {
      if (taken >= most && !makeRoom(network)) return null;
      const own = byNetwork.get(network) ?? new Set<StreamPlace>();
      byNetwork.set(network, own);
      const place: StreamPlace = {
        stream: null,
        leave() {
          if (!own.delete(place)) return;
          taken -= 1;
          if (own.size === 0 && byNetwork.get(network) === own) byNetwork.delete(network);
        },
      };
      own.add(place);
      taken += 1;
      return place;
    },
  };
}

function latestOf(places: Iterable<StreamPlace>): StreamPlace | undefined {
  const known = [...places].filter(({ stream }) => stream !== null).map((place) => ({ place, leftMs: place.stream!.leftMs() }));
  return known.toSorted((one, other) => one.leftMs - other.leftMs)[0]?.place;
}
