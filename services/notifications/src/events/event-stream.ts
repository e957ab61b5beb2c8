import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '@partner-ordering/kernel';
import { cursorText, type Cursor } from '../domain/events/cursor.ts';
import type { FedEvent, FeedPage, Wanted } from '../domain/events/feed.ts';
import { mayFollow, nextPage, type Follower } from './following.ts';

/** Half of the time after which a gateway or another proxy takes a silent answer for broken. */
const HEARTBEAT_MS = 15_000;
/** How often it is looked whether the reader may still read. A principal, and an ended session, may be known a second late. */
const CHECK_MS = 500;
/**
 * A reader that takes nothing is cut off so long after its stream was to end: together with the above, within the two seconds that are
 * promised.
 */
const END_MS = 200;
/** Between two pages of which a filter has left out most: a stream of rare types is not to keep the database busy. */
const PAUSE_MS = 100;
/** So many events at once are in memory, however slowly a reader takes them. */
const PAGE = 20;

/** A stream of events. */
export interface StreamOptions extends Follower {
  types: Wanted['types'];
  /** See `OperationTools`. */
  stillSignedIn(): Promise<Principal | undefined>;
  heartbeatMs?: number;
}

/**
 * The events behind a page, and then what comes, as server-sent events. Ends when the client goes, the instance drains, or the reader may
 * no longer read; a client goes on with the last `id` that it got. The next events are read when the reader has taken those before.
 */
export function eventStream(first: FeedPage, begin: Cursor, options: StreamOptions): Readable {
  const { following, organization, gone } = options;
  const ending = new AbortController();
  const signal = AbortSignal.any([gone, following.draining, ending.signal]);
  const stream = Readable.from(frames(first, begin, { ...options, gone: signal }), { objectMode: false, highWaterMark: 1 });
  const check = setInterval(() => {
    // While that cannot be known, as the database is down, nothing is read either.
    const isAllowed = options.stillSignedIn().then((principal) => mayFollow(principal, organization));
    isAllowed
      .catch(() => true)
      .then(
        (is) => void (is || ending.abort()),
        () => undefined,
      );
  }, CHECK_MS);
  const cut = (): void => void setTimeout(() => stream.destroy(), END_MS).unref();
  if (signal.aborted) cut();
  else signal.addEventListener('abort', cut, { once: true });
  return stream.once('close', () => clearInterval(check));
}

async function* frames(first: FeedPage, begin: Cursor, options: StreamOptions): AsyncGenerator<string> {
  const { types, gone, heartbeatMs = HEARTBEAT_MS } = options;
  // Without an event the `id` says where to go on, so that a reader that comes again misses nothing.
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

/** One event; its JSON has line breaks between values at most. */
const frameOf = ({ type, body, cursor }: FedEvent): string =>
  `${idOf(cursor)}event: ${type}\ndata: ${body.replaceAll(/[\r\n]+/g, ' ')}\n\n`;
