import { sql, type Database, type Transaction } from '@partner-ordering/data';
import { giveHeads, lockLanes, type Lane } from './lanes.ts';

/** The job that cancels what waits for webhooks that are disabled or deleted. */
export const cancelDeliveries = { name: 'cancel_deliveries', key: 'now', data: {} } as const;

/** So many deliveries are canceled in a transaction. */
const STEP = 1000;

/**
 * Cancels what waits for webhooks that are disabled or deleted, in steps. What is being attempted at the moment is left to the next time.
 */
export async function cancelUndeliverable(database: Database, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  for (const webhook of await undeliverable(database)) {
    while ((await database.transactional((tx) => cancelStep(tx, webhook, now))) === STEP) signal.throwIfAborted();
  }
}

interface Waiting {
  gid: string;
  organization: string;
}

/** Webhooks for which something waits and to which nothing is sent. Goes from one to the next by the index. */
const undeliverable = (database: Database): Promise<Waiting[]> =>
  database.query<Waiting>(sql`
    with recursive waiting as (
      (select webhook_gid as gid, organization_gid as organization from delivery_queue order by webhook_gid limit 1)
      union all
      select n.* from waiting w cross join lateral (select q.webhook_gid, q.organization_gid from delivery_queue q
        where q.webhook_gid > w.gid order by q.webhook_gid limit 1) n
    )
    select gid, organization from waiting where not exists (select from webhook w where w.gid = waiting.gid and w.is_enabled)`);

async function cancelStep(tx: Transaction, { gid, organization }: Waiting, now: Date): Promise<number> {
  await lockLanes(tx, [organization]);
  const canceled = await tx.query<Lane | { webhookGid: string; projectGid: null }>(sql`
    with gone as (
      delete from delivery_queue where webhook_gid = ${gid} and leased_by is null
        and not exists (select from webhook where gid = ${gid} and is_enabled)
        and position = any(array(select position from delivery_queue where webhook_gid = ${gid} and leased_by is null order by position limit ${STEP}))
      returning webhook_gid, project_gid, delivery_gid, day
    ), noted as (
      update delivery d set status = 'canceled', settled_at = ${now}, modified_at = ${now} from gone
      where d.webhook_gid = gone.webhook_gid and d.gid = gone.delivery_gid and d.day = gone.day
    )
    select webhook_gid as "webhookGid", project_gid as "projectGid" from gone`);
  // It may be enabled again before all is canceled.
  await giveHeads(tx, canceled.filter((lane): lane is Lane => lane.projectGid !== null), now); // prettier-ignore
  return canceled.length;
}
