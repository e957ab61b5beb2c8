import { signingSecrets, type SigningSecret } from '../webhooks/webhook-secret.ts';
import { waitingWebhooks } from './waiting.ts';

/** A delivery that this instance attempts. */
export interface ClaimedDelivery {
  gid: string;
  webhook: string;
  organization: string;
  eventId: string;
  /** Failed attempts so far, since it last began to wait. */
  failures: number;
  url: string;
  body: Buffer;
  /** Those that sign now. */
  secrets: readonly SigningSecret[];
  /** The end of the claim, in `next_attempt_at`. While the row has this value, the outcome of the attempt decides on what follows. */
  claimedUntil: Date;
}

/** The limits of a claim. */
interface Capacity {
  now: Date;
  maxDeliveries: number;
  /** Bytes of bodies, more than 0. The last one may exceed it. */
  maxBytes: number;
  /** Concurrent attempts to a webhook. One that fails gets one at a time. */
  perWebhook: number;
  inFlight: InFlight;
}

/** Attempts in flight in an instance. */
export interface InFlight {
  /** Their number, by webhook and by organization. */
  attempts: Readonly<Record<string, number>>;
  /** The length of their bodies, by organization. */
  bytes: Readonly<Record<string, number>>;
}

/** The connection of a dispatcher. */
export interface ClaimConnection {
  query(statement: string | { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

/** Length of a claim; others then attempt a killed instance's deliveries. An attempt takes up to 30 s; the rest is for delays and skew. */
const CLAIMED_MS = 55_000;

/** Prepares a connection for `claimDue`: the queue changes faster than PostgreSQL's statistics, and the plan by indexes stays good. */
export const prepareConnection = (connection: ClaimConnection): Promise<unknown> =>
  connection.query(
    'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan',
  );

/**
 * Claims due deliveries within the limits of each webhook. Organizations take turns: the one with less in flight comes first. The bytes
 * that one holds never exceed what it leaves to others by more than one body. Waits for no lock.
 */
export async function claimDue(
  connection: ClaimConnection,
  { now, maxDeliveries, maxBytes, perWebhook, inFlight }: Capacity,
): Promise<ClaimedDelivery[]> {
  const claimedUntil = new Date(now.getTime() + CLAIMED_MS);
  const values = [
    now,
    claimedUntil,
    perWebhook,
    JSON.stringify(inFlight.attempts),
    JSON.stringify(inFlight.bytes),
    maxDeliveries,
    maxBytes,
  ];
  const { rows } = await connection.query({ name: 'claim-due', text: CLAIM_SQL, values });
  return (rows as ClaimedRow[]).map(({ body, ...row }) => ({ ...row, body: Buffer.from(body), claimedUntil }));
}

interface ClaimedRow extends Omit<ClaimedDelivery, 'body' | 'claimedUntil'> {
  body: string;
}

// $1 now, $2 claimed until, $3 per webhook, $4 attempts and $5 bytes in flight, $6 how many and $7 how many bytes at most.
// Chosen rows are locked without their status, by which PostgreSQL would read all that waits: next_attempt_at is null in the others.
// Deliveries that an organization could not have even alone are left out before the bytes of all organizations are summed up.
const PRECEDING_ROWS = 'rows between unbounded preceding and 1 preceding';
const CLAIM_SQL = `
  with recursive ${waitingWebhooks}, open_webhook as (
    select gid, organization_gid, coalesce(($4::jsonb->>gid::text)::int, 0) as in_flight,
      case when exists (select from webhook_health h where h.webhook_gid = gid) then 1 else $3::int end as most
    from waiting_webhook join webhook on gid = webhook_gid where due_at <= $1 and is_enabled
  ), due as (
    select first.*, coalesce(($4::jsonb->>first.organization_gid::text)::int, 0)
        + row_number() over (partition by first.organization_gid order by next_attempt_at, position) as turn
    from open_webhook cross join lateral (select gid, organization_gid, position, next_attempt_at from delivery
      where webhook_gid = open_webhook.gid and status = 'waiting' and next_attempt_at <= $1
      order by next_attempt_at, position limit greatest(most - in_flight, 0)) first
    order by turn, next_attempt_at limit $6
  ), measured as (
    select due.gid, turn, next_attempt_at, octet_length(body) as bytes, coalesce(($5::jsonb->>organization_gid::text)::bigint, 0) as in_flight_bytes,
      coalesce(sum(octet_length(body)) over (partition by organization_gid order by turn, next_attempt_at, due.gid ${PRECEDING_ROWS}), 0) as preceding_bytes
    from due join event using (organization_gid, position)
  ), fitting as (
    select gid, in_flight_bytes + preceding_bytes as organization_bytes, coalesce(sum(bytes) over (order by turn, next_attempt_at, gid ${PRECEDING_ROWS}), 0) as fitting_bytes
    from measured where in_flight_bytes + preceding_bytes < $7 - preceding_bytes
  ), claimed as (
    update delivery set next_attempt_at = $2
    from (select gid from delivery where gid = any(array(select gid from fitting where organization_bytes < $7 - fitting_bytes)) and next_attempt_at <= $1
      for update skip locked) unlocked
    where delivery.gid = unlocked.gid returning delivery.*
  )
  select claimed.gid, webhook_gid as webhook, claimed.organization_gid as organization, event_id as "eventId", failures, url, body,
    (select coalesce(json_agg(s), '[]') from (${signingSecrets('webhook.gid', '$1')}) s) as secrets
  from claimed join event using (organization_gid, position) join webhook on webhook.gid = webhook_gid order by position`;
