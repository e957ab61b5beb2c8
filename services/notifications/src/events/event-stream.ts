import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '@partner-ordering/kernel';
import { cursorText, type Cursor } from '../domain/events/cursor.ts';
import type { FeedEvent, FeedPage, FeedQuery } from '../domain/events/feed.ts';
import { mayReadFeed, nextPage, type FeedReader } from './feed-connections.ts';

/** Half of the time after which proxies end a silent answer. */
const HEARTBEAT_MS = 15_000;
/** Interval of the check of rights. A lost right or session may arrive a second late. */
const CHECK_MS = 500;
/** Time until a stalled stream is destroyed after its end: less in all than the two seconds that the contract promises. */
const END_MS = 200;
/** Pause after a page that the filter left short: a stream of rare types must not keep the database busy. */
const PAUSE_MS = 100;
/** Maximum number of events in memory for a slow reader. */
const PAGE_SIZE = 20;

interface StreamOptions extends FeedReader {
  types: FeedQuery['types'];
  /** See `DomainContext`. */
  stillSignedIn(): Promise<Principal | undefined>;
  heartbeatMs?: number;
}

/**
 * Kept events and then new ones, as server-sent events. Ends when the client goes, the instance drains, or the reader loses the right.
 * Clients resume with the last `id`. Reads the next events when the reader has taken those before.
 */
export function eventStream(first: FeedPage, begin: Cursor, options: StreamOptions): Readable {
  const { feedConnections, organization } = options;
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, feedConnections.draining, ending.signal]);
  const stream = Readable.from(frames(first, begin, { ...options, signal }), { objectMode: false, highWaterMark: 1 });
  const check = setInterval(() => {
    // An error means that the database is down: then nothing is read either.
    const isAllowed = options.stillSignedIn().then((principal) => mayReadFeed(principal, organization));
    void isAllowed.catch(() => true).then((isStillAllowed) => isStillAllowed || ending.abort());
  }, CHECK_MS);
  const destroyLater = (): void => void setTimeout(() => stream.destroy(), END_MS).unref();
  if (signal.aborted) destroyLater();
  else signal.addEventListener('abort', destroyLater, { once: true });
  return stream.once('close', () => clearInterval(check));
}

async function* frames(first: FeedPage, begin: Cursor, options: StreamOptions): AsyncGenerator<string> {
  const { types, signal, heartbeatMs = HEARTBEAT_MS } = options;
  // An `id` before the first event, so that a reader that reconnects misses nothing.
  yield `retry: 1000\n${idOf(begin)}\n`;
  for (let page = first; ; page = await nextPage(options, page.next, { types, limit: PAGE_SIZE }, heartbeatMs)) {
    for (const event of page.events) {
      if (signal.aborted) return;
      yield frameOf(event);
    }
    if (signal.aborted) return;
    if (page.events.length === 0) yield `:\n${idOf(page.next)}\n`;
    if (page.isShort) await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

const idOf = (cursor: Cursor): string => `id: ${cursorText(cursor)}\n`;

/** One event. Its JSON has line breaks only between values. */
const frameOf = ({ type, body, cursor }: FeedEvent): string =>
  `${idOf(cursor)}event: ${type}\ndata: ${body.replaceAll(/[\r\n]+/g, ' ')}\n\n`;
