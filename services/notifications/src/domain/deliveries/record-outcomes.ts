import { deferrable, lastStatements, modifiedAt, raw, sql, type Transaction } from '@partner-ordering/data';
import type { Detail } from '@partner-ordering/kernel';
import { failureColumns } from '@partner-ordering/kernel/faults';
import type { DeliveryStatus } from '../../../generated/models.ts';
import { recordHealth } from '../webhooks/health.ts';
import type { ClaimedDelivery } from './claim-due.ts';

/** The outcome of a claimed delivery. */
export interface AttemptOutcome {
  delivery: ClaimedDelivery;
  status: DeliveryStatus;
  /** Null unless it waits. */
  nextAttemptAt: Date | null;
  failure: Detail | null;
  /** 410: the webhook is to be disabled. */
  isGone: boolean;
  /** Null if none was made or it was aborted. */
  attempt: LoggedAttempt | null;
}

/** An attempt for the log. */
interface LoggedAttempt {
  at: Date;
  durationMs: number;
  /** Null without an answer. */
  status: number | null;
  requestHeaders: Record<string, string>;
  answer: { headers: Record<string, string>; body: string } | null;
  /** No request was sent, so the outcome says nothing about the receiver. */
  isOurFault: boolean;
}

/**
 * Records outcomes and attempts, and the health of webhooks. A delivery stays waiting if it was redelivered or claimed by another instance
 * during the attempt. A canceled or failed one stays so unless it was delivered.
 */
export async function recordOutcomes(tx: Transaction, outcomes: readonly AttemptOutcome[], now: Date): Promise<void> {
  const attempts = outcomes.flatMap(({ delivery: { webhook, url }, status, attempt }) =>
    attempt && !attempt.isOurFault ? [{ webhook, url, at: attempt.at, isFailed: status !== 'delivered' }] : [],
  );
  await lastStatements(async () => {
    await record(tx, outcomes, now);
    await recordHealth(tx, attempts);
  });
}

/** Records several outcomes of one delivery, redelivered during an attempt, in order. */
async function record(tx: Transaction, outcomes: readonly AttemptOutcome[], now: Date): Promise<void> {
  const lastOutcomes = new Map(outcomes.map((outcome) => [outcome.delivery.gid, outcome]));
  const earlierOutcomes = outcomes.filter((outcome) => lastOutcomes.get(outcome.delivery.gid) !== outcome);
  if (earlierOutcomes.length > 0) await record(tx, earlierOutcomes, now);
  await deferrable(() => tx.query(statementOf([...lastOutcomes.values()], now)));
}

/** Whether the outcome decides the delivery's status. */
const decides = raw(`(d.next_attempt_at = o.claimed_until or d.status in ('canceled', 'failed') and o.status = 'delivered')`);

// Finds rows by gid only: with their time too, PostgreSQL would read all waiting deliveries.
function statementOf(outcomes: readonly AttemptOutcome[], now: Date) {
  const column = <T>(value: (outcome: AttemptOutcome) => T): T[] => outcomes.map(value);
  const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);
  const failures = outcomes.map(({ failure }) => failureColumns(failure));
  return sql`
    with outcome as (
      select * from unnest(${column(({ delivery }) => delivery.gid)}::uuid[], ${column(({ delivery }) => delivery.claimedUntil)}::timestamptz[],
        ${column(({ delivery }) => delivery.url)}::text[], ${column(({ status }) => status)}::text[], ${column(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[],
        ${failures.map(({ failure }) => failure)}::text[], ${failures.map(({ failureCode }) => failureCode)}::text[],
        ${failures.map(({ failureParams }) => json(failureParams))}::json[], ${column(({ attempt }) => attempt?.at ?? null)}::timestamptz[],
        ${column(({ attempt }) => attempt?.durationMs ?? null)}::int[], ${column(({ attempt }) => attempt?.status ?? null)}::int[],
        ${column(({ attempt }) => json(attempt?.requestHeaders))}::json[], ${column(({ attempt }) => json(attempt?.answer?.headers))}::json[],
        ${column(({ attempt }) => attempt?.answer?.body ?? null)}::text[])
        as o (gid, claimed_until, url, status, next_attempt_at, failure, failure_code, failure_params, at, duration_ms, answered, request_headers, answer_headers, answer_body)
    ), recorded as (
      update delivery d set attempts = d.attempts + (o.at is not null)::int, modified_at = ${modifiedAt(now)},
        (status, next_attempt_at, settled_at, failures, failure, failure_code, failure_params) = (
          select o.status, o.next_attempt_at, case when o.status <> 'waiting' then ${now}::timestamptz end,
            d.failures + (o.failure is not null)::int, f.failure, f.failure_code, f.failure_params from (
              select o.failure, o.failure_code, o.failure_params where o.failure is not null or o.status <> 'waiting'
              union all select d.failure, d.failure_code, d.failure_params where o.failure is null and o.status = 'waiting') f where ${decides}
          union all select d.status, d.next_attempt_at, d.settled_at, d.failures, d.failure, d.failure_code, d.failure_params
            where ${decides} is not true)
      from outcome o where d.gid = o.gid and (o.at is not null or ${decides})
      returning d.attempts, o.*
    )
    insert into delivery_attempt (delivery_gid, number, at, duration_ms, url, status, failure, failure_code, failure_params, request_headers,
      answer_headers, answer_body)
    select gid, attempts, at, duration_ms, url, answered, failure, failure_code, failure_params, request_headers, answer_headers, answer_body
      from recorded where at is not null`;
}
