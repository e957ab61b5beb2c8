import type pg from 'pg';
import { inTransaction } from './transaction.ts';

// Append only: a statement that has been released is never changed.
const migrations = [
  `create table topic (name text primary key, last_position bigint not null);
   create table log (
     topic text not null,
     position bigint not null,
     key text not null,
     value text not null,
     appended_at timestamptz not null default now(),
     primary key (topic, position)
   );
   create index log_appended_at on log using brin (appended_at);`,
  `create table writer (source text primary key, epoch bigint not null);`,
];

const lockKeys = [0x6d7367, 2] as const;

/** Brings the `messaging` database to the newest schema. Safe when several processes start at once: one works, the others wait. */
export async function migrateLog(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, $2)', [...lockKeys]);
    await client.query('create table if not exists schema_version (version int not null)');
    const { rows } = await client.query<{ version: number }>('select coalesce(max(version), 0) as version from schema_version');
    for (const [index, migration] of migrations.entries()) {
      if (index < (rows[0]?.version ?? 0)) continue;
      await client.query(migration);
      await client.query('insert into schema_version (version) values ($1)', [index + 1]);
    }
  });
}
