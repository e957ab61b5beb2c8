import { deleteInSteps, sql, type Statement } from '@partner-ordering/data';
import type pg from 'pg';
import type { Message } from '../transport/transport.ts';

const RETENTION_DAYS = 30;

// One query, so one transaction: several processes that start at once wait for the lock.
const SCHEMA_SQL = `
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
  create index if not exists log_appended_at on log (appended_at) where topic not like '%.state';
  create index if not exists log_versions on log (topic, key, position) where topic like '%.state';`;

/** Creates the tables of the messaging database where they are missing. */
export async function prepareLog(pool: pg.Pool): Promise<void> {
  await pool.query(SCHEMA_SQL);
}

/** Appends messages to a topic, in one statement. Other writers wait for the topic's row lock: positions have no gaps. */
export async function appendToLog(log: pg.Pool, topic: string, messages: readonly Message[]): Promise<void> {
  await log.query({
    name: 'append-to-log',
    text: `
      with allotted as (
        insert into topic (name, last_position) values ($1::text, $2::bigint)
        on conflict (name) do update set last_position = topic.last_position + excluded.last_position
        returning last_position - $2 as previous
      )
      insert into log (topic, position, key, value)
      select $1, previous + ordinal, key, value
      from allotted, rows from (json_to_recordset($3) as (key text, value text)) with ordinality as message (key, value, ordinal)`,
    values: [topic, messages.length, JSON.stringify(messages.map(({ key, value }) => ({ key, value })))],
  });
}

/** Deletes expired messages: superseded ones in `….state` topics, those older than 30 days in all others. Returns how many. */
export async function removeExpired(pool: pg.Pool): Promise<number> {
  const database = { query: async <Row>({ text, values }: Statement) => (await pool.query(text, [...values])).rows as Row[] };
  const isOld = sql`topic not like '%.state' and appended_at < now() - make_interval(days => ${RETENTION_DAYS})`;
  let removed = await deleteInSteps(database, { table: 'log', by: 'appended_at', where: isOld });
  for (const { name } of await database.query<{ name: string }>(sql`select name from topic where name like '%.state'`)) {
    const isSuperseded = sql`topic = ${name} and exists (select from log as newer
      where newer.topic like '%.state' and newer.topic = log.topic and newer.key = log.key and newer.position > log.position)`;
    removed += await deleteInSteps(database, { table: 'log', by: 'position', where: isSuperseded });
  }
  return removed;
}
