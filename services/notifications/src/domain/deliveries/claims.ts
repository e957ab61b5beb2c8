import { openWorkerSession, WORKER_LOCK_CLASS, type WorkerSession } from '@partner-ordering/jobs';

/** The connection of a dispatcher, which holds the lock of its worker number. */
export type Session = WorkerSession;

/**
 * Takes a number for a dispatcher, see `openWorkerSession`. How much waits changes faster than PostgreSQL's statistics: what is read by an index is not to be joined by reading all, and a plan made once
 * stays good.
 */
export async function openDispatcherSession(session: Session): Promise<number> {
  await session.query(
    'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan',
  );
  return openWorkerSession(session);
}

/** How many attempts are made at once. Those to endpoints that fail or are slow at the moment count apart: they hold up nobody else's. */
export interface Limits {
  /** To an endpoint, by all instances; one to an endpoint that fails or is slow. */
  perWebhook: number;
  /** By an instance, for an organization. */
  perOrganization: number;
  /** By an instance. */
  perInstance: number;
  /** By an instance, to endpoints that fail or are slow: with as many, no more are begun. */
  failing: number;
  /** By an instance, all together: endpoints can become slow only after attempts were begun. */
  inAll: number;
}

/** A delivery that this instance is to attempt. */
export interface Claimed {
  gid: string;
  webhook: string;
  organization: string;
  position: string;
  day: string;
  eventId: string;
  /** Failed attempts so far, since it was last queued. */
  failures: number;
  url: string;
  /** Null when the event is no longer kept. */
  body: string | null;
  /** The webhook fails, as far as is known. */
  isFailing: boolean;
}

/** What is free in this instance. */
export interface Room {
  worker: number;
  now: Date;
  limits: Pick<Limits, 'perWebhook' | 'perOrganization'>;
  free: number;
  freeForFailing: number;
  /** Webhooks that have not answered for a while. */
  slow: readonly string[];
}

/**
 * Takes deliveries that are due, the longest waiting first, but no more of an endpoint and of an organization than may be attempted at once. One statement that waits for no lock: an instance that
 * stands still holds up no other. Two that claim at the same moment never take the same delivery, but may together attempt more of an endpoint than `perWebhook` for a moment.
 */
export async function claimDeliveries(session: Session, { worker, now, limits, free, freeForFailing, slow }: Room): Promise<Claimed[]> {
  const values = [worker, now, limits.perWebhook, limits.perOrganization, free, freeForFailing, slow];
  const { rows } = await session.query<Claimed>({ name: 'claim-deliveries', text: claimText, values });
  return rows;
}

