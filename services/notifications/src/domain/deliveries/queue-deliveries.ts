import { sql, type Sql, type Transaction } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import type { SequencedEvent } from '../events/event-sequencer.ts';
import { isSubscribed } from '../webhooks/webhook.ts';

/** A webhook of an organization that gets events. */
export interface ReceivingWebhook extends Omit<NewDelivery, 'event'> {
  organization: string;
  types: string[] | null;
}

/**
 * The webhooks of organizations, as `ReceivingWebhook`. Deliveries to disabled ones are stored as canceled: `recover` sends them. So are
 * those of deleted organizations, as a webhook may have been enabled while its organization was deleted.
 */
export const receivingWebhooks = (organizations: readonly string[]): Sql => sql`
  select w.gid as webhook, organization_gid as organization, events as types,
    case when is_enabled and (o.key is null or o.state ->> 'is_deleted' = 'false') then 'waiting' else 'canceled' end as status
  from webhook w left join shared_state o on o.type = 'organization' and o.key = organization_gid::text where organization_gid = any(${organizations}::uuid[])`;

/** Queues the deliveries of events to each subscribed webhook of their organizations, in the transaction that stores the events. */
export async function queueDeliveries(
  tx: Transaction,
  events: readonly SequencedEvent[],
  webhooks: readonly ReceivingWebhook[],
  now: Date,
): Promise<void> {
  const byOrganization = Map.groupBy(events, ({ organization }) => organization);
  const deliveries = webhooks.flatMap(({ organization, types, ...webhook }) =>
    byOrganization
      .get(organization)!
      .filter(({ type }) => isSubscribed(types, type))
      .map((event) => ({ ...webhook, event })),
  );
  await addDeliveries(tx, deliveries, now);
}

interface NewDelivery {
  webhook: string;
  event: SequencedEvent;
  status: 'waiting' | 'canceled';
}

/** Maximum number of rows in a statement. */
const WRITTEN_AT_ONCE = 5_000;

/** Adds deliveries; existing ones stay as they are. */
export async function addDeliveries(tx: Transaction, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  for (let at = 0; at < deliveries.length; at += WRITTEN_AT_ONCE) await addBatch(tx, deliveries.slice(at, at + WRITTEN_AT_ONCE), now);
}

async function addBatch(tx: Transaction, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  const column = <T>(value: (event: SequencedEvent) => T): T[] => deliveries.map(({ event }) => value(event));
  await tx.query(sql`
    insert into delivery (gid, webhook_gid, status, organization_gid, position, event_id, event_type, occurred_at, sequence, created_at, modified_at,
      next_attempt_at, settled_at)
    select w.*, ${now}::timestamptz, ${now}::timestamptz, case when status = 'waiting' then ${now}::timestamptz end,
      case when status <> 'waiting' then ${now}::timestamptz end
    from unnest(${deliveries.map(() => newGid())}::uuid[], ${deliveries.map(({ webhook }) => webhook)}::uuid[], ${deliveries.map(({ status }) => status)}::text[],
      ${column(({ organization }) => organization)}::uuid[], ${column(({ position }) => position)}::bigint[], ${column(({ id }) => id)}::text[], ${column(({ type }) => type)}::text[],
      ${column(({ occurredAt }) => occurredAt)}::timestamptz[], ${column(({ sequence }) => sequence)}::bigint[])
      as w (gid, webhook, status, organization, position, id, type, occurred_at, sequence)
    on conflict (webhook_gid, position) do nothing`);
}
