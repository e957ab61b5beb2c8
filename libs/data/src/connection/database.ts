import { MikroORM, type EntityManager, type EntitySchema, type MigrationObject, type PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { release, retry } from '@partner-ordering/kernel';
import { CompiledQuery, type ControlledTransaction } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseClient, keepContext } from './client.ts';
import { isContentionError } from './connection-errors.ts';
import { currentOptions, type DatabaseUrl } from './database-url.ts';
import { compareJsonByValue, EntityWriteDriver, UnchangedRows } from './entity-writes.ts';
import { refuseOldDatabase, refuseOldRelease } from './oldest-release.ts';
import { pipedReads } from './pipes.ts';
import { queueForConnections } from './connection-queue.ts';
import { CONNECTION_LIFETIME_S, IS_READ_ONLY, refuseSharedSessions, SessionClient, type SessionConfig } from './session.ts';
import { sql, type Sql, type Statement } from './sql.ts';

/** Something that runs SQL: the pool, or the transaction of one request. */
export interface Queryable {
  query<Row>(statement: Sql | Statement): Promise<Row[]>;
}

/** SQL inside one open transaction. */
export interface Transaction extends Queryable {
  readonly em: EntityManager;
}

/** The time of a service. */
export interface Clock {
  (): Date;
  /** Takes the time from the database from now on. Returns the function that ends that. */
  follow?(database: Queryable): Promise<() => void>;
}

/** Migrations run in the order given; the name is what the database remembers. */
export type MigrationList = readonly MigrationObject[];

export interface DatabaseOptions {
  /** See `connectionOptions`. */
  url: DatabaseUrl;
  entities: readonly EntitySchema[];
  migrations: MigrationList;
  poolSize: number;
  applicationName: string;
  /** The release of this code; by default that of the packages. */
  release?: string;
  /** Follows the database while it is open. */
  clock?: Clock;
  warn?: (message: string) => void;
}

/** One service's database: entities for writes, SQL for reads. */
export interface Database extends Queryable {
  readonly orm: MikroORM;
  readonly pool: Pool;
  /** How many connections of the pool are in use or idle, and how many requests and jobs wait for one. */
  connections(): Record<'used' | 'idle' | 'waiting', number>;
  /** Brings the schema up to date; concurrent calls wait for each other. Throws like `refuseUnfit`. */
  migrate(): Promise<void>;
  /**
   * Throws `ReleaseTooOld` when the schema is too new for this code, `DatabaseTooOld` when it is from before the first release, and
   * `SessionNotKept` when a pooler keeps no sessions.
   */
  refuseUnfit(): Promise<void>;
  /** Throws when the database takes no writes, asked on a connection of its own, however busy the pool is. */
  ping(): Promise<void>;
  /** Opens the connections that the first requests and pings need. Never throws: a request opens a missing one. */
  openConnections(): Promise<void>;
  /**
   * Runs `work` with a fresh EntityManager in a transaction; flushes and commits, or rolls back and rethrows. With `commits`, it commits
   * only such results. Throws `outcomeUnknown` when the connection is lost while it commits.
   */
  transactional<T>(work: (tx: Transaction) => Promise<T>, options?: { commits?: (result: T) => boolean }): Promise<T>;
  close(): Promise<void>;
}

/** The limit for getting a free or a new connection. */
const CONNECTION_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT = '8s';
/** Longer than PostgreSQL's `deadlock_timeout`, which finds what can be run again, and shorter than the limit of a list. */
const LOCK_TIMEOUT = '1500ms';
/** The limit for a server that stops answering. A busy machine gets the rest of the 10 s until a 503. */
const ANSWER_TIMEOUT_MS = 8_500;
/** Few, since a new instance is slow and many connections at once take long to open. */
const FIRST_CONNECTIONS = 4;

