import { literal } from './sql.ts';

/*
 * The number of rows of a large table, kept by triggers in the transaction of each change. It is the sum of several rows of `kept_count`,
 * its parts: a transaction adds to a part that nobody else has locked, or makes another, so that none waits for another.
 */

/** Parts of each number; there are more once so many transactions were open at once. */
const PARTS = 64;

/**
 * Transactions take turns at the parts. An open snapshot, as of a dump, keeps all versions of a part, and a change passes them: each of 64
 * parts has a sixty-fourth. A part made while all are locked bears the negative number of its transaction, which a restore may repeat.
 */
const add = `create function add_to_count(of_table text, change bigint) returns void language plpgsql set search_path = public as $$
  begin
    if change = 0 then return; end if;
    update kept_count set number = number + change where counted = of_table and part = (select part from kept_count
      where counted = of_table and part = 1 + txid_current() % ${PARTS} for no key update skip locked);
    if found then return; end if;
    update kept_count set number = number + change where counted = of_table
      and part = (select part from kept_count where counted = of_table limit 1 for no key update skip locked);
    if not found then
      insert into kept_count (counted, part, number) values (of_table, -txid_current(), change)
        on conflict (counted, part) do update set number = kept_count.number + excluded.number;
    end if;
  end $$`;

/** Table and function; `keptCount` adds a table's triggers. A page has room for the versions of a row, which change all the time. */
export const countStatements: readonly string[] = [
  `create table kept_count (counted text not null, part bigint not null, number bigint not null, primary key (counted, part))
    with (fillfactor = 20)`,
  add,
];

/** The predicate of the rows that count stands in its text, so that its plans are kept. An update may change the number, too. */
function keep(table: string, where: string | undefined): string {
  const countOf = (rows: string): string => `(select count(*) from ${rows}${where === undefined ? '' : ` where ${where}`})`;
  const addOf = (change: string): string => `perform add_to_count(${literal(table)}, ${change})`;
  return `create function ${table}_keep_count() returns trigger language plpgsql set search_path = public as $$
  begin
    if tg_op = 'INSERT' then ${addOf(countOf('added'))};
    elsif tg_op = 'DELETE' then ${addOf(`-${countOf('removed')}`)};
    elsif tg_op = 'UPDATE' then ${addOf(`${countOf('added')} - ${countOf('removed')}`)};
    else update kept_count set number = 0 where counted = ${literal(table)};
    end if;
    return null;
  end $$`;
}

const eventsOf = (where: string | undefined) => [
  { event: 'insert', rows: 'referencing new table as added' },
  { event: 'delete', rows: 'referencing old table as removed' },
  { event: 'truncate', rows: '' },
  ...(where === undefined ? [] : [{ event: 'update', rows: 'referencing old table as removed new table as added' }]),
];

/**
 * Statements that keep the number of the rows of an `isCounted` resource, whose `where` this is without the alias. The triggers come
 * first: they wait for writers and keep them out until the commit, so that no row is missed.
 */
export const keptCount = (table: string, where?: string): string[] => [
  keep(table, where),
  ...eventsOf(where).map(
    ({ event, rows }) =>
      `create trigger ${table}_${event}_counted after ${event} on "${table}" ${rows} for each statement execute function ${table}_keep_count()`,
  ),
  `insert into kept_count (counted, part, number) select ${literal(table)}, part, 0 from generate_series(1, ${PARTS}) as part`,
  `update kept_count set number = (select count(*) from "${table}"${where === undefined ? '' : ` where ${where}`})
    where counted = ${literal(table)} and part = 1`,
];
