import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

/** After somebody has waited so long for a place, nobody gets more than half of them for a while. */
const LONG_WAIT_MS = 250;
const HALVES_MS = 10_000;
/** Who has waited so long needs room for only one of several parties: those of a single one would take each place first. */
const TOO_LONG_WAIT_MS = 1_000;

/** Gets a connection, or the error that prevented it. */
type OnClient = (error: Error | undefined, client?: PoolClient, release?: (error?: unknown) => void) => void;

const scope = new AsyncLocalStorage<readonly string[]>();
/** Jobs and events, which count together. */
const ourselves: readonly string[] = [''];

/** Runs a request's work. Its connections count for each of `parties`: the caller's organizations, or the caller alone. */
export const onBehalfOf = <Result>(parties: readonly string[], work: () => Result): Result => scope.run(parties, work);

/**
 * Has those who wait for a connection take turns: in order, but first those whose organizations hold less than half of the pool. After
 * `waitMs` they get an error that `isConnectionError` knows.
 */
export function takeTurns(pool: Pool, waitMs: number): void {
  const places = new Places(pool.options.max);
  const holders = new Map<PoolClient, readonly string[]>();
  const connect = pool.connect.bind(pool) as (onClient: OnClient) => void;
  const open = (parties: readonly string[], onClient: OnClient): void =>
    connect((error, client, release) => {
      if (client) holders.set(client, parties);
      else places.leave(parties);
      onClient(error, client, release);
    });
  const wait = (parties: readonly string[], onClient: OnClient): void => {
    let isOver = false;
    const stopWaiting = places.wait(parties, () =>
      open(parties, (error, client, release) => {
        if (isOver) return release?.();
        clearTimeout(timer);
        onClient(error, client, release);
      }),
    );
    const timer = setTimeout(() => {
      isOver = true;
      stopWaiting();
      onClient(new Error('timeout exceeded when trying to connect: all connections of the pool are in use'));
    }, waitMs).unref();
  };
  const take = (onClient: OnClient): void => {
    const parties = scope.getStore() ?? ourselves;
    if (places.take(parties)) open(parties, onClient);
    else wait(parties, onClient);
  };
  pool.on('release', (_error, client) => {
    const parties = holders.get(client);
    holders.delete(client);
    if (parties) places.leave(parties);
  });
  const connected = (): Promise<PoolClient> =>
    new Promise((resolve, reject) => take((error, client) => (client ? resolve(client) : reject(error!))));
  pool.connect = ((onClient?: OnClient) => (onClient ? take(onClient) : connected())) as Pool['connect'];
}

interface Waiting {
  parties: readonly string[];
  sinceMs: number;
  onPlace: () => void;
}

/** `most` places. While others wait, no party gets more than half of them; alone it may have all. */
export class Places {
  readonly #most: number;
  readonly #half: number;
  readonly #nowMs: () => number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #taken = 0;
  /** Until then nobody gets more than half. */
  #halvesUntilMs = 0;

  constructor(most: number, nowMs = () => performance.now()) {
    this.#most = most;
    this.#half = Math.max(1, Math.floor(most / 2));
    this.#nowMs = nowMs;
  }

  /** Takes a place for all of these parties; false if they have to wait. */
  take(parties: readonly string[]): boolean {
    const isTaken = this.#taken < this.#most && (this.#hasRoom(parties) || (this.#waiting.size === 0 && !this.#isHalved()));
    if (isTaken) this.#count(parties, 1);
    return isTaken;
  }

  /** Calls `onPlace` with a place taken, unless the returned function ends the wait before. */
  wait(parties: readonly string[], onPlace: () => void): () => void {
    const waiting = { parties, sinceMs: this.#nowMs(), onPlace };
    this.#waiting.add(waiting);
    return () => this.#end(waiting);
  }

  leave(parties: readonly string[]): void {
    this.#count(parties, -1);
    for (let next = this.#next(); next; next = this.#next()) {
      this.#end(next);
      this.#count(next.parties, 1);
      next.onPlace();
    }
  }

  #next(): Waiting | undefined {
    if (this.#taken >= this.#most) return undefined;
    for (const waiting of this.#waiting) if (this.#isNext(waiting)) return waiting;
    const [first] = this.#waiting;
    return this.#isHalved() ? undefined : first;
  }

  #isNext({ parties, sinceMs }: Waiting): boolean {
    const isLong = this.#nowMs() - sinceMs > TOO_LONG_WAIT_MS;
    return isLong ? parties.some((party) => this.#hasRoom([party])) : this.#hasRoom(parties);
  }

  #end(waiting: Waiting): void {
    if (!this.#waiting.delete(waiting)) return;
    const nowMs = this.#nowMs();
    if (this.#hasRoom(waiting.parties) && nowMs - waiting.sinceMs > LONG_WAIT_MS) this.#halvesUntilMs = nowMs + HALVES_MS;
  }

  #hasRoom(parties: readonly string[]): boolean {
    return parties.every((party) => (this.#held.get(party) ?? 0) < this.#half);
  }

  #isHalved(): boolean {
    return this.#nowMs() < this.#halvesUntilMs;
  }

  #count(parties: readonly string[], by: 1 | -1): void {
    this.#taken += by;
    for (const party of parties) {
      const held = (this.#held.get(party) ?? 0) + by;
      if (held > 0) this.#held.set(party, held);
      else this.#held.delete(party);
    }
  }
}
