import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '@partner-ordering/data';
import { ProtocolRefusal, MAX_WAITING_ANSWERS, protocolErrors } from '@partner-ordering/http';
import { Slots, takeSlots, type Principal } from '@partner-ordering/kernel';
import type { Cursor } from '../domain/events/cursor.ts';
import { readFeed, type FeedPage, type FeedQuery } from '../domain/events/feed.ts';

/** Waits for events of an organization from its creation on. */
interface Waiter {
  /** Resolves when there are some, after `ms`, or when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
  /** Removes the waiter; call it after the last `wait`. */
  leave(): void;
}

/** The waiters for events, by organization. One connection serves them all. */
class Waiters {
  readonly #waiting = new Map<string, Set<() => void>>();

  expect(organization: string): Waiter {
    const { promise, resolve: wake } = Promise.withResolvers<void>();
    const own = this.#waiting.get(organization) ?? new Set();
    this.#waiting.set(organization, own);
    own.add(wake);
    const leave = (): void => {
      own.delete(wake);
      if (own.size === 0 && this.#waiting.get(organization) === own) this.#waiting.delete(organization);
    };
    const wait: Waiter['wait'] = (ms, signal) => {
      const timer = new AbortController();
      const end = delay(ms, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(() => undefined);
      return Promise.race([promise, end]).finally(() => timer.abort());
    };
    return { leave, wait };
  }

  /** @param organization undefined wakes all */
  wake(organization: string | undefined): void {
    const woken = organization === undefined ? [...this.#waiting.values()] : [this.#waiting.get(organization) ?? []];
    for (const each of woken) for (const wake of each) wake();
  }
}

/** Maximum numbers of open streams and long polls in an instance. A stream holds up to a page in memory. */
const limits = { user: 32, organization: 64 };

const RETRY_AFTER_MS = 5_000;

/** The open streams and long polls of an instance. */
export class FeedConnections {
  readonly waiters = new Waiters();
  readonly #users = new Slots(limits.user);
  readonly #organizations = new Slots(limits.organization);
  readonly #all = new Slots(MAX_WAITING_ANSWERS);
  readonly #draining = new AbortController();

  /** Aborted when all of them must end. */
  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  /** Begins a stream or long poll; returns its end. 429 when too many are open. */
  begin(user: string, organization: string): () => void {
    const end = takeSlots([
      [this.#users, user],
      [this.#organizations, organization],
      [this.#all, 'all'],
    ]);
    if (!end) throw new ProtocolRefusal(protocolErrors.tooManyRequests(RETRY_AFTER_MS));
    return end;
  }

  drain(): void {
    this.#draining.abort();
  }
}

export interface FeedReader {
  queryable: Queryable;
  feedConnections: FeedConnections;
  organization: string;
  /** Aborted when the client has gone, or its stream ends. */
  signal: AbortSignal;
}

export const mayReadFeed = (principal: Principal | undefined, organization: string): boolean =>
  principal !== undefined && (principal.isAdmin || principal.manages.includes(organization));

/** The next page behind a cursor. If empty, waits for events up to `waitMs` without a connection. It may be short (`FeedPage`). */
export async function nextPage(reader: FeedReader, cursor: Cursor, query: FeedQuery, waitMs: number): Promise<FeedPage> {
  const { queryable, feedConnections, organization } = reader;
  const end = performance.now() + waitMs;
  const signal = AbortSignal.any([reader.signal, feedConnections.draining]);
  for (let from = cursor; ;) {
    const waiter = feedConnections.waiters.expect(organization);
    try {
      const page = await readFeed(queryable, from, query);
      const leftMs = end - performance.now();
      if (page.events.length > 0 || page.hasMore || leftMs <= 0 || signal.aborted) return page;
      from = page.next;
      await waiter.wait(leftMs, signal);
    } finally {
      waiter.leave();
    }
  }
}
