import { empty, sql, type Transaction } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import type { SequencedEvent } from '../events/event-sequencer.ts';

/** Maximum number of events in a statement; each may have 50 deliveries. */
const QUEUED_AT_ONCE = 500;

/**
 * Queues the deliveries of events to each subscribed webhook of their organizations, or only to `webhook`, a gid. Existing ones stay as
 * they are. Deliveries to disabled webhooks are stored as canceled: `recover` sends them. So are those of deleted organizations, as a
 * webhook may have been enabled while its organization was deleted.
 */
export async function queueDeliveries(tx: Transaction, events: readonly SequencedEvent[], now: Date, webhook?: string): Promise<void> {
  for (let at = 0; at < events.length; at += QUEUED_AT_ONCE) await queueBatch(tx, events.slice(at, at + QUEUED_AT_ONCE), now, webhook);
}

/** A UUIDv7, so that deliveries sort by creation: those of an event differ in their last 40 bits, which are random. */
const gid = sql`(left(n.base, 26) || right(gen_random_uuid()::text, 10))::uuid`;

/**
 * Reads the webhooks itself, after the wait for the counters: a webhook may change before that. `offset 0` keeps the order: few
 * organizations have webhooks, and a plan that is kept would read all events where these were few when it was made.
 */
async function queueBatch(tx: Transaction, events: readonly SequencedEvent[], now: Date, webhook?: string): Promise<void> {
  const queued = events.map(({ organization, position }) => ({ organization_gid: organization, position, base: newGid() }));
  await tx.query(sql`
    insert into delivery (gid, webhook_gid, status, organization_gid, position, event_id, event_type, occurred_at, sequence, created_at, modified_at,
      next_attempt_at, settled_at)
    select ${gid}, w.gid, case when is_open then 'waiting' else 'canceled' end, organization_gid, position, e.id, e.type, e.occurred_at, e.sequence,
      ${now}::timestamptz, ${now}::timestamptz, case when is_open then ${now}::timestamptz end, case when not is_open then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(queued)}) as n (organization_gid uuid, position bigint, base text),
      lateral (select gid, events, is_enabled from webhook w where w.organization_gid = n.organization_gid
        ${webhook === undefined ? empty : sql`and gid = ${webhook}`} offset 0) w,
      lateral (select id, type, occurred_at, sequence from event e where (e.organization_gid, e.position) = (n.organization_gid, n.position) offset 0) e,
      lateral (select is_enabled and not exists (select from shared_state where type = 'organization' and key = organization_gid::text
        and (state ->> 'is_deleted' = 'false') is not true) as is_open) as status
    where w.events is null or e.type = any(w.events) or split_part(e.type, '.', 1) || '.*' = any(w.events)
    on conflict (webhook_gid, position) do nothing`);
}
