import { sql, type Database, type Queryable } from '@partner-ordering/data';
import { isStateEvent } from '../transport/envelope.ts';
import { readMessage, stateIn } from './reading.ts';
import type { SharedState } from '../replicas/shared-state.ts';
import type { Received, Transport } from '../transport/transport.ts';
import { recordEvents } from '../outbox/outbox.ts';

/** A state that was published and that its own database does not have. */
type Lost = Pick<SharedState, 'type' | 'key' | 'version'>;

const statesOf = (messages: readonly Received[]): SharedState[] =>
  messages.flatMap((message) => {
    const { event } = readMessage(message);
    return event && isStateEvent(event) ? [stateIn(event)] : [];
  });

/** The newest states that a service has published. Read its database after them: states are committed before they leave. */
export const newestPublished = async (transport: Pick<Transport, 'newest'>, service: string): Promise<SharedState[]> =>
  statesOf(await transport.newest(`${service}.state`));

/** Those of which the database has at most an older version; with `isUnknown` only those of which it has none. Each once. */
async function findLost(queryable: Queryable, published: readonly SharedState[], { isUnknown = false } = {}): Promise<Lost[]> {
  const versions = published.map(({ type, key, version }) => ({ type, key, version }));
  const rows = await queryable.query<{ type: string; key: string; version: string }>(sql`
    select type, key, max(published.version) as version
    from jsonb_to_recordset(${JSON.stringify(versions)}) as published (type text, key text, version bigint)
    left join shared_state known using (type, key)
    where known.version is null or (not ${isUnknown} and known.version < published.version)
    group by type, key order by type, key`);
  return rows.map((row) => ({ ...row, version: Number(row.version) }));
}

/**
 * Holds a database that lacks any of these newest published states, as one restored from a backup does, until `acceptHeld`. Throws if it
 * has published none itself: then they are another installation's.
 */
export async function holdIfRestored(queryable: Queryable, published: readonly SharedState[]): Promise<void> {
  const lost = await findLost(queryable, published);
  if (lost.length === 0) return;
  const types = published.map(({ type }) => type);
  const [own] = await queryable.query<{ newest: string | null }>(
    sql`select max(version) as newest from shared_state where type = any(${types})`,
  );
  if (own?.newest == null) throw new Error("this database has published nothing; the topics are another's: set KAFKA_TOPIC_PREFIX");
  const behindMs = Math.max(1, ...lost.map(({ version }) => version - Number(own.newest)));
  await queryable.query(sql`insert into held_database (behind_ms) values (${behindMs}) on conflict do nothing`);
}

/** The name of a held database, and how much older it is than what its service has published; undefined if it is not held. */
export async function readHeld(queryable: Queryable): Promise<{ database: string; behindMs: number } | undefined> {
  const [held] = await queryable.query<{ database: string; behind: string }>(
    sql`select current_database() as database, behind_ms as behind from held_database`,
  );
  return held && { database: held.database, behindMs: Number(held.behind) };
}

/** Throws while the database is held. */
export async function refuseHeld(queryable: Queryable): Promise<void> {
  if (await readHeld(queryable)) throw new Error('the database is older than what was published: accept-restore');
}

/** Ends the hold, in all instances. */
export const acceptHeld = (queryable: Queryable): Promise<unknown> => queryable.query(sql`delete from held_database`);

/** Publishes that what this restored database lacks is deleted, so that no replica keeps it. May be repeated. */
export async function publishLost(database: Database, transport: Pick<Transport, 'read'>, service: string, now: Date): Promise<void> {
  await transport.read(`${service}.state`, (batch) =>
    database.transactional(async (tx) => {
      const lost = await findLost(tx, statesOf(batch), { isUnknown: true });
      await recordEvents(tx, service, { states: lost.map(({ type, key }) => ({ type, key, state: null })), facts: [] }, { now });
    }),
  );
}
