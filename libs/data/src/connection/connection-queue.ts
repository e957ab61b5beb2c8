import { AsyncLocalStorage } from 'node:async_hooks';
import { FairQueue, type Entry } from '@partner-ordering/kernel';
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
 * Has those who need a connection wait in a `ConnectionQueue`, for `waitMs`: then they get an error that `isConnectionError` knows. Returns
 * the count of those who wait.
 */
export function queueForConnections(pool: Pool, waitMs: number): () => number {
  const queue = new ConnectionQueue(pool.options.max);
  const leaves = new Map<PoolClient, () => void>();
  const connect = pool.connect.bind(pool) as (onClient: OnClient) => void;
  const take = (onClient: OnClient): void => {
    let isOver = false;
    let endTimer = (): void => undefined;
    const stopWaiting = queue.take(scope.getStore() ?? background, (leave) =>
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
  return () => queue.waiting;
}

/** A slot for each connection of a pool. A party's share is half of them. Slow work has half too, shared in the same way. */
export class ConnectionQueue extends FairQueue<Work> {
  readonly #half: number;
  readonly #nowMs: () => number;
  /** Operations of a party, by when they no longer count as slow: soonest first. */
  readonly #slowUntilMs = new Map<string, number>();

  constructor(total: number, nowMs = () => performance.now()) {
    super({ total, share: Math.ceil(total / 2), nowMs });
    this.#half = Math.max(1, Math.floor(total / 2));
    this.#nowMs = nowMs;
  }

  override take(work: Work, onSlot: Entry<Work>['onSlot']): (() => void) | undefined {
    this.#noteSlow();
    return super.take(work, onSlot);
  }

  protected override leave(entry: Entry<Work>): void {
    this.#noteSlow();
    super.leave(entry);
  }

  /** Slow work, while its party holds as many slots of slow work as are left of them. */
  protected override isHeldBack({ work }: Entry<Work>): boolean {
    if (!this.#isSlow(work)) return false;
    const slow = [...this.holders].filter((holder) => this.#isSlow(holder.work));
    const held = work.parties.map((party) => slow.filter((holder) => holder.work.parties.includes(party)).length);
    return Math.min(...held) >= this.#half - slow.length;
  }

  #isSlow({ parties, operation }: Work): boolean {
    return this.#slowUntilMs.size > 0 && parties.some((party) => this.#slowUntilMs.has(`${party} ${operation}`));
  }

  #noteSlow(): void {
    const nowMs = this.#nowMs();
    for (const [name, untilMs] of this.#slowUntilMs) {
      if (untilMs > nowMs) break;
      this.#slowUntilMs.delete(name);
    }
    for (const { sinceMs, work } of this.holders) {
      if (nowMs - sinceMs <= SLOW_MS) break;
      if (work === background) continue;
      for (const party of work.parties) {
        const name = `${party} ${work.operation}`;
        this.#slowUntilMs.delete(name);
        this.#slowUntilMs.set(name, nowMs + SLOW_FOR_MS);
      }
    }
  }
}
