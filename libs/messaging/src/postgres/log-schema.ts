import { connectionOptions } from '@partner-ordering/data';
import pg from 'pg';
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
  // A role that does not own the tables reads everything, and writes for one service: its name without what ends in an underscore before
  // it.
  `create function owns(service text) returns boolean language sql stable return service = substring(current_user from '[^_]*$');
   alter table log enable row level security;
   create policy read_all on log for select using (true);
   create policy append_own on log for insert with check (owns(split_part(topic, '.', 1)));
   create policy expire_own on log for delete using (owns(split_part(topic, '.', 1)));
   alter table topic enable row level security;
   create policy read_all on topic for select using (true);
   create policy write_own on topic using (owns(split_part(name, '.', 1)));
   alter table writer enable row level security;
   create policy write_own on writer using (owns(source));
   grant select on schema_version to public;
   grant select, insert, delete on log to public;
   grant select, insert, update on topic, writer to public;`,
];

const lockKeys = [0x6d7367, 2] as const;

/** The messaging database has to be migrated by its owner first. */
export class MessagingBehind extends Error {}

/**
 * Brings the `messaging` database to the newest schema when its owner asks. Safe when several processes start at once: one works, the
 * others wait. Another role only looks whether that was done. Throws `MessagingBehind` when it was not.
 */
export async function prepareLog(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ isOwner: boolean; isEmpty: boolean }>(
    `select pg_has_role(current_user, datdba, 'member') as "isOwner", to_regclass('schema_version') is null as "isEmpty"
     from pg_database where datname = current_database()`,
  );
  const { isOwner, isEmpty } = rows[0]!;
  if (isOwner) return migrateLog(pool);
  const version = isEmpty ? 0 : await versionOf(pool);
  if (version < migrations.length)
    throw new MessagingBehind(
      `MESSAGING_URL: the messaging database has version ${version} and needs ${migrations.length}: migrate it as its owner`,
    );
}

async function versionOf(client: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await client.query<{ version: number }>('select coalesce(max(version), 0) as version from schema_version');
  return rows[0]!.version;
}

/** Brings the messaging database at `url` to the newest schema, as its owner. */
export async function migrateMessaging(url: string): Promise<void> {
  const pool = new pg.Pool({ ...connectionOptions(url), max: 1, connectionTimeoutMillis: 5_000 });
  await migrateLog(pool).finally(() => pool.end());
}

/** The same over an open connection. */
export async function migrateLog(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, $2)', [...lockKeys]);
    await client.query('create table if not exists schema_version (version int not null)');
    const version = await versionOf(client as Pick<pg.Pool, 'query'>);
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      await client.query(migration);
      await client.query('insert into schema_version (version) values ($1)', [index + 1]);
    }
  });
}