/**
 * Opens a database; rejects like `connectionOptions`, and while it is down. Once open it recovers from outages. A silent server
 * is an error within 10 s that `isConnectionError` knows.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const orm = await connect(options, {
    Client: DatabaseClient,
    query_timeout: ANSWER_TIMEOUT_MS,
    maxLifetimeSeconds: CONNECTION_LIFETIME_S,
    open: new Set(),
    settings: {
      timezone: 'UTC',
      statement_timeout: STATEMENT_TIMEOUT,
      lock_timeout: LOCK_TIMEOUT,
      // A request has one core of the database, so that one user's do not take all.
      max_parallel_workers_per_gather: '0',
      idle_in_transaction_session_timeout: '30s',
    },
  });
  const pool = await poolOf(orm);
  const waiting = queueForConnections(pool, CONNECTION_TIMEOUT_MS);
  keepContext(pool);
  const pings = pingPool(pool);
  const reads = pipedReads(pool, ANSWER_TIMEOUT_MS);
  const close = async (): Promise<void> => void (await Promise.all([pings.ending || pings.end(), reads.close(), orm.close(true)]));
  const leave = await options.clock?.follow?.(reads).catch((error: unknown) => close().then(() => Promise.reject(error)));

  return {
    orm,
    pool,
    connections: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: waiting() }),
    query: reads.query,
    migrate: async () => {
      await refuseSharedSessions(pool, STATEMENT_TIMEOUT);
      await migrateLocked(options);
    },
    refuseUnfit: async () => {
      await refuseSharedSessions(pool, STATEMENT_TIMEOUT);
      await refuseUnfit(pool, options);
    },
    ping: () => ping(pings),
    openConnections: () => openConnections(pool, Math.min(FIRST_CONNECTIONS, Math.ceil(options.poolSize / 2)), pings),
    transactional: (work, { commits } = {}) => inTransaction(orm.em.fork({ clear: true }), work, { commits, warn: options.warn }),
    close: () => {
      leave?.();
      return close();
    },
  };
}

async function refuseUnfit(pool: Pick<Pool, 'query'>, options: DatabaseOptions): Promise<void> {
  await refuseOldRelease(pool, options.release ?? release);
  await refuseOldDatabase(
    pool,
    options.migrations.map(({ name }) => name),
  );
}

function connect(options: DatabaseOptions, poolOptions: PoolConfig & SessionConfig): Promise<MikroORM> {
  const current = currentOptions(options.url, options.warn);
  const { Client, ...others } = {
    ...current(),
    current,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...poolOptions,
  };
  return MikroORM.init<PostgreSqlDriver>({
    driver: EntityWriteDriver,
    dbName: others.database!,
    entities: [...options.entities],
    extensions: [Migrator],
    forceUtcTimezone: true,
    // Entities have no relations to propagate. Without accessors, they are plain objects, which V8 keeps fast.
    propagationOnPrototype: false,
    pool: { min: 0, max: options.poolSize },
    // MikroORM would copy the functions and hidden properties of `ssl` wrongly.
    driverOptions: { Client, onPoolCreated: (pool: Pool) => Object.assign(pool.options, others) },
    // Each migration has its own transaction, so that its locks end before the next begins. An interrupted run resumes where it ended.
    migrations: { migrationsList: [...options.migrations], snapshot: false, transactional: true, allOrNothing: false },
    logger: (message) => options.warn?.(message),
    discovery: { warnWhenNoEntities: false, afterDiscovered: compareJsonByValue },
    subscribers: [UnchangedRows],
  });
}

const poolOf = async (orm: MikroORM): Promise<Pool> =>
  (await (orm.em.getConnection() as unknown as { getNativeClient(): Promise<unknown> }).getNativeClient()) as Pool;

/** Takes all connections before it returns any, or the first would be used again. */
async function openConnections(pool: Pool, count: number, pings: Pool): Promise<void> {
  const pinged = ping(pings).catch(() => undefined);
  const made = await Promise.allSettled(Array.from({ length: count }, () => pool.connect()));
  for (const each of made) if (each.status === 'fulfilled') each.value.release();
  await pinged;
}

