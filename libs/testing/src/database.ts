import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { eventually } from './eventually.ts';

/** The environment variable through which the run's global setup tells test processes where its PostgreSQL is. */
export const SERVER_URL_VARIABLE = 'TEST_POSTGRES_URL';
/** The one through which `npm test` tells the global setup where to keep that PostgreSQL's data. */
export const DATA_DIR_VARIABLE = 'TEST_DATA_DIR';

export interface TestDatabase {
  /** Connection URL, as superuser. */
  readonly url: string;
  /** Drops the database and ends its connections. One that is not dropped is removed with the run's server. */
  drop(): Promise<void>;
}

/**
 * An empty, migrated database of its own, cloned from a template that `migrate` filled once per run.
 * @param name of the template: the service or package whose migrations these are
 * @param migrate brings the empty database at `url` up to date, and closes its connections
 */
export async function testDatabase(name: string, migrate: (url: string) => Promise<void>): Promise<TestDatabase> {
  const template = `template_${name}`;
  const clone = `${name}_${process.pid}_${randomBytes(4).toString('hex')}`;
  await runAsSuperuser(async (client) => {
    await makeTemplateOnce(client, template, migrate);
    // Copied files cost less than half of pages that go through the write-ahead log, which is the default.
    await client.query(`create database ${pg.escapeIdentifier(clone)} template ${pg.escapeIdentifier(template)} strategy file_copy`);
  });
  return {
    url: urlOf(clone),
    drop: () =>
      runAsSuperuser(async (client) => void (await client.query(`drop database if exists ${pg.escapeIdentifier(clone)} with (force)`))),
  };
}

/** A messaging database of its own. Who opens it as a transport makes the tables. */
export const testMessaging = (): Promise<TestDatabase> => testDatabase('messaging', async () => undefined);

/** Test files run in parallel: the first one fills the template, the others wait. */
async function makeTemplateOnce(client: pg.Client, template: string, migrate: (url: string) => Promise<void>): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', [template]);
  try {
    const templateRows = await client.query('select from pg_database where datname = $1', [template]);
    if (templateRows.rowCount) return;
    const unfinished = `unfinished_${template}`;
    await client.query(`drop database if exists ${pg.escapeIdentifier(unfinished)} with (force)`);
    await client.query(`create database ${pg.escapeIdentifier(unfinished)}`);
    await migrate(urlOf(unfinished));
    await client.query(`alter database ${pg.escapeIdentifier(unfinished)} rename to ${pg.escapeIdentifier(template)}`);
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [template]);
  }
}

/** Resolves when at least `count` statements like a pattern wait for a lock. Ask outside of a transaction, which sees one moment only. */
export async function lockIsAwaited(database: Pick<pg.Pool, 'query'>, { count = 1, like = '%' } = {}): Promise<void> {
  const waitingQuery = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
  await eventually(async () => (await database.query(waitingQuery, [like])).rowCount! >= count);
}

async function runAsSuperuser<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const server = process.env[SERVER_URL_VARIABLE];
  if (!server) throw new Error('this test needs a database: run it with `npm test -- <file>`');
  const url = new URL(server);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

type Wired = pg.PoolClient & { readonly connection: NodeJS.EventEmitter };

/**
 * Counts how often PostgreSQL is waited for (`ReadyForQuery`) in each use of a connection, from taking it to giving it back. Returns the
 * counts of the uses that have ended since the last call.
 */
export function roundTrips(pool: pg.Pool): () => number[] {
  const running = new Map<pg.PoolClient, number>();
  const watchedClients = new WeakSet<pg.PoolClient>();
  let endedCounts: number[] = [];
  pool.on('acquire', (client) => {
    running.set(client, 0);
    if (watchedClients.has(client)) return;
    watchedClients.add(client);
    (client as Wired).connection.on('readyForQuery', () => running.set(client, (running.get(client) ?? 0) + 1));
  });
  pool.on('release', (_error, client) => endedCounts.push(running.get(client) ?? 0));
  return () => {
    const counts = endedCounts;
    endedCounts = [];
    return counts;
  };
}
