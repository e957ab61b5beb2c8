import { sql, type Transaction } from '@partner-ordering/data';
import type { DeliveryStatus } from '../../../generated/models.ts';
import { noteHealth } from '../webhooks/health.ts';
import type { ClaimedDelivery } from './claim-due.ts';

/** What came of a claimed delivery. */
export interface AttemptOutcome {
  delivery: ClaimedDelivery;
  /** `waiting` for the next attempt. */
  status: DeliveryStatus;
  /** Null unless it waits. */
  nextAttemptAt: Date | null;
  failure: string | null;
  /** The receiver says that it is not there any more: the webhook is to be disabled. */
  isGone: boolean;
  /** Null when none was made, or it was broken off. */
  attempt: LoggedAttempt | null;
}

/** An attempt as the log has it. */
export interface LoggedAttempt {
  at: Date;
  durationMs: number;
  /** Null without an answer. */
  status: number | null;
  requestHeaders: Record<string, string>;
  answer: { headers: Record<string, string>; body: string } | null;
  /** Nothing was sent, by a fault of ours: it says nothing of the receiver. */
  isOurFault: boolean;
}

/**
 * Writes down what became of deliveries, with their attempts, and notes which webhooks fail. What was canceled, redelivered or claimed by
 * another instance meanwhile stays as it is.
 */
export async function recordOutcomes(tx: Transaction, outcomes: readonly AttemptOutcome[], now: Date): Promise<void> {
  await tx.query(statementOf(outcomes, now));
  const attempts = outcomes.flatMap(({ delivery: { webhook, url }, status, attempt }) =>
    attempt && !attempt.isOurFault ? [{ webhook, url, at: attempt.at, isFailed: status !== 'delivered' }] : [],
  );
  await noteHealth(tx, attempts);
}

function statementOf(outcomes: readonly AttemptOutcome[], now: Date) {
  const of = <T>(value: (outcome: AttemptOutcome) => T): T[] => outcomes.map(value);
  const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);
  return sql`
    with outcome as (
      select * from unnest(${of(({ delivery }) => delivery.gid)}::uuid[], ${of(({ delivery }) => delivery.claimedUntil)}::timestamptz[],
        ${of(({ delivery }) => delivery.url)}::text[], ${of(({ status }) => status)}::text[], ${of(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[],
        ${of(({ failure }) => failure)}::text[], ${of(({ attempt }) => attempt?.at ?? null)}::timestamptz[],
        ${of(({ attempt }) => attempt?.durationMs ?? null)}::int[], ${of(({ attempt }) => attempt?.status ?? null)}::int[],
        ${of(({ attempt }) => json(attempt?.requestHeaders))}::json[], ${of(({ attempt }) => json(attempt?.answer?.headers))}::json[],
        ${of(({ attempt }) => attempt?.answer?.body ?? null)}::text[])
        as o (gid, claimed_until, url, status, next_attempt_at, failure, at, duration_ms, answered, request_headers, answer_headers, answer_body)
    ), recorded as (
      update delivery d set status = o.status, next_attempt_at = o.next_attempt_at, modified_at = ${now},
        settled_at = case when o.status <> 'waiting' then ${now}::timestamptz end,
        failure = case when o.status = 'waiting' and o.at is null then d.failure else o.failure end,
        attempts = d.attempts + (o.at is not null)::int, failures = d.failures + (o.at is not null)::int
      from outcome o where d.gid = o.gid and d.status = 'waiting' and d.next_attempt_at = o.claimed_until
      returning d.gid, d.attempts
    )
    insert into delivery_attempt (delivery_gid, number, at, duration_ms, url, status, failure, request_headers, answer_headers, answer_body)
    select gid, attempts, at, duration_ms, url, answered, failure, request_headers, answer_headers, answer_body
    from recorded join outcome using (gid) where at is not null`;
}
