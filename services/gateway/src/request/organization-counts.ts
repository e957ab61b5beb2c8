import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** Counted organizations. Beyond it the least recently seen ones are dropped, which are not the busiest. */
const MOST_COUNTED = 1_000;
const MOST_NAMED = 10;

type Counts = LRUCache<string, number>;

/** Counts the requests of each minute by organization. */
export function organizationCounts(nowMs: () => number) {
  const none = (): Counts => new LRUCache({ max: MOST_COUNTED });
  let [current, last, endsAtMs] = [none(), none(), nowMs() + MINUTE_MS];

  function beginMinutes(): void {
    const now = nowMs();
    if (now < endsAtMs) return;
    last = now < endsAtMs + MINUTE_MS ? current : none();
    [current, endsAtMs] = [none(), now + MINUTE_MS];
  }

  return {
    add(gid: string, requests: number): void {
      beginMinutes();
      current.set(gid, (current.get(gid) ?? 0) + requests);
    },
    /** The organizations with the most requests in the last whole minute, at most ten. */
    busiest(): readonly (readonly [gid: string, requests: number])[] {
      beginMinutes();
      return [...last.entries()].toSorted(([, left], [, right]) => right - left).slice(0, MOST_NAMED);
    },
  };
}
