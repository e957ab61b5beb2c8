import { empty, modifiedAt, sql, type Transaction } from '@partner-ordering/data';
import { DAY_MS, invalid, parseTime } from '@partner-ordering/kernel';
import type { DeliveryRecovery } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import type { SequencedEvent } from '../events/event-sequencer.ts';
import { KEPT_DAYS } from '../events/retention.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { MAX_ATTEMPTS } from './retry.ts';

/** The data of a recovery job. */
export interface Recovery {
  webhook: string;
  /** ISO 8601, UTC. */
  since: string;
  /** Not included. */
  until: string;
  includesUnsent: boolean;
  /** The times as requested: part of the job's key. */
  requestedTimes: string;
  /** The next batch begins behind this position. */
  afterPosition: number;
}

/** The job of a recovery. A repeated request is the same job while that waits. */
export const recoveryJob = (recovery: Recovery) => {
  const { webhook, requestedTimes, includesUnsent, afterPosition } = recovery;
  return {
    name: 'recover_deliveries',
    key: `${webhook}/${requestedTimes}/${includesUnsent}${afterPosition > 0 ? `/${afterPosition}` : ''}`,
    data: recovery,
  } as const;
};

/** Validates a request. 400 names the field with an invalid time. */
export function recoveryOf(
  webhook: string,
  { since, until, include_unsent: includesUnsent = false }: DeliveryRecovery,
  now: Date,
): Recovery {
  const from = timeOf('since', since);
  const to = until === undefined || until === null ? now : timeOf('until', until);
  if (from.getTime() < now.getTime() - KEPT_DAYS * DAY_MS) throw invalid(faults.too_long_ago('since', { days: KEPT_DAYS }));
  if (to <= from) throw invalid(until == null ? faults.not_in_the_past('since') : faults.end_not_after_start('until', { field: 'since' }));
  const requestedTimes = `${since}/${until ?? 'now'}`;
  return { webhook, since: from.toISOString(), until: to.toISOString(), includesUnsent, requestedTimes, afterPosition: 0 };
}

function timeOf(path: string, text: string): Date {
  const parsed = parseTime(text);
  if (!parsed) throw invalid(faults.wrong_format(path, { format: 'time' }));
  return parsed.at;
}

/** Maximum number of events in a transaction. */
const RECOVERED_AT_ONCE = 2_000;

/**
 * Queues failed and canceled deliveries among the next events of the webhook's organization, in order; with `includesUnsent` also events
 * without a delivery. Returns the position to go on behind; undefined at the end. Events stay locked until the commit: a delivery without
 * one is never attempted and holds a slot of the webhook for good.
 */
export async function recoverBatch(tx: Transaction, webhook: Webhook, recovery: Recovery, now: Date): Promise<number | undefined> {
  const { gid, organizationGid: organization } = webhook;
  const isBehind = sql`organization_gid = ${organization} and position > ${recovery.afterPosition}`;
  const [last] = await tx.query<{ position: number }>(sql`
    select position::float8 from event where ${isBehind} order by position offset ${RECOVERED_AT_ONCE - 1} limit 1`);
  const events = await tx.query<SequencedEvent>(sql`
    select organization_gid as organization, position::float8 from event
    where ${isBehind} ${last ? sql`and position <= ${last.position}` : empty}
      and occurred_at >= ${recovery.since}::timestamptz and occurred_at < ${recovery.until}::timestamptz
    order by position for key share`);
  // By status PostgreSQL would read all failed deliveries of the webhook.
  await tx.query(sql`
    update delivery set status = 'waiting', failures = 0, next_attempt_at = ${now}, settled_at = null, modified_at = ${modifiedAt(now)}
    where webhook_gid = ${gid} and position = any(${events.map(({ position }) => position)}::bigint[]) and next_attempt_at is null and status <> 'delivered'`);
  if (recovery.includesUnsent) await queueDeliveries(tx, events, now, gid);
  return last?.position;
}

/** Makes a delivery due now, before all that waits for its webhook. A settled one, and one in flight, gets one more attempt. */
export async function redeliverNow(tx: Transaction, { webhook, gid }: { webhook: string; gid: string }, now: Date): Promise<void> {
  await tx.query(sql`
    update delivery set status = 'waiting', settled_at = null, modified_at = ${modifiedAt(now)},
      failures = case when status = 'waiting' then failures else ${MAX_ATTEMPTS - 1} end,
      next_attempt_at = least(${now}, (select min(next_attempt_at) - interval '1 millisecond' from delivery where webhook_gid = ${webhook} and status = 'waiting'))
    where gid = ${gid}`);
}
