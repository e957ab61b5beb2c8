import type { Log } from '@partner-ordering/messaging';
import type { GuardedClient } from '@partner-ordering/outbound';
import type { ClaimedDelivery } from '../domain/deliveries/claim-due.ts';
import { followUpOf, type AttemptSummary } from '../domain/deliveries/retry.ts';
import type { AttemptOutcome } from '../domain/deliveries/record-outcomes.ts';
import type { SigningKey } from '../domain/webhooks/signatures.ts';
import { faults } from '../faults.ts';
import { attempt, type AttemptResult } from './attempt.ts';
import type { DeliveryMetrics } from './metrics.ts';

/** Time limit of a whole attempt. */
const TIMEOUT_MS = 30_000;

export interface AttemptContext {
  client: Pick<GuardedClient, 'call'>;
  clock: () => Date;
  random: () => number;
  log: Log;
  metrics: Pick<DeliveryMetrics, 'observe'>;
  signal: AbortSignal;
}

/** A webhook's signing keys, none if no secret signs now; an Error if a secret cannot be read. */
export type SecretKeys = readonly SigningKey[] | Error;

/** Attempts a delivery; never throws. An aborted one is due again at once, as is one whose claim would end before the time-out. */
export async function deliver(delivery: ClaimedDelivery, keys: SecretKeys, context: AttemptContext): Promise<AttemptOutcome> {
  const { clock, metrics, signal } = context;
  const at = clock();
  const isInTime = delivery.claimedUntil.getTime() - at.getTime() >= TIMEOUT_MS;
  const attempted = isInTime ? await resultOf(delivery, keys, { ...context, at }) : undefined;
  if (!attempted || (signal.aborted && attempted.failure !== null))
    return { delivery, status: 'waiting', nextAttemptAt: clock(), failure: null, isGone: false, attempt: null };
  const { isOurFault = false, failure: _, ...result } = attempted;
  const outcome = { ...outcomeOf(delivery, attempted, context), attempt: { at, isOurFault, ...result } };
  const kind = outcome.status === 'waiting' ? 'again' : outcome.status;
  metrics.observe(kind, result.durationMs / 1000);
  return outcome;
}

/** Replaces an outcome that cannot be recorded: it counts as a failure, so that the attempts end. */
export function unrecordedOutcome(delivery: ClaimedDelivery, context: Pick<AttemptContext, 'clock' | 'random'>): AttemptOutcome {
  const failure = faults.not_recorded('');
  return { ...outcomeOf(delivery, { failure, status: null, retryAfter: null }, context), attempt: null };
}

function outcomeOf(delivery: ClaimedDelivery, summary: AttemptSummary, { clock, random }: Pick<AttemptContext, 'clock' | 'random'>) {
  const followUp = followUpOf(summary, { failures: delivery.failures, now: clock(), random });
  return {
    delivery,
    failure: summary.failure,
    status: followUp.kind === 'again' ? ('waiting' as const) : followUp.kind,
    nextAttemptAt: followUp.kind === 'again' ? followUp.at : null,
    isGone: followUp.kind === 'failed' && followUp.isGone,
  };
}

/** Undefined when aborted. */
async function resultOf(
  { url, eventId: id, gid, body }: ClaimedDelivery,
  keys: SecretKeys,
  { client, log, signal, at }: AttemptContext & { at: Date },
): Promise<(AttemptResult & { isOurFault?: boolean }) | undefined> {
  const unsentResult = { isOurFault: true, durationMs: 0, status: null, answer: null, retryAfter: null, requestHeaders: {} };
  if (keys instanceof Error || keys.length === 0) {
    log.error({ err: keys, delivery: gid }, 'The secret of a webhook cannot be read, so an event was not sent');
    return { ...unsentResult, failure: faults.not_signed('') };
  }
  try {
    return await attempt(client, { url, id, body, keys, timeoutMs: TIMEOUT_MS, signal }, at);
  } catch (error) {
    if (signal.aborted) return undefined;
    log.error({ err: error, delivery: gid }, 'An attempt of a delivery failed by a fault of ours');
    return { ...unsentResult, failure: faults.not_sent('') };
  }
}
