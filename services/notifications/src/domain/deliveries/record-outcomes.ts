import { sql, type Transaction } from '@partner-ordering/data';
import { noteHealth } from '../webhooks/health.ts';
import { giveHeads, HOLD_MS, lockLanes, tryLockLanes, type Lane } from './lanes.ts';
import type { LeasedDelivery } from './lease-due.ts';
import { MAX_ATTEMPTS } from './retry.ts';

/** What came of the attempt of a leased delivery. */
export interface AttemptOutcome {
  delivery: LeasedDelivery;
  /** `again`: it waits for its next attempt. */
  status: 'delivered' | 'failed' | 'canceled' | 'again';
  /** Of the next attempt; null unless `again`. */
  dueAt: Date | null;
  failure: string | null;
  /** The receiver says that it is not there any more: the webhook is to be disabled. */
  isGone: boolean;
  /** Nothing was sent, by a fault of ours: it says nothing of the receiver. */
  isOurFault: boolean;
  /** Null when none was made, as its event is no longer kept. */
  attempt: LoggedAttempt | null;
}

/** Whether an attempt was made that did not succeed, and not by a fault of ours: then the webhook fails. */
export const receiverFailed = ({ status, attempt, isOurFault }: AttemptOutcome): boolean =>
  attempt !== null && !isOurFault && status !== 'delivered';

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
 * Writes down what became of deliveries that `worker` has leased, with their attempts, gives their lanes a head where they had been it, and
 * notes which webhooks fail. What somebody else has leased meanwhile is passed over: it is attempted again. Returns what is left for the
 * next time: of organizations whose lanes somebody else has locked.
 */
export async function recordOutcomes(
  tx: Transaction,
  given: readonly AttemptOutcome[],
  { worker, now }: { worker: number; now: Date },
): Promise<AttemptOutcome[]> {
  const locked = await tryLockLanes(tx, given.map(({ delivery }) => delivery.organization)); // prettier-ignore
  const outcomes = given.filter(({ delivery }) => locked.has(delivery.organization));
  if (outcomes.length === 0) return [...given];
  const freed = await tx.query<Lane>(statementOf(outcomes, worker, now));
  await giveHeads(tx, freed, now);
  const attempts = outcomes.flatMap((outcome) => {
    const { delivery: { webhook, url }, attempt, isOurFault } = outcome; // prettier-ignore
    return attempt && !isOurFault ? [{ webhook, url, at: attempt.at, isFailed: receiverFailed(outcome) }] : [];
  });
  await noteHealth(tx, attempts);
  return given.filter(({ delivery }) => !locked.has(delivery.organization));
}

const POSTPONED_MS = 5 * 60_000;

/**
 * Gives back a delivery whose outcome cannot be recorded: it is attempted again in five minutes, and counts as failed. It leaves its lane,
 * so that it holds up no later event, and after its last attempt it has failed.
 */
export async function postponeDelivery(
  tx: Transaction,
  delivery: LeasedDelivery,
  { worker, now }: { worker: number; now: Date },
): Promise<void> {
  const { webhook, position, organization } = delivery;
  await lockLanes(tx, [organization]);
  const given = await tx.query<{ projectGid: string | null; isOver: boolean }>(sql`
    update delivery_queue set leased_by = null, failures = failures + 1, due_at = ${new Date(now.getTime() + POSTPONED_MS)}, is_passed = true, holds_until = null
    where webhook_gid = ${webhook} and position = ${position} and leased_by = ${worker}
    returning project_gid as "projectGid", failures >= ${MAX_ATTEMPTS} as "isOver"`);
  for (const { projectGid, isOver } of given) {
    if (projectGid !== null) await giveHeads(tx, [{ webhookGid: webhook, projectGid }], now);
    if (isOver) await giveUp(tx, delivery, now);
  }
}

async function giveUp(tx: Transaction, { webhook, position, gid, day }: LeasedDelivery, now: Date): Promise<void> {
  await tx.query(sql`delete from delivery_queue where webhook_gid = ${webhook} and position = ${position}`);
  await tx.query(sql`
    update delivery set status = 'failed', failure = 'What came of it could not be recorded: this is a fault of ours', settled_at = ${now}, modified_at = ${now}
    where webhook_gid = ${webhook} and gid = ${gid} and day = ${day}`);
}

function statementOf(outcomes: readonly AttemptOutcome[], worker: number, now: Date) {
  const of = <T>(value: (outcome: AttemptOutcome) => T): T[] => outcomes.map(value);
  const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);
  return sql`
    with r as (
      select * from unnest(${of(({ delivery }) => delivery.webhook)}::uuid[], ${of(({ delivery }) => delivery.position)}::bigint[],
        ${of(({ delivery }) => delivery.gid)}::uuid[], ${of(({ delivery }) => delivery.day)}::date[], ${of(({ delivery }) => delivery.url)}::text[],
        ${of(({ status }) => status)}::text[], ${of(({ dueAt }) => dueAt)}::timestamptz[], ${of(({ failure }) => failure)}::text[],
        ${of(({ attempt }) => attempt?.at ?? null)}::timestamptz[], ${of(({ attempt }) => attempt?.durationMs ?? null)}::int[],
        ${of(({ attempt }) => attempt?.status ?? null)}::int[], ${of(({ attempt }) => json(attempt?.requestHeaders))}::json[],
        ${of(({ attempt }) => json(attempt?.answer?.headers))}::json[], ${of(({ attempt }) => attempt?.answer?.body ?? null)}::text[])
        as r (webhook_gid, position, gid, day, url, outcome, due_at, failure, at, duration_ms, status, request_headers, answer_headers, answer_body)
    ), over as (
      delete from delivery_queue where ctid = any(array(select q.place from r cross join lateral (select n.ctid as place from delivery_queue n
        where n.webhook_gid = r.webhook_gid and n.position = r.position and n.leased_by = ${worker} for update) q where r.outcome <> 'again'))
      returning webhook_gid, position, project_gid, is_passed
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
      where d.webhook_gid = r.webhook_gid and d.gid = r.gid and d.day = r.day and d.day = any(${[...new Set(of(({ delivery }) => delivery.day))]}::date[])
      returning d.gid, d.attempts
    ), logged as (
      insert into delivery_attempt (day, delivery_gid, number, at, duration_ms, url, status, failure, request_headers, answer_headers, answer_body)
      select r.day, r.gid, noted.attempts, r.at, r.duration_ms, r.url, r.status, r.failure, r.request_headers, r.answer_headers, r.answer_body
      from r join noted using (gid) where r.at is not null
    )
    select webhook_gid as "webhookGid", project_gid as "projectGid" from over where project_gid is not null and not is_passed`;
}
