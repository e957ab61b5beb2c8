import { openWorkerSession, WORKER_LOCK_CLASS, type WorkerSession } from '@partner-ordering/jobs';

/** The connection of a dispatcher, which holds the lock of its worker number. */
export type Session = WorkerSession;
export { openWorkerSession };

/** How many attempts are made at once. */
export interface Limits {
  /** To an endpoint; one to an endpoint whose last attempt failed. */
  perWebhook: number;
  perOrganization: number;
  /** By an instance. */
  perInstance: number;
  /** Of these, to endpoints that fail or are slow at the moment. */
  failing: number;
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

/** Only one claims at a time, so that the limits hold for all instances together. */
const CLAIM_LOCK = 0x636c_6169;

/** Takes deliveries that are due, the longest waiting first, but no more of an endpoint and of an organization than may be attempted at once. */
export async function claimDeliveries(session: Session, { worker, now, limits, free, freeForFailing, slow }: Room): Promise<Claimed[]> {
  await session.query('begin');
  try {
    await session.query(`select pg_advisory_xact_lock(${CLAIM_LOCK}, 0)`);
    const values = [worker, now, limits.perWebhook, limits.perOrganization, free, freeForFailing, slow];
    const { rows } = await session.query<Claimed>({ name: 'claim-deliveries', text: claimText, values });
    await session.query('commit');
    return rows;
  } catch (error) {
    await session.query('rollback').catch(() => undefined);
    throw error;
  }
}

// Goes from endpoint to endpoint by the index of what is due, so that an endpoint for which much waits costs no more than one with little. What is under way is looked up in
// maps: PostgreSQL cannot know how much it is, and would compare each with each.
const claimText = `
  with recursive endpoint as (
    (select webhook_gid as gid from delivery_queue where due_at is not null and leased_by is null order by webhook_gid, due_at limit 1)
    union all
    select (select q.webhook_gid from delivery_queue q where q.due_at is not null and q.leased_by is null and q.webhook_gid > e.gid
      order by q.webhook_gid, q.due_at limit 1) from endpoint e where e.gid is not null
  ), under_way as materialized (
    select jsonb_object_agg(id, count) as counts from (
      select coalesce(webhook_gid, organization_gid) as id, count(*) from delivery_queue where leased_by is not null
      group by grouping sets (webhook_gid, organization_gid)) as counted
  ), open as materialized (
    select w.gid, w.organization_gid, f.is_failing, case when f.is_failing then 1 else $3::int end - coalesce((u.counts->w.gid::text)::int, 0) as places,
      $4::int - coalesce((u.counts->w.organization_gid::text)::int, 0) as places_of_organization
    from endpoint e join webhook w on w.gid = e.gid and w.is_enabled cross join under_way u
      cross join lateral (select w.gid = any($7::uuid[]) or exists (select from webhook_health h where h.webhook_gid = w.gid) as is_failing) f
  ), due as (
    select o.gid, d.position, d.due_at, o.is_failing, o.places_of_organization,
      row_number() over (partition by o.organization_gid order by d.due_at, d.position) as place_of_organization,
      row_number() over (partition by o.is_failing order by d.due_at, d.position) as place_of_kind
    from open o cross join lateral (select q.position, q.due_at from delivery_queue q
      where q.webhook_gid = o.gid and q.leased_by is null and q.due_at <= $2 order by q.due_at, q.position limit greatest(o.places, 0)) d
  ), chosen as materialized (
    select gid, position, is_failing from due
    where (not is_failing or place_of_kind <= $6) and place_of_organization <= places_of_organization order by due_at, position limit $5
  ), claimed as (
    update delivery_queue q set leased_by = $1 from chosen c where q.webhook_gid = c.gid and q.position = c.position and q.leased_by is null
    returning q.*, c.is_failing
  )
  select c.delivery_gid as gid, c.webhook_gid as webhook, c.organization_gid as organization, c.position, c.day::text, c.event_id as "eventId",
    c.failures, w.url, c.is_failing as "isFailing",
    (select e.body from event e where e.organization_gid = c.organization_gid and e.position = c.position and e.day = c.day)
  from claimed c join webhook w on w.gid = c.webhook_gid order by c.due_at, c.position`;

/** Gives back what dispatchers had whose session has ended. Returns how many deliveries that were. */
export async function freeLostDeliveries(session: Session, worker: number): Promise<number> {
  const { rowCount } = await session.query({
    name: 'free-lost-deliveries',
    text: `
      with lost as materialized (
        select worker from (select distinct leased_by as worker from delivery_queue where leased_by is not null and leased_by <> $1) as others
        where pg_try_advisory_xact_lock($2, worker)
      )
      update delivery_queue set leased_by = null where leased_by in (select worker from lost)`,
    values: [worker, WORKER_LOCK_CLASS],
  });
  return rowCount ?? 0;
}

/** Hands the deliveries that this instance attempts over to its new session, as far as nobody else has them, and frees what else the session before had. */
export async function keepDeliveries(
  session: Session,
  worker: number,
  { before, gids }: { before: number; gids: readonly string[] },
): Promise<void> {
  await session.query('update delivery_queue set leased_by = case when delivery_gid = any($3::uuid[]) then $1::int end where leased_by = $2', [worker, before, gids]); // prettier-ignore
}

/** Gives back all that this instance still has: it is due as before. */
export async function freeDeliveries(session: Session, worker: number): Promise<void> {
  await session.query('update delivery_queue set leased_by = null where leased_by = $1', [worker]);
}
