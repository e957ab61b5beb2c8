import { modifiedAt, raw, sql, type Database } from '@partner-ordering/data';
import { waitingWebhooks } from './waiting.ts';

/** The job that cancels the waiting deliveries of disabled and deleted webhooks. */
export const cancelDeliveries = { name: 'cancel_deliveries', key: 'now', data: {} } as const;

/** Maximum number of deliveries in a transaction. */
const CANCELED_AT_ONCE = 1000;

/** Cancels the waiting deliveries of disabled and deleted webhooks, in steps. By status alone, PostgreSQL would read all that waits. */
export async function cancelUndeliverable(database: Database, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const statement = sql`
    with recursive ${raw(waitingWebhooks)}
    update delivery set status = 'canceled', settled_at = ${now}, modified_at = ${modifiedAt(now)}, next_attempt_at = null
    where next_attempt_at is not null and gid = any(array(
      select d.gid from waiting_webhook w cross join lateral (select gid from delivery
        where webhook_gid = w.webhook_gid and status = 'waiting' order by next_attempt_at limit ${CANCELED_AT_ONCE}) d
      where not exists (select from webhook where gid = w.webhook_gid and is_enabled) limit ${CANCELED_AT_ONCE}))
    returning gid`;
  while ((await database.query(statement)).length === CANCELED_AT_ONCE) signal.throwIfAborted();
}
