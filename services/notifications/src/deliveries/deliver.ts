import type { Log } from '@partner-ordering/messaging';
import type { GuardedClient } from '@partner-ordering/outbound';
import type { ClaimedDelivery } from '../domain/deliveries/claim-due.ts';
import { followUpOf } from '../domain/deliveries/retry.ts';
import type { AttemptOutcome } from '../domain/deliveries/record-outcomes.ts';
import type { SigningKey } from '../domain/webhooks/signatures.ts';
import { attempt, type AttemptResult } from './attempt.ts';
import type { DeliveryMetrics } from './metrics.ts';

/** As long as a receiver may take for everything together. */
const TIMEOUT_MS = 30_000;

/** What one attempt works with. */
export interface DeliverParts {
  client: Pick<GuardedClient, 'call'>;
  clock: () => Date;
  random: () => number;
  log: Log;
  metrics: Pick<DeliveryMetrics, 'observe'>;
  /** Breaks attempts off. */
  signal: AbortSignal;
}

/** What signs; an error where the secret cannot be read. */
export type Keys = readonly SigningKey[] | Error | undefined;

/** Attempts a delivery. Never throws; one that was broken off is due again at once. */
export async function deliver(delivery: ClaimedDelivery, keys: Keys, parts: DeliverParts): Promise<AttemptOutcome> {
  const { clock, random, log, metrics, signal } = parts;
  const at = clock();
  const made = await resultOf(delivery, keys, { ...parts, at });
  const now = clock();
  if (!made || (signal.aborted && made.failure !== null))
    return { delivery, status: 'waiting', nextAttemptAt: now, failure: null, isGone: false, attempt: null };
  const { failure, isOurFault = false, ...result } = made;
  const followUp = followUpOf(made, { failures: delivery.failures, now, random });
  metrics.observe(followUp.kind, result.durationMs / 1000);
  log.debug?.({ delivery: delivery.gid, outcome: followUp.kind }, 'A delivery was attempted');
  return {
    ...{ delivery, failure, attempt: { at, isOurFault, ...result } },
    status: followUp.kind === 'again' ? 'waiting' : followUp.kind,
    nextAttemptAt: followUp.kind === 'again' ? followUp.at : null,
    isGone: followUp.kind === 'failed' && followUp.isGone,
  };
}

/** Undefined when it was broken off. */
async function resultOf(
  { url, eventId: id, gid, body }: ClaimedDelivery,
  keys: Keys,
  { client, log, signal, at }: DeliverParts & { at: Date },
): Promise<(AttemptResult & { isOurFault?: boolean }) | undefined> {
  const unsent = { isOurFault: true, durationMs: 0, status: null, answer: null, retryAfter: null, requestHeaders: {} };
  if (keys === undefined || keys instanceof Error || keys.length === 0) {
    log.error({ err: keys, delivery: gid }, 'The secret of a webhook cannot be read, so an event was not sent');
    return { ...unsent, failure: 'The event could not be signed: this is a fault of ours' };
  }
  try {
    return await attempt(client, { url, id, body: Buffer.from(body), keys, timeoutMs: TIMEOUT_MS, signal }, at);
  } catch (error) {
    if (signal.aborted) return undefined;
    log.error({ err: error, delivery: gid }, 'An attempt of a delivery failed by a fault of ours');
    return { ...unsent, failure: 'The event could not be sent: this is a fault of ours' };
  }
}