/** A connection besides those of `pool`, with the same options, that asks whether the database takes writes: those may all be in use. */
function pingPool(pool: Pool): Pool {
  const pings = new Pool({ Client: DatabaseClient });
  // A copy of `pool.options` would lack what it hides, such as the password.
  pings.options = Object.assign(Object.create(pool.options) as typeof pool.options, { max: 1, idleTimeoutMillis: 0 });
  return pings.on('error', () => undefined);
}

/** Throws when the database does not answer in time, or is read-only. */
async function ping(pings: Pool): Promise<void> {
  const client = (await pings.connect()) as DatabaseClient & PoolClient;
  try {
    client.refuseReadOnly(await client.query(IS_READ_ONLY));
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function inTransaction<T>(
  em: EntityManager,
  work: (tx: Transaction) => Promise<T>,
  { commits, warn }: { commits: ((result: T) => boolean) | undefined; warn: DatabaseOptions['warn'] },
): Promise<T> {
  // A lost connection cannot roll back, and need not.
  const rollBack = () => em.rollback().catch((error: unknown) => warn?.(`Failed to roll back a transaction: ${String(error)}`));
  await em.begin();
  const kysely = em.getTransactionContext() as ControlledTransaction<unknown>;
  try {
    // Kysely's executor would add promises to each statement. It also queues them: here, await each before the next.
    const connection = await kysely.getExecutor().provideConnection(async (each) => each);
    const query = async <Row>({ text, values }: Sql | Statement): Promise<Row[]> => {
      if (kysely.isCommitted || kysely.isRolledBack) throw new Error('The transaction has ended');
      return (await connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
    };
    const result = await work({ em, query });
    if (commits?.(result) ?? true) await em.commit();
    else await rollBack();
    return result;
  } catch (error) {
    await rollBack();
    throw error;
  }
}

const MIGRATION_LOCK = 7_226_001;
/** Requests queue behind a migration that waits for a table's lock, so it waits only this long and tries again. */
const TABLE_LOCK_WAIT_MS = 1000;
const MAX_TABLE_LOCK_WAITS = 60;

/** Its connections have no time-out: an index on a large table takes longer than a request. */
async function migrateLocked(options: DatabaseOptions): Promise<void> {
  const settings = { timezone: 'UTC', lock_timeout: `${TABLE_LOCK_WAIT_MS}ms` };
  const orm = await connect({ ...options, poolSize: 3 }, { Client: SessionClient, settings });
  try {
    const pool = await poolOf(orm);
    const client = await pool.connect();
    try {
      await client.query('set lock_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await refuseUnfit(client, options);
      await upBetweenLocks(orm);
    } finally {
      // Ending the session releases the lock, in whatever state the connection is.
      client.release(true);
    }
  } finally {
    await orm.close(true);
  }
}

function upBetweenLocks(orm: MikroORM): Promise<void> {
  const pauseMs = TABLE_LOCK_WAIT_MS / 10;
  return retry(async () => void (await orm.migrator.up()), {
    isPassing: isContentionError,
    maxAttempts: MAX_TABLE_LOCK_WAITS,
    pauses: { firstMs: pauseMs, longestMs: pauseMs },
  });
}

const CLOCK_INTERVAL_MS = 10_000;

/**
 * A clock that follows that of its database, so that all instances of a service agree. Until then it has the time of this machine. While
 * the database is away it goes on, by a time that no change of the machine's clock moves.
 */
export function databaseClock(): Clock {
  let offsetMs = Date.now() - performance.now();

  async function measure(database: Queryable): Promise<void> {
    const sentAt = performance.now();
    const [row] = await database.query<{ ms: number }>(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`);
    const earliest = row!.ms - performance.now();
    // The database read its clock at some time in between: a slow answer says little, and nothing against what lies within.
    offsetMs = Math.min(Math.max(offsetMs, earliest), row!.ms - sentAt);
  }

  async function follow(database: Queryable): Promise<() => void> {
    await measure(database);
    const timer = setInterval(() => void measure(database).catch(() => undefined), CLOCK_INTERVAL_MS).unref();
    return () => clearInterval(timer);
  }

  return Object.assign(() => new Date(performance.now() + offsetMs), { follow });
}
