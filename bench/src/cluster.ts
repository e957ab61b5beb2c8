import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@partner-ordering/embedded-postgres';
import pg from 'pg';

/** The run's own PostgreSQL: the settings of production, fsync included. */
export interface Cluster {
  /** Runs `work` with a connection of its own. */
  connect<Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result>;
  /** Creates an empty database and answers its URL. An existing database of that name is dropped. */
  emptyDatabase(name: string): Promise<string>;
  /** Copies a database that nobody is connected to, and answers the copy's URL. */
  copyDatabase(from: string, to: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL in a temporary folder, which `stop` removes. */
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
  return {
    connect,
    emptyDatabase: (name) =>
      connect('postgres', async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
        await client.query(`create database ${name}`);
        return postgres.superuserUrl(name);
      }),
    copyDatabase: (from, to) =>
      connect('postgres', async (client) => {
        // Pages would otherwise go through the write-ahead log.
        await client.query(`create database ${to} template ${from} strategy file_copy`);
        return postgres.superuserUrl(to);
      }),
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
