import type { Pool, PoolOptions, QueryConfig, QueryResult } from 'pg';
import { DatabaseClient, nameStatement } from './client.ts';
import { isConnectionError } from './connection-errors.ts';
import type { Sql, Statement } from './sql.ts';

const PIPES = 2;
/** The pool answers a read sooner than a pipe where so many wait, or where one has waited so long. */
const MOST_WAITING = 16;
const LONGEST_WAIT_MS = 5;
/** A read that takes so long waits for a lock, longer than this, and the others behind it: the pool answers them all. */
const STUCK_MS = 500;
/** As the pool closes idle connections. A firewall drops them silently after minutes. */
const IDLE_MS = 10_000;
const PAUSE_BEFORE_REOPENING_MS = 1_000;
/** Until then the server may keep the connection of a read that waits for a lock. */
const PAUSE_AFTER_STUCK_MS = 2_000;

/** Statements outside of transactions: reads by key through a pipe, others through the pool. */
export interface Reads {
  query<Row>(statement: Sql | Statement): Promise<Row[]>;
  /** Resolves when the pipes have answered what was sent. */
  close(): Promise<void>;
}

/**
 * Reads by the connections of `pool` and two besides them, with the same options. A read that loses its connection is run once more, by the
 * pool, if half of `answerTimeoutMs` is left.
 */
export function pipedReads(pool: Pool, answerTimeoutMs: number): Reads {
  const pipes = Array.from({ length: PIPES }, () => new Pipe(pool.options));

  async function run({ text, values, name, isByKey, isOfList }: Statement): Promise<QueryResult> {
    const query = { name, text, values: [...values], isOfList };
    const pipe = isByKey ? freePipe(pipes, pool) : undefined;
    if (!pipe) return pool.query(query);
    const sentAtMs = performance.now();
    try {
      return await pipe.query(query);
    } catch (error) {
      const leftMs = answerTimeoutMs - (performance.now() - sentAtMs);
      if (!isPassing(error) || leftMs < answerTimeoutMs / 2) throw error;
      // pg has a time limit of a single statement, @types/pg does not.
      return pool.query({ ...query, query_timeout: Math.ceil(leftMs) } as QueryConfig);
    }
  }

  return {
    query: async <Row>(statement: Sql | Statement) => {
      try {
        return (await run(statement)).rows as Row[];
      } catch (error) {
        nameStatement(error, statement.text);
        throw error;
      }
    },
    close: async () => void (await Promise.all(pipes.splice(0).map((pipe) => pipe.close()))),
  };
}

/** Whether the connection was lost, or lacks the statement (SQLSTATE 26000): an earlier read of the same name failed to prepare it. */
const isPassing = (error: unknown): boolean => isConnectionError(error) || (error as { code?: string }).code === '26000';

/** The pipe that answers soonest, if one does so soon. They open when a read is sent while another statement runs. */
function freePipe(pipes: readonly Pipe[], pool: Pool): Pipe | undefined {
  const nowMs = performance.now();
  const isBusy = pool.totalCount > pool.idleCount || pool.waitingCount > 0 || pipes.some(({ waiting }) => waiting > 0);
  if (isBusy) for (const pipe of pipes) pipe.open();
  const free = pipes.filter((pipe) => pipe.isFree(nowMs));
  return free.reduce<Pipe | undefined>((best, pipe) => (best && best.waiting <= pipe.waiting ? best : pipe), undefined);
}

/**
 * A connection that sends a read while others wait for their answers (PostgreSQL's protocol, "Pipelining"). Each has its own Sync, so that
 * none fails with another.
 */
class Pipe {
  readonly #options: PoolOptions;
  #client: DatabaseClient | undefined;
  /** Set from an attempt until the next one is allowed. */
  #opening: Promise<void> | undefined;
  /** The unanswered reads, oldest first. */
  readonly #waiting = new Set<{ sentAtMs: number }>();
  #usedAtMs = 0;

  /** `ofPool` hides its secrets from copies, so they are inherited. */
  constructor(ofPool: PoolOptions) {
    this.#options = Object.create(ofPool, { pipeline: { value: true } }) as PoolOptions;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  open(): void {
    if (!this.#client) this.#opening ??= this.#open();
  }

  isFree(nowMs: number): boolean {
    if (!this.#client) return false;
    const [oldest] = this.#waiting;
    return !oldest || (this.waiting < MOST_WAITING && nowMs - oldest.sentAtMs < LONGEST_WAIT_MS);
  }

  query(query: QueryConfig): Promise<QueryResult> {
    const client = this.#client!;
    const sent = { sentAtMs: performance.now() };
    this.#waiting.add(sent);
    this.#usedAtMs = sent.sentAtMs;
    sendTogether(client);
    return new Promise((resolve, reject) => {
      client.query(query, (error: Error | undefined, result: QueryResult) => {
        this.#waiting.delete(sent);
        if (error) reject(error);
        else resolve(result);
      });
    });
  }

  /** Never rejects. While there is no connection, such as in an outage or when the server has none to spare, the pool answers. */
  async #open(): Promise<void> {
    const client = new DatabaseClient(this.#options);
    const endsAtMs = performance.now() + this.#options.maxLifetimeSeconds * 1_000;
    this.#usedAtMs = performance.now();
    let pauseMs = PAUSE_BEFORE_REOPENING_MS;
    // When this process itself stood still, the answer has come by then.
    const endIfUnanswered = (read: { sentAtMs: number }): void => {
      if (!this.#waiting.has(read)) return;
      pauseMs = PAUSE_AFTER_STUCK_MS;
      client.connection.stream.destroy();
    };
    const checking = setInterval(() => {
      const nowMs = performance.now();
      const [oldest] = this.#waiting;
      if (oldest && nowMs - oldest.sentAtMs > STUCK_MS) setImmediate(endIfUnanswered, oldest);
      else if (nowMs - this.#usedAtMs > IDLE_MS || nowMs > endsAtMs) void this.close();
    }, STUCK_MS).unref();
    client.once('error', () => void client.end());
    client.once('end', () => {
      clearInterval(checking);
      this.#client = undefined;
      setTimeout(() => (this.#opening = undefined), pauseMs).unref();
    });
    await client.connect().then(
      () => (this.#client = client),
      () => void client.end(),
    );
  }

  async close(): Promise<void> {
    await this.#opening;
    const client = this.#client;
    this.#client = undefined;
    if (!client) return;
    // Not until the socket closes: a server that fell silent would hold up a stop.
    if (this.waiting > 0) await new Promise<unknown>((resolve) => client.once('drain', resolve).once('end', resolve));
    void client.end();
  }
}

/** Has the statements of one turn of the event loop go out in one write. */
function sendTogether({ connection: { stream } }: DatabaseClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
