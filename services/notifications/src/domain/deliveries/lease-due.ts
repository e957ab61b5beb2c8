import type { Limits, Session } from './leases.ts';

/** A delivery that this instance is to attempt. */
export interface LeasedDelivery {
  gid: string;
  webhook: string;
  organization: string;
  position: string;
  day: string;
  eventId: string;
  /** Failed attempts so far, since it was last queued. */
  failures: number;
  url: string;
  /** The webhook fails, as far as is known. */
  isFailing: boolean;
}

/** What was leased. */
export interface Lease {
  deliveries: LeasedDelivery[];
  /** Of a delivery that was leased; those of an event share one. Null when the event is no longer kept. */
  bodyOf: (delivery: LeasedDelivery) => Buffer | null;
  /** More may be due that has a place. */
  hasMore: boolean;
}

/** What is free in this instance. */
export interface Capacity {
  worker: number;
  now: Date;
  limits: Pick<Limits, 'perWebhook' | 'perOrganization' | 'bytes'>;
  free: number;
  freeForFailing: number;
  freeBytes: { all: number; failing: number };
  /** By organization, and by `failing` with an organization for its webhooks that fail. */
  bytesUnderWay: Readonly<Record<string, number>>;
  /** Webhooks that have not answered for a while. */
  slow: readonly string[];
}

/**
 * Takes deliveries that are due, the longest waiting first, but no more of a webhook and of an organization than may be attempted at once.
 * One statement that waits for no lock: an instance that stands still holds up no other. Two that do it at the same moment never take the
 * same delivery, but may together attempt more of a webhook than `perWebhook` for a moment.
 */
export async function leaseDue(session: Session, capacity: Capacity): Promise<Lease> {
  const { worker, now, limits, free, freeForFailing, slow, bytesUnderWay, freeBytes } = capacity;
  const values = [worker, now, limits.perWebhook, limits.perOrganization, free, freeForFailing, slow];
  const ofBytes = [JSON.stringify(bytesUnderWay), limits.bytes.perOrganization, freeBytes.all, freeBytes.failing];
  const { rows } = await session.query<LeasedRow>({ name: 'lease-due', text: leaseDueText, values: [...values, ...ofBytes] });
  const bodies = new Map<string, Buffer>();
  for (const row of rows) if (row.body !== null) bodies.set(eventOf(row), Buffer.from(row.body));
  return {
    deliveries: rows.map(({ body: _body, chosen: _chosen, ...delivery }) => delivery),
    bodyOf: (delivery) => bodies.get(eventOf(delivery)) ?? null,
    hasMore: rows.length > 0 && (rows[0]!.chosen === free || rows.length < rows[0]!.chosen),
  };
}

interface LeasedRow extends LeasedDelivery {
  /** Only in one row of each event. */
  body: string | null;
  /** How many were due and had a place, if not for their bytes. */
  chosen: number;
}

const eventOf = ({ organization, position }: LeasedDelivery): string => `${organization} ${position}`;

// Goes from webhook to webhook by the index of what is due, so that a webhook for which much waits costs no more than one with little. What
// is under way is looked up in maps, and rows by their place: PostgreSQL cannot know how many there are, and would compare each with each.
// $1 worker, $2 now, $3 per webhook, $4 per organization, $5 free, $6 free for those that fail, $7 the slow ones, $8 bytes under way,
// $9 bytes per organization, $10 bytes free, $11 bytes free for those that fail.

/** Whether the webhook fails, or is slow. */
const isFailing = (gid: string): string => `${gid} = any($7::uuid[]) or exists (select from webhook_health h where h.webhook_gid = ${gid})`;

/** The webhooks for which something waits to be attempted; the last one is null. */
const webhooksWithDue = `
  waiting_webhook as (
    (select webhook_gid as gid from delivery_queue where due_at is not null and leased_by is null order by webhook_gid, due_at limit 1)
    union all
    select (select next.webhook_gid from delivery_queue next
      where next.due_at is not null and next.leased_by is null and next.webhook_gid > previous.gid
      order by next.webhook_gid, next.due_at limit 1)
    from waiting_webhook previous where previous.gid is not null
  )`;

