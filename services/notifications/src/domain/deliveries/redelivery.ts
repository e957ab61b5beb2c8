import { sql, type Transaction } from '@partner-ordering/data';
import { lockLanes } from './lanes.ts';
import { MAX_ATTEMPTS } from './retry.ts';

/** A delivery of a webhook. */
export interface NamedDelivery {
  organization: string;
  webhook: string;
  gid: string;
}

/**
 * Makes a delivery due at once, and before all that waits for the webhook. One that waits behind others passes them; one that is over is
 * attempted once more. What is being attempted at this moment stays as it is.
 */
export async function redeliverNow(tx: Transaction, { organization, webhook, gid }: NamedDelivery, now: Date): Promise<void> {
  await lockLanes(tx, [organization]);
  const [first] = await tx.query<{ dueAt: string }>(sql`
    select least(${now}, min(due_at) - interval '1 millisecond')::text as "dueAt" from delivery_queue where webhook_gid = ${webhook} and due_at is not null and leased_by is null`);
  const { dueAt } = first!;
  const queued = await tx.query(sql`
    update delivery_queue set is_passed = is_passed or due_at is null, due_at = case when leased_by is null then ${dueAt}::timestamptz else due_at end
    where webhook_gid = ${webhook} and delivery_gid = ${gid} returning position`);
  if (queued.length > 0) return;
  await tx.query(sql`
    with again as (
      update delivery set status = 'waiting', settled_at = null, modified_at = ${now} where webhook_gid = ${webhook} and gid = ${gid} returning *
    )
    insert into delivery_queue (webhook_gid, position, delivery_gid, day, organization_gid, project_gid, event_id, due_at, failures, is_passed)
    select webhook_gid, position, gid, day, organization_gid, project_gid, event_id, ${dueAt}::timestamptz, ${MAX_ATTEMPTS - 1}, true from again`);
}
