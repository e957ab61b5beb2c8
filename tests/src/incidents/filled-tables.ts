import type { Client } from 'pg';

/** A table that grows with use, and rows for it. */
export interface Filled {
  table: string;
  rows: number;
  /** The column of the time from which a row ages. */
  time: string;
  /** Whether that is a number of milliseconds; otherwise it is a `timestamptz`. */
  isInMs?: true;
  /** How far in days that time lies ahead of a new row; 0 by default. */
  lives?: number;
  /** Days after that time until a purge may remove the row; 0 by default. */
  kept?: number;
  /** SQL of the other columns by name, from the number `n` of the row and its time `at`. */
  values: Readonly<Record<string, string>>;
}

const timeOf = ({ isInMs }: Filled, at: string): string => (isInMs ? `(extract(epoch from ${at}) * 1000)::bigint` : at);
const limitOf = (filled: Filled): string => timeOf(filled, `($1::timestamptz - interval '${filled.kept ?? 0} days')`);

/**
 * Fills a table with what a whole cycle leaves, and with what has come due in `missedDays` until `now`. Old and new rows lie side by side,
 * as they do once new rows take the place of deleted ones. Indexes are made afterwards, which is faster.
 */
export async function fill(client: Client, filled: Filled, { now, missedDays }: { now: Date; missedDays: number }): Promise<void> {
  const { table, rows, time, lives = 0, kept = 0, values } = filled;
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(
    `insert into ${table} (${Object.keys(values).join()}, ${time})
     select ${Object.values(values).join()}, ${timeOf(filled, 'at')} from (
       select n, $1::timestamptz + (${lives} - ${lives + kept + missedDays} * (n * 7919 % ${rows}) / ${rows}::float8) * interval '1 day' as at
       from generate_series(1, ${rows}::bigint) as n) as made`,
    [now],
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query(`analyze ${table}`);
}

/** How many rows a purge at `now` removes for sure, and how many it surely leaves for another hour. */
export async function count(client: Client, filled: Filled, now: Date): Promise<{ due: number; kept: number }> {
  const { table, time } = filled;
  const { rows } = await client.query<{ due: number; kept: number }>(
    `select (count(*) filter (where ${time} < ${limitOf(filled)} - ${margin(filled)}))::int as due,
       (count(*) filter (where ${time} > ${limitOf(filled)} + ${margin(filled)}))::int as kept from ${table}`,
    [now],
  );
  return rows[0]!;
}

const margin = ({ isInMs }: Filled): string => (isInMs ? '3600000' : `interval '1 hour'`);

/** Makes rows come due that are kept: of two tables with the same numbers `n`, the same ones. */
export async function age(client: Client, filled: Filled, rows: number, now: Date): Promise<void> {
  const { table, time } = filled;
  const at = `${limitOf(filled)} - 2 * ${margin(filled)}`;
  await client.query(
    `update ${table} set ${time} = ${at} where ctid = any(array(
       select ctid from ${table} where ${time} > ${limitOf(filled)} + ${margin(filled)} order by ctid limit ${rows}))`,
    [now],
  );
}

/** Rows of a table that its database's statements have read and deleted so far; known a while after they ended. */
export async function readSoFar(client: Client, table: string): Promise<{ read: number; deleted: number }> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<{ read: number; deleted: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read, n_tup_del::float8 as deleted
     from pg_stat_user_tables where relname = $1`,
    [table],
  );
  return rows[0]!;
}
