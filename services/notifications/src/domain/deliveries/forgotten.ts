import { sql, type Database, type Transaction } from '@partner-ordering/data';
import type { NamingEvent } from '../events/erase-user.ts';

/**
 * Takes out of the log what receivers answered to events that name an erased user: an answer may repeat what was sent. Also what webhooks
 * answered that are deleted meanwhile.
 */
export async function forgetAnswers(tx: Transaction, events: readonly NamingEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(sql`
    update delivery_attempt a set answer_headers = null, answer_body = null
    from unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ organization }) => organization)}::uuid[]) as e (id, organization)
      join delivery d on d.organization_gid = e.organization and d.event_id = e.id
    where a.delivery_gid = d.gid and a.answer_headers is not null`);
}

/** So many are deleted in a transaction. */
const STEP = 1000;

/** Deletes deliveries of events from before a day, with their attempts, in steps. Whoever drops the events does it afterwards. */
export async function forgetDeliveries(database: Database, { before, signal }: { before: string; signal: AbortSignal }): Promise<void> {
  const step = sql`
    delete from delivery where gid = any(array(select gid from delivery where day < ${before}::date order by day limit ${STEP})) returning gid`;
  while ((await database.query(step)).length === STEP) signal.throwIfAborted();
}
