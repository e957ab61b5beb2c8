import type pg from 'pg';

// One query, so one transaction: several processes that start at once wait for the lock.
const schema = `
  select pg_advisory_xact_lock(7172967, 2);
  create table if not exists topic (name text primary key, last_position bigint not null);
  create table if not exists log (
    topic text not null,
    position bigint not null,
    key text not null,
    value text not null,
    appended_at timestamptz not null default now(),
    primary key (topic, position)
  );
  create index if not exists log_appended_at on log using brin (appended_at);`;

/** Makes the tables of the messaging database where they are missing. */
export async function prepareLog(pool: pg.Pool): Promise<void> {
  await pool.query(schema);
}
