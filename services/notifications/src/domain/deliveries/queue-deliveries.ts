import { raw, sql, type Sql, type Transaction } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import type { TakenEvent } from '../events/take-in.ts';
import { isTold } from '../webhooks/event-filter.ts';
import { lockLanes } from './lanes.ts';

/**
 * Queues the deliveries of events of an organization, to each of its webhooks that is told of their types, in the transaction that takes
 * them in. After its commit the dispatcher is woken. Those to webhooks that are disabled are noted as canceled: they are what `recover`
 * sends.
 */
export async function queueDeliveries(tx: Transaction, organization: string, events: readonly TakenEvent[], now: Date): Promise<void> {
  const webhooks = await tx.query<{ gid: string; types: string[] | null; isEnabled: boolean }>(
    sql`select gid, events as types, is_enabled as "isEnabled" from webhook where organization_gid = ${organization}`,
  );
  const to = (isEnabled: boolean): WantedDelivery[] =>
    webhooks
      .filter((webhook) => webhook.isEnabled === isEnabled)
      .flatMap(({ gid: webhook, types }) => events.filter(({ type }) => isTold(types, type)).map((event) => ({ webhook, event })));
  const [wanted, missed] = [to(true), to(false)];
  if (missed.length > 0) await tx.query(insertDeliveries(organization, missed, now, 'canceled'));
  if (wanted.length === 0) return;
  await lockLanes(tx, [organization]);
  await addDeliveries(tx, organization, wanted, now);
}

/** That a webhook is told of an event. */
export interface WantedDelivery {
  webhook: string;
  event: TakenEvent;
}

/** Adds deliveries, and puts them into their lanes, which are locked. What a webhook is or was told of already is left out. */
export async function addDeliveries(tx: Transaction, organization: string, wanted: readonly WantedDelivery[], now: Date): Promise<void> {
  await tx.query(sql`with added as (${insertDeliveries(organization, wanted, now)}) ${enqueue(raw('added'), now)}`);
}

/** SQL that adds deliveries and returns their rows; those that are there already stay as they are. */
export function insertDeliveries(
  organization: string,
  wanted: readonly WantedDelivery[],
  now: Date,
  status: 'waiting' | 'canceled' = 'waiting',
): Sql {
  const of = <T>(value: (event: TakenEvent) => T): T[] => wanted.map(({ event }) => value(event));
  return sql`
    insert into delivery (gid, webhook_gid, day, position, event_id, event_type, occurred_at, project_gid, sequence,
      organization_gid, created_at, modified_at, status, settled_at)
    select gid, webhook, day, position, id, type, occurred_at, project, sequence, ${organization}::uuid, ${now}::timestamptz, ${now}::timestamptz,
      ${status}::text, ${status === 'waiting' ? null : now}::timestamptz
    from unnest(${wanted.map(() => newGid())}::uuid[], ${wanted.map(({ webhook }) => webhook)}::uuid[], ${of(({ day }) => day)}::date[],
      ${of(({ position }) => position)}::bigint[], ${of(({ id }) => id)}::text[], ${of(({ type }) => type)}::text[],
      ${of(({ occurredAt }) => occurredAt)}::timestamptz[], ${of(({ project }) => project)}::uuid[],
      ${of(({ sequence }) => sequence)}::bigint[]) as w (gid, webhook, day, position, id, type, occurred_at, project, sequence)
    on conflict (webhook_gid, position, day) do nothing
    returning *`;
}

/**
 * Puts deliveries into their lanes, which are locked, in the order of their positions. The first of a lane without a head becomes its head.
 */
export const enqueue = (deliveries: Sql, now: Date): Sql => sql`
  insert into delivery_queue (webhook_gid, position, delivery_gid, day, organization_gid, project_gid, event_id, due_at)
  select d.webhook_gid, d.position, d.gid, d.day, d.organization_gid, d.project_gid, d.event_id,
    case when d.project_gid is null or (row_number() over (partition by d.webhook_gid, d.project_gid order by d.position) = 1
      and not exists (select from delivery_queue h where h.webhook_gid = d.webhook_gid and h.project_gid = d.project_gid and not h.is_passed))
    then ${now}::timestamptz end
  from ${deliveries} d order by d.position on conflict do nothing`;
