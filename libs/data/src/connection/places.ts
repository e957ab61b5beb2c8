import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

/** Who holds a connection longer is slow, and so are the same party's next calls of this operation for a while. */
const SLOW_MS = 250;
const SLOW_FOR_MS = 10_000;

/** Gets a connection, or the error that prevented it. */
type OnClient = (error: Error | undefined, client?: PoolClient, release?: (error?: unknown) => void) => void;

/** What connections are for. They count for each of `parties`: the caller's organizations, or the caller alone. */
export interface Work {
  parties: readonly string[];
  operation: string;
  /** Gid of the organization of the resource; set by the first read of one that tells it. */
  organization?: string | undefined;
}

const scope = new AsyncLocalStorage<Work>();
/** What no request asked for: jobs, events, the start. It counts together, and never as slow. */
const background: Work = { parties: [''], operation: '' };

/** Whether no request asked for what runs. */
export const isInBackground = (): boolean => scope.getStore() === undefined;

/** Runs a request, whose connections count as `work`. */
export const onBehalfOf = <Result>(work: Work, run: () => Result): Result => scope.run(work, run);

/** Notes the organization of a resource that the request has read. */
export function noteOrganization(gid: string | null | undefined): void {
  const work = scope.getStore();
  if (work && gid) work.organization ??= gid;
}

/**
 * Has those who wait for a connection take turns, see `Places`. After `waitMs` they get an error that `isConnectionError` knows. Returns
 * the count of those who wait.
 */
export function takeTurns(pool: Pool, waitMs: number): () => number {
  const places = new Places(pool.options.max);
  const leaves = new Map<PoolClient, () => void>();
  const connect = pool.connect.bind(pool) as (onClient: OnClient) => void;
  const take = (onClient: OnClient): void => {
    let isOver = false;
    let endTimer = (): void => undefined;
    const stopWaiting = places.take(scope.getStore() ?? background, (leave) =>
      connect((error, client, release) => {
        if (client) leaves.set(client, leave);
        else queueMicrotask(leave);
        if (isOver) return release?.();
        endTimer();
        onClient(error, client, release);
      }),
    );
    if (!stopWaiting) return;
    const timer = setTimeout(() => {
      isOver = true;
      stopWaiting();
      onClient(new Error('timeout exceeded when trying to connect: all connections of the pool are in use'));
    }, waitMs).unref();
    endTimer = () => clearTimeout(timer);
  };
  pool.on('release', (_error, client) => {
    const leave = leaves.get(client);
    leaves.delete(client);
    // Only then the pool has the connection back, which the next one takes.
    if (leave) queueMicrotask(leave);
  });
  const connected = (): Promise<PoolClient> =>
    new Promise((resolve, reject) => take((error, client) => (client ? resolve(client) : reject(error!))));
  pool.connect = ((onClient?: OnClient) => (onClient ? take(onClient) : connected())) as Pool['connect'];
  return () => places.waiting;
}

interface Holder {
  work: Work;
  sinceMs: number;
}

interface Waiting extends Holder {
  onPlace: (leave: () => void) => void;
}

/**
 * `most` places. A party takes one while it holds fewer than are free: half of them at most, and the next party finds some. Slow work has
 * half of the places, shared in the same way. The party that holds the fewest is next, then who has waited longest. Each second of
 * waiting counts as one place less, so that nobody waits for ever while others come.
 */
export class Places {
  readonly #most: number;
  readonly #half: number;
  readonly #nowMs: () => number;
  /** Longest first. */
  readonly #holders = new Set<Holder>();
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  /** Operations of a party, by when they no longer count as slow: soonest first. */
  readonly #slowUntilMs = new Map<string, number>();

  constructor(most: number, nowMs = () => performance.now()) {
    this.#most = most;
    this.#half = Math.max(1, Math.floor(most / 2));
    this.#nowMs = nowMs;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Calls `onPlace` with a place taken: at once, or later unless the returned function ends the wait before. */
  take(work: Work, onPlace: Waiting['onPlace']): (() => void) | undefined {
    const waiting = { work, sinceMs: this.#nowMs(), onPlace };
    this.#waiting.add(waiting);
    this.#noteSlow();
    this.#giveFreePlaces();
    return this.#waiting.has(waiting) ? () => void this.#waiting.delete(waiting) : undefined;
  }

  #giveFreePlaces(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const holder = { work: next.work, sinceMs: this.#nowMs() };
      this.#waiting.delete(next);
      this.#holders.add(holder);
      this.#count(holder, 1);
      next.onPlace(() => this.#leave(holder));
    }
  }

  #leave(holder: Holder): void {
    this.#noteSlow();
    this.#holders.delete(holder);
    this.#count(holder, -1);
    this.#giveFreePlaces();
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    let fewest = this.#most - this.#holders.size;
    if (fewest === 0) return undefined;
    const nowMs = this.#nowMs();
    for (const waiting of this.#waiting) {
      const held = Math.min(...waiting.work.parties.map((party) => this.#held.get(party) ?? 0));
      const compared = held - Math.floor((nowMs - waiting.sinceMs) / 1_000);
      const isNext = held < this.#most / 2 && compared < fewest && (!this.#isSlow(waiting) || this.#isSlowPlaceFree(waiting));
      if (isNext) [next, fewest] = [waiting, compared];
    }
    return next;
  }

  #isSlowPlaceFree({ work: { parties } }: Waiting): boolean {
    const slow = [...this.#holders].filter((holder) => this.#isSlow(holder));
    const held = parties.map((party) => slow.filter(({ work }) => work.parties.includes(party)).length);
    return Math.min(...held) < this.#half - slow.length;
  }

  #isSlow({ work: { parties, operation } }: Holder): boolean {
    return this.#slowUntilMs.size > 0 && parties.some((party) => this.#slowUntilMs.has(`${party} ${operation}`));
  }

  #noteSlow(): void {
    const nowMs = this.#nowMs();
    for (const [name, untilMs] of this.#slowUntilMs) {
      if (untilMs > nowMs) break;
      this.#slowUntilMs.delete(name);
    }
    for (const { sinceMs, work } of this.#holders) {
      if (nowMs - sinceMs <= SLOW_MS) break;
      if (work === background) continue;
      for (const party of work.parties) {
        const name = `${party} ${work.operation}`;
        this.#slowUntilMs.delete(name);
        this.#slowUntilMs.set(name, nowMs + SLOW_FOR_MS);
      }
    }
  }

  #count({ work }: Holder, by: 1 | -1): void {
    for (const party of work.parties) {
      const held = (this.#held.get(party) ?? 0) + by;
      if (held > 0) this.#held.set(party, held);
      else this.#held.delete(party);
    }
  }
}