/** How much is under way, by webhook for all instances, and by organization for this one, without webhooks that fail. */
const countsUnderWay = `
  leased as materialized (
    select webhook_gid, organization_gid, count(*) as count, count(*) filter (where leased_by = $1) as own, ${isFailing('queued.webhook_gid')} as is_failing
    from delivery_queue queued where leased_by is not null group by webhook_gid, organization_gid
  ), under_way as materialized (
    select jsonb_object_agg(gid, count) as counts from (
      select webhook_gid as gid, count from leased
      union all select organization_gid, sum(own) from leased where not is_failing group by organization_gid) as counted
  )`;

/** How many more each of these webhooks may get. */
const freePlaces = `
  open_webhook as materialized (
    select webhook.gid, webhook.organization_gid, health.is_failing,
      case when load.bytes >= $9::bigint then 0 else case when health.is_failing then 1 else $3::int end - coalesce((under_way.counts->webhook.gid::text)::int, 0) end as places,
      $4::int - coalesce((under_way.counts->webhook.organization_gid::text)::int, 0) as places_of_organization, $9::bigint - load.bytes as bytes_of_organization
    from waiting_webhook cross join lateral (select * from webhook where gid = waiting_webhook.gid and is_enabled limit 1) webhook cross join under_way
      cross join lateral (select ${isFailing('webhook.gid')} as is_failing) health
      cross join lateral (select coalesce(($8::jsonb->>concat(case when health.is_failing then 'failing ' end, webhook.organization_gid))::bigint, 0) as bytes) load
  )`;

/** The deliveries that are due and have a place. */
const chosenDeliveries = `
  due as (
    select open_webhook.*, first.position, first.due_at, first.day,
      row_number() over (partition by open_webhook.organization_gid, open_webhook.is_failing order by first.due_at, first.position) as place_of_organization,
      row_number() over (partition by open_webhook.is_failing order by first.due_at, first.position) as place_of_kind
    from open_webhook cross join lateral (select queued.position, queued.due_at, queued.day from delivery_queue queued
      where queued.webhook_gid = open_webhook.gid and queued.leased_by is null and queued.due_at <= $2
      order by queued.due_at, queued.position limit greatest(open_webhook.places, 0)) first
  ), chosen as materialized (
    select * from due
    where case when is_failing then place_of_kind <= $6 else place_of_organization <= places_of_organization end order by due_at, position limit $5
  )`;

/**
 * Of these, as many as their bytes have room for: the one with which there are enough is among them. PostgreSQL knows the length of a text
 * without reading it.
 */
const fittingDeliveries = `
  long as (
    select chosen.*, coalesce(event.bytes, 0) as bytes,
      coalesce(sum(event.bytes) over (partition by organization_gid, is_failing order by due_at, chosen.position, gid rows between unbounded preceding and 1 preceding), 0) as before_in_organization
    from chosen left join lateral (select octet_length(body) as bytes from event
      where event.organization_gid = chosen.organization_gid and event.position = chosen.position and event.day = chosen.day limit 1) event on true
  ), fitting as materialized (
    select gid, position from (
      select gid, position, is_failing, coalesce(sum(bytes) over (partition by is_failing order by due_at, position, gid rows between unbounded preceding and 1 preceding), 0) as before
      from long where before_in_organization < bytes_of_organization) as ordered
    where before < case when is_failing then least($10::bigint, $11::bigint) else $10::bigint end
  )`;

const leasedRows = `
  locked as materialized (
    select place from fitting cross join lateral (select queued.ctid as place from delivery_queue queued
      where queued.webhook_gid = fitting.gid and queued.position = fitting.position and queued.leased_by is null and queued.due_at <= $2
      for update skip locked) as found
  ), taken as (
    update delivery_queue set leased_by = $1 where ctid = any(array(select place from locked)) and leased_by is null returning *
  )`;

const leaseDueText = `
  with recursive ${[webhooksWithDue, countsUnderWay, freePlaces, chosenDeliveries, fittingDeliveries, leasedRows].join(',')}
  select taken.delivery_gid as gid, taken.webhook_gid as webhook, taken.organization_gid as organization, taken.position, taken.day::text,
    taken.event_id as "eventId", taken.failures, webhook.url, ${isFailing('webhook.gid')} as "isFailing",
    case when row_number() over (partition by taken.organization_gid, taken.position) = 1
      then (select event.body from event where event.organization_gid = taken.organization_gid and event.position = taken.position and event.day = taken.day) end as body,
    (select count(*)::int from chosen) as chosen
  from taken cross join lateral (select url, gid from webhook where gid = taken.webhook_gid limit 1) webhook order by taken.due_at, taken.position`;
