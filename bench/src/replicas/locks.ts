import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** What the sessions of one database wait for: how many at a moment, on average. */
export interface Waits {
  /** Locks of rows, tables and keys: a request waits for another one. */
  locks: number;
  /** Locks within PostgreSQL: pages, WAL. */
  internal: number;
  /** The disk: a commit that is written down, a page that is read. */
  disk: number;
}

const SAMPLE_EVERY_MS = 20;

const SAMPLE_SQL = `
  select (count(*) filter (where wait_event_type = 'Lock'))::int as locks,
    (count(*) filter (where wait_event_type in ('LWLock', 'BufferPin')))::int as internal,
    (count(*) filter (where wait_event_type = 'IO'))::int as disk
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and backend_type = 'client backend'`;

/** Looks fifty times a second what the sessions of a database wait for, until `done` has settled. */
export async function sampleWaits(databaseUrl: string, done: Promise<unknown>): Promise<Waits> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let isDone = false;
  void done.catch(() => undefined).finally(() => (isDone = true));
  const sum = { locks: 0, internal: 0, disk: 0 };
  let samples = 0;
  while (!isDone) {
    const { rows } = await client.query<Waits>(SAMPLE_SQL);
    for (const name of ['locks', 'internal', 'disk'] as const) sum[name] += rows[0]![name];
    samples += 1;
    await delay(SAMPLE_EVERY_MS);
  }
  await client.end();
  const mean = (of: number): number => of / Math.max(1, samples);
  return { locks: mean(sum.locks), internal: mean(sum.internal), disk: mean(sum.disk) };
}
