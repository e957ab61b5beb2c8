import { waitingWebhooks } from './waiting.ts';

/** A delivery that this instance is to attempt. */
export interface ClaimedDelivery {
  gid: string;
  webhook: string;
  eventId: string;
  /** Failed attempts so far, since it last began to wait. */
  failures: number;
  url: string;
  body: string;
  /** Until then nobody else attempts it. What became of the attempt is recorded only while this stands in the row. */
  claimedUntil: Date;
}

/** What an instance may take. */
export interface Capacity {
  now: Date;
  /** Deliveries. */
  most: number;
  /** Attempts at once to a webhook. One that fails gets one at a time. */
  perWebhook: number;
  /** Attempts of this instance that are under way, by webhook. */
  underWay: Readonly<Record<string, number>>;
}

/** The connection of a dispatcher. */
export interface Session {
  query(statement: string | { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

/** A killed instance's deliveries are attempted by others after this: an attempt takes 30 seconds at most, and is recorded in less. */
const CLAIMED_MS = 40_000;

/**
 * Prepares a connection for `claimDue`. How much waits changes faster than PostgreSQL's statistics: what is read by an index is not to be
 * joined by reading all, and a plan made once stays good.
 */
export const prepareSession = (session: Session): Promise<unknown> =>
  session.query(
    'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan',
  );

/**
 * Takes deliveries that are due, and no more to a webhook than may be attempted at once. Organizations take turns: each one's longest
 * waiting delivery comes before any one's second. One statement that waits for no lock.
 */
export async function claimDue(session: Session, { now, most, perWebhook, underWay }: Capacity): Promise<ClaimedDelivery[]> {
  const claimedUntil = new Date(now.getTime() + CLAIMED_MS);
  const values = [now, claimedUntil, perWebhook, JSON.stringify(underWay), most];
  const { rows } = await session.query({ name: 'claim-due', text: CLAIM_SQL, values });
  return (rows as Omit<ClaimedDelivery, 'claimedUntil'>[]).map((row) => ({ ...row, claimedUntil }));
}

const IS_DUE = `status = 'waiting' and next_attempt_at <= $1`;

// $1 now, $2 claimed until, $3 per webhook, $4 under way, $5 how many at most.
const CLAIM_SQL = `
  with recursive ${waitingWebhooks}, open_webhook as (
    select gid, organization_gid, coalesce(($4::jsonb->>gid::text)::int, 0) as under_way,
      case when exists (select from webhook_health h where h.webhook_gid = gid) then 1 else $3::int end as most
    from waiting_webhook join webhook on gid = webhook_gid where due_at <= $1 and is_enabled
  ), due as (
    select first.*, row_number() over (partition by open_webhook.organization_gid order by next_attempt_at, position) as turn
    from open_webhook cross join lateral (select gid, next_attempt_at, position from delivery
      where webhook_gid = open_webhook.gid and ${IS_DUE} order by next_attempt_at, position limit greatest(most - under_way, 0)) first
  ), claimed as (
    update delivery set next_attempt_at = $2
    from (select gid from delivery where gid = any(array(select gid from due order by turn, next_attempt_at limit $5)) and ${IS_DUE}
      for update skip locked) free
    where delivery.gid = free.gid returning delivery.*
  )
  select claimed.gid, webhook_gid as webhook, event_id as "eventId", failures, url, body
  from claimed join event using (organization_gid, position, day) join webhook on webhook.gid = webhook_gid order by position`;