// Goes from endpoint to endpoint by the index of what is due, so that an endpoint for which much waits costs no more than one with little. What is under way is looked up in
// maps, and rows by their place: PostgreSQL cannot know how many there are, and would compare each with each.
const claimText = `
  with recursive endpoint as (
    (select webhook_gid as gid from delivery_queue where due_at is not null and leased_by is null order by webhook_gid, due_at limit 1)
    union all
    select (select q.webhook_gid from delivery_queue q where q.due_at is not null and q.leased_by is null and q.webhook_gid > e.gid
      order by q.webhook_gid, q.due_at limit 1) from endpoint e where e.gid is not null
  ), leased as materialized (
    select webhook_gid, organization_gid, count(*) as count, count(*) filter (where leased_by = $1) as own,
      webhook_gid = any($7::uuid[]) or exists (select from webhook_health h where h.webhook_gid = q.webhook_gid) as is_failing
    from delivery_queue q where leased_by is not null group by webhook_gid, organization_gid
  ), under_way as materialized (
    select jsonb_object_agg(id, count) as counts from (
      select webhook_gid as id, count from leased
      union all select organization_gid, sum(own) from leased where not is_failing group by organization_gid) as counted
  ), open as materialized (
    select w.gid, w.organization_gid, f.is_failing, case when f.is_failing then 1 else $3::int end - coalesce((u.counts->w.gid::text)::int, 0) as places,
      $4::int - coalesce((u.counts->w.organization_gid::text)::int, 0) as places_of_organization
    from endpoint e cross join lateral (select * from webhook where gid = e.gid and is_enabled limit 1) w cross join under_way u
      cross join lateral (select w.gid = any($7::uuid[]) or exists (select from webhook_health h where h.webhook_gid = w.gid) as is_failing) f
  ), due as (
    select o.gid, d.position, d.due_at, o.is_failing, o.places_of_organization,
      row_number() over (partition by o.organization_gid, o.is_failing order by d.due_at, d.position) as place_of_organization,
      row_number() over (partition by o.is_failing order by d.due_at, d.position) as place_of_kind
    from open o cross join lateral (select q.position, q.due_at from delivery_queue q
      where q.webhook_gid = o.gid and q.leased_by is null and q.due_at <= $2 order by q.due_at, q.position limit greatest(o.places, 0)) d
  ), chosen as materialized (
    select gid, position from due
    where case when is_failing then place_of_kind <= $6 else place_of_organization <= places_of_organization end order by due_at, position limit $5
  ), locked as materialized (
    select q.place from chosen c cross join lateral (select n.ctid as place from delivery_queue n
      where n.webhook_gid = c.gid and n.position = c.position and n.leased_by is null and n.due_at <= $2 for update skip locked) q
  ), claimed as (
    update delivery_queue set leased_by = $1 where ctid = any(array(select place from locked)) and leased_by is null returning *
  )
  select c.delivery_gid as gid, c.webhook_gid as webhook, c.organization_gid as organization, c.position, c.day::text, c.event_id as "eventId",
    c.failures, w.url, w.gid = any($7::uuid[]) or exists (select from webhook_health h where h.webhook_gid = w.gid) as "isFailing",
    (select e.body from event e where e.organization_gid = c.organization_gid and e.position = c.position and e.day = c.day)
  from claimed c cross join lateral (select url, gid from webhook where gid = c.webhook_gid limit 1) w order by c.due_at, c.position`;

/** Changes leases. What somebody has locked is being recorded at this moment, and is passed over. */
const leaseText = (change: string, where: string): string => `
  update delivery_queue q set leased_by = ${change}
  from (select webhook_gid, position from delivery_queue where ${where} for update skip locked) as free
  where q.webhook_gid = free.webhook_gid and q.position = free.position`;

/** Gives back what dispatchers had whose session has ended. Returns how many deliveries that were. */
export async function freeLostDeliveries(session: Session, worker: number): Promise<number> {
  const lost = `
    select worker from (select distinct leased_by as worker from delivery_queue where leased_by is not null and leased_by <> $1) as others
    where pg_try_advisory_xact_lock($2, worker)`;
  const text = `with lost as materialized (${lost}) ${leaseText('null', 'leased_by in (select worker from lost)')}`;
  const { rowCount } = await session.query({ name: 'free-lost-deliveries', text, values: [worker, WORKER_LOCK_CLASS] });
  return rowCount ?? 0;
}

/** Hands the deliveries that this instance attempts over to its new session, as far as nobody else has them, and frees what else the session before had. */
export async function keepDeliveries(
  session: Session,
  worker: number,
  { before, gids }: { before: number; gids: readonly string[] },
): Promise<void> {
  await session.query(leaseText('case when q.delivery_gid = any($3::uuid[]) then $1::int end', 'leased_by = $2'), [worker, before, gids]);
}

/** Gives back what this instance has, except for `gids`, which it attempts: it is due as before. Returns how many deliveries that were. */
export async function freeDeliveries(session: Session, worker: number, gids: readonly string[] = []): Promise<number> {
  const text = leaseText('null', 'leased_by = $1 and not delivery_gid = any($2::uuid[])');
  const { rowCount } = await session.query({ name: 'free-deliveries', text, values: [worker, gids] });
  return rowCount ?? 0;
}
