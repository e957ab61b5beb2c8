import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '@partner-ordering/kernel';
import { cursorText, type Cursor } from '../domain/events/cursor.ts';
import type { FedEvent, FeedPage, Wanted } from '../domain/events/feed.ts';
import { mayFollow, nextPage, type Follower } from './following.ts';

/** Half of the time after which proxies cut a silent answer. */
const HEARTBEAT_MS = 15_000;
/** Interval of the check of rights. A lost right or session may arrive a second late. */
const CHECK_MS = 500;
/** Time until a stalled stream is destroyed after its end: in all within the two seconds that the contract promises. */
const END_MS = 200;
/** Pause after a page that the filter left short: a stream of rare types must not keep the database busy. */
const PAUSE_MS = 100;
/** Maximum number of events in memory for a slow reader. */
const PAGE = 20;

interface StreamOptions extends Follower {
  types: Wanted['types'];
  /** See `DomainContext`. */
  stillSignedIn(): Promise<Principal | undefined>;
  heartbeatMs?: number;
}

/**
 * Kept events and then new ones, as server-sent events. Ends when the client goes, the instance drains, or the reader loses the right.
 * Clients resume with the last `id`. Reads the next events when the reader has taken those before.
 */
export function eventStream(first: FeedPage, begin: Cursor, options: StreamOptions): Readable {
  const { following, organization, gone } = options;
  const ending = new AbortController();
  const signal = AbortSignal.any([gone, following.draining, ending.signal]);
  const stream = Readable.from(frames(first, begin, { ...options, gone: signal }), { objectMode: false, highWaterMark: 1 });
  const check = setInterval(() => {
    // An error means that the database is down: then nothing is read either.
    const isAllowed = options.stillSignedIn().then((principal) => mayFollow(principal, organization));
    void isAllowed.catch(() => true).then((is) => is || ending.abort());
  }, CHECK_MS);
  const cut = (): void => void setTimeout(() => stream.destroy(), END_MS).unref();
  if (signal.aborted) cut();
  else signal.addEventListener('abort', cut, { once: true });
  return stream.once('close', () => clearInterval(check));
}

async function* frames(first: FeedPage, begin: Cursor, options: StreamOptions): AsyncGenerator<string> {
  const { types, gone, heartbeatMs = HEARTBEAT_MS } = options;
  // An `id` before the first event, so that a reader that reconnects misses nothing.
  yield `retry: 1000\n${idOf(begin)}\n`;
  for (let page = first; ; page = await nextPage(options, page.next, { types, limit: PAGE }, heartbeatMs)) {
    for (const event of page.events) {
      if (gone.aborted) return;
      yield frameOf(event);
    }
    if (gone.aborted) return;
    if (page.events.length === 0) yield `:\n${idOf(page.next)}\n`;
    if (page.isShort) await sleep(PAUSE_MS, undefined, { signal: gone }).catch(() => undefined);
  }
}

const idOf = (cursor: Cursor): string => `id: ${cursorText(cursor)}\n`;

/** One event. Its JSON has line breaks only between values. */
const frameOf = ({ type, body, cursor }: FedEvent): string =>
  `${idOf(cursor)}event: ${type}\ndata: ${body.replaceAll(/[\r\n]+/g, ' ')}\n\n`;
