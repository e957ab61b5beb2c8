import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@partner-ordering/embedded-postgres';
import pg from 'pg';
import type { Dataset } from './dataset.ts';
import { seed } from './seed.ts';

/** The run's own PostgreSQL: the settings of production, fsync included. */
export interface Cluster {
  url(database: string): string;
  /** Process id of the postmaster. */
  readonly pid: number;
  readonly version: string;
  /** Runs `work` with a connection of its own. */
  connect<Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** Starts it in a temporary folder, which `stop` removes. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-bench-'));
  chmodSync(folder, 0o711); // started by root, PostgreSQL runs as another user, who must be able to enter
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: true });
  const connect: Cluster['connect'] = async (database, work) => {
    const client = new pg.Client({ connectionString: postgres.superuserUrl(database) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const { rows } = await connect('postgres', (client) =>
    client.query<{ pid: number; version: string }>(`
      select (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int as pid, split_part(version(), ' ', 2) as version`),
  );
  return {
    url: (database) => postgres.superuserUrl(database),
    pid: rows[0]!.pid,
    version: rows[0]!.version,
    connect,
    stop: async () => {
      await connect('postgres', untilAlone);
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const ALONE_WITHIN_MS = 10_000;

/** Waits until the last connections have closed: one that PostgreSQL ends while it closes is an error that nobody handles. */
async function untilAlone(client: pg.Client): Promise<void> {
  const others = `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const end = performance.now() + ALONE_WITHIN_MS;
  while ((await client.query(others)).rowCount !== 0 && performance.now() < end) await delay(20);
}

/** A database of ordering, seeded with this dataset; answers its name. */
export async function prepareDatabase(cluster: Cluster, dataset: Dataset, migrate: (url: string) => Promise<void>): Promise<string> {
  const name = 'ordering';
  await migrate(await emptyDatabase(cluster, name));
  await cluster.connect(name, (client) => seed(client, dataset));
  return name;
}

/** Waits until the relay has handed over every event of the outbox. */
export async function untilEmpty(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_empty: boolean }>('select not exists (select from outbox) as is_empty');
    if (rows[0]!.is_empty) return;
    await delay(20);
  }
}

/** An empty database; one of that name is dropped. */
export async function emptyDatabase(cluster: Cluster, name: string): Promise<string> {
  await cluster.connect('postgres', async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  return cluster.url(name);
}
