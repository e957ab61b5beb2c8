import { sql, type Transaction } from '@partner-ordering/data';
import { noteHealth } from '../webhooks/health.ts';
import type { Claimed } from './claims.ts';
import { giveHeads, HOLD_MS, lockLanes, type Lane } from './lanes.ts';

/** What became of a claimed delivery. */
export interface Settlement {
  claimed: Claimed;
  /** `again`: it waits for its next attempt. */
  status: 'delivered' | 'failed' | 'canceled' | 'again';
  /** Of the next attempt; null unless `again`. */
  dueAt: Date | null;
  failure: string | null;
  /** The endpoint says that it is not there any more: the webhook is to be disabled. */
  isGone: boolean;
  /** Null when none was made, as its event is no longer kept. */
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
}

/**
 * Writes down what became of deliveries that `worker` has leased, with their attempts, gives their lanes a head where they had been it, and notes which webhooks fail. What somebody else has
 * leased meanwhile is passed over: it is attempted again.
 */
export async function settle(
  tx: Transaction,
  settlements: readonly Settlement[],
  { worker, now }: { worker: number; now: Date },
): Promise<void> {
  await lockLanes(tx, settlements.map(({ claimed }) => claimed.organization)); // prettier-ignore
  const freed = await tx.query<Lane>(statementOf(settlements, worker, now));
  await giveHeads(tx, freed, now);
  const attempts = settlements.flatMap(({ claimed: { webhook }, status, attempt }) =>
    attempt ? [{ webhook, at: attempt.at, isFailed: status !== 'delivered' }] : [],
  );
  await noteHealth(tx, attempts);
}

function statementOf(settlements: readonly Settlement[], worker: number, now: Date) {
  const of = <T>(value: (settlement: Settlement) => T): T[] => settlements.map(value);
  const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);
  return sql`
    with r as (
      select * from unnest(${of(({ claimed }) => claimed.webhook)}::uuid[], ${of(({ claimed }) => claimed.position)}::bigint[],
        ${of(({ claimed }) => claimed.gid)}::uuid[], ${of(({ claimed }) => claimed.day)}::date[], ${of(({ claimed }) => claimed.url)}::text[],
        ${of(({ status }) => status)}::text[], ${of(({ dueAt }) => dueAt)}::timestamptz[], ${of(({ failure }) => failure)}::text[],
        ${of(({ attempt }) => attempt?.at ?? null)}::timestamptz[], ${of(({ attempt }) => attempt?.durationMs ?? null)}::int[],
        ${of(({ attempt }) => attempt?.status ?? null)}::int[], ${of(({ attempt }) => json(attempt?.requestHeaders))}::json[],
        ${of(({ attempt }) => json(attempt?.answer?.headers))}::json[], ${of(({ attempt }) => attempt?.answer?.body ?? null)}::text[])
        as r (webhook_gid, position, gid, day, url, outcome, due_at, failure, at, duration_ms, status, request_headers, answer_headers, answer_body)
    ), over as (
      delete from delivery_queue q using r
      where q.webhook_gid = r.webhook_gid and q.position = r.position and q.leased_by = ${worker} and r.outcome <> 'again'
      returning q.webhook_gid, q.position, q.project_gid, q.is_passed
    ), again as (
      update delivery_queue q set leased_by = null, failures = q.failures + 1, due_at = r.due_at,
        holds_until = case when q.project_gid is not null and not q.is_passed
          then coalesce(q.holds_until, ${new Date(now.getTime() + HOLD_MS)}::timestamptz) end
      from r where q.webhook_gid = r.webhook_gid and q.position = r.position and q.leased_by = ${worker} and r.outcome = 'again'
      returning q.webhook_gid, q.position
    ), noted as (
      update delivery d set status = case when r.outcome = 'again' then 'waiting' else r.outcome end, failure = r.failure, modified_at = ${now},
        settled_at = case when r.outcome <> 'again' then ${now}::timestamptz end, attempts = d.attempts + case when r.at is null then 0 else 1 end
      from r join (select webhook_gid, position from over union all select webhook_gid, position from again) as mine using (webhook_gid, position)
      where d.webhook_gid = r.webhook_gid and d.gid = r.gid and d.day = r.day and d.day = any(${[...new Set(of(({ claimed }) => claimed.day))]}::date[])
      returning d.gid, d.attempts
    ), logged as (
      insert into delivery_attempt (day, delivery_gid, number, at, duration_ms, url, status, failure, request_headers, answer_headers, answer_body)
      select r.day, r.gid, noted.attempts, r.at, r.duration_ms, r.url, r.status, r.failure, r.request_headers, r.answer_headers, r.answer_body
      from r join noted using (gid) where r.at is not null
    )
    select webhook_gid as "webhookGid", project_gid as "projectGid" from over where project_gid is not null and not is_passed`;
}
