import { waitingWebhooks } from './waiting.ts';

/** A delivery that this instance is to attempt. */
export interface ClaimedDelivery {
  gid: string;
  webhook: string;
  organization: string;
  eventId: string;
  /** Failed attempts so far, since it last began to wait. */
  failures: number;
  url: string;
  body: Buffer;
  /** Until then nobody else attempts it. While this stands in the row, what becomes of the attempt decides on what follows. */
  claimedUntil: Date;
}

/** What an instance may take. */
export interface Capacity {
  now: Date;
  /** Deliveries. */
  most: number;
  /** Bytes of bodies, more than 0. The last one may go beyond it. */
  mostBytes: number;
  /** Attempts at once to a webhook. One that fails gets one at a time. */
  perWebhook: number;
  inFlight: InFlight;
}

/** Attempts of an instance that are under way. */
export interface InFlight {
  /** How many there are, by webhook, and by organization. */
  attempts: Readonly<Record<string, number>>;
  /** How long their bodies are, by organization. */
  bytes: Readonly<Record<string, number>>;
}

/** The connection of a dispatcher. */
export interface Session {
  query(statement: string | { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

/**
 * A killed instance's deliveries are attempted by others after this. An attempt takes 30 seconds at most; the rest is for a slow claim, a
 * slow record, and clocks that differ.
 */
const CLAIMED_MS = 55_000;

/**
 * Prepares a connection for `claimDue`. How much waits changes faster than PostgreSQL's statistics: what is read by an index is not to be
 * joined by reading all, and a plan made once stays good.
 */
export const prepareSession = (session: Session): Promise<unknown> =>
  session.query(
    'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan',
  );

/**
 * Takes deliveries that are due, and no more to a webhook than may be attempted at once. Organizations take turns: whoever has less under
 * way comes first. What an organization has and gets never exceeds what it leaves to others by more than one body. Waits for no lock.
 */
export async function claimDue(session: Session, { now, most, mostBytes, perWebhook, inFlight }: Capacity): Promise<ClaimedDelivery[]> {
  const claimedUntil = new Date(now.getTime() + CLAIMED_MS);
  const values = [now, claimedUntil, perWebhook, JSON.stringify(inFlight.attempts), JSON.stringify(inFlight.bytes), most, mostBytes];
  const { rows } = await session.query({ name: 'claim-due', text: CLAIM_SQL, values });
  return (rows as ClaimedRow[]).map(({ body, ...row }) => ({ ...row, body: Buffer.from(body), claimedUntil }));
}

interface ClaimedRow extends Omit<ClaimedDelivery, 'body' | 'claimedUntil'> {
  body: string;
}

// $1 now, $2 claimed until, $3 per webhook, $4 attempts and $5 bytes under way, $6 how many and $7 how many bytes at most.
// What is chosen is locked without its status, by which PostgreSQL would read all that waits: next_attempt_at is null in the others.
// What an organization cannot have even if nobody else gets anything is left out before the others' share is summed up.
const BEFORE = 'rows between unbounded preceding and 1 preceding';
const CLAIM_SQL = `
  with recursive ${waitingWebhooks}, open_webhook as (
    select gid, organization_gid, coalesce(($4::jsonb->>gid::text)::int, 0) as under_way,
      case when exists (select from webhook_health h where h.webhook_gid = gid) then 1 else $3::int end as most
    from waiting_webhook join webhook on gid = webhook_gid where due_at <= $1 and is_enabled
  ), due as (
    select first.*, coalesce(($4::jsonb->>first.organization_gid::text)::int, 0)
        + row_number() over (partition by first.organization_gid order by next_attempt_at, position) as turn
    from open_webhook cross join lateral (select gid, organization_gid, position, next_attempt_at from delivery
      where webhook_gid = open_webhook.gid and status = 'waiting' and next_attempt_at <= $1
      order by next_attempt_at, position limit greatest(most - under_way, 0)) first
    order by turn, next_attempt_at limit $6
  ), measured as (
    select due.gid, turn, next_attempt_at, octet_length(body) as bytes, coalesce(($5::jsonb->>organization_gid::text)::bigint, 0) as has,
      coalesce(sum(octet_length(body)) over (partition by organization_gid order by turn, next_attempt_at, due.gid ${BEFORE}), 0) as gets
    from due join event using (organization_gid, position)
  ), fitting as (
    select gid, has + gets as own, coalesce(sum(bytes) over (order by turn, next_attempt_at, gid ${BEFORE}), 0) as taken
    from measured where has + gets < $7 - gets
  ), claimed as (
    update delivery set next_attempt_at = $2
    from (select gid from delivery where gid = any(array(select gid from fitting where own < $7 - taken)) and next_attempt_at <= $1
      for update skip locked) free
    where delivery.gid = free.gid returning delivery.*
  )
  select claimed.gid, webhook_gid as webhook, claimed.organization_gid as organization, event_id as "eventId", failures, url, body
  from claimed join event using (organization_gid, position) join webhook on webhook.gid = webhook_gid order by position`;
