import type { Log } from '@partner-ordering/messaging';
import type { GuardedClient } from '@partner-ordering/outbound';
import type { LeasedDelivery } from '../domain/deliveries/lease-due.ts';
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

/** What a delivery is attempted with. */
export interface ToDeliver {
  /** Null when the event is no longer kept. */
  body: Buffer | null;
  /** An error where the secret cannot be read. */
  keys: readonly SigningKey[] | Error | undefined;
}

/** Attempts a delivery. Never throws; undefined when it was broken off, and nothing is known of it. */
export async function deliver(
  delivery: LeasedDelivery,
  { body, keys }: ToDeliver,
  parts: DeliverParts,
): Promise<AttemptOutcome | undefined> {
  if (body === null)
    return {
      delivery,
      status: 'canceled',
      dueAt: null,
      failure: 'The event is no longer kept',
      attempt: null,
      isGone: false,
      isOurFault: false,
    };
  const { clock, random, log, metrics, signal } = parts;
  const at = clock();
  const made = await resultOf(delivery, { body, keys }, { ...parts, at });
  if (!made) return undefined;
  const { isOurFault = false, ...result } = made;
  const followUp = followUpOf(result, { failures: delivery.failures, now: clock(), random });
  metrics.observe(followUp.kind, result.durationMs / 1000);
  if (signal.aborted && followUp.kind !== 'delivered') return undefined;
  log.debug?.({ delivery: delivery.gid, outcome: followUp.kind }, 'A delivery was attempted');
  return {
    delivery,
    status: followUp.kind,
    dueAt: followUp.kind === 'again' ? followUp.at : null,
    isGone: followUp.kind === 'failed' && followUp.isGone,
    isOurFault,
    failure: result.failure,
    attempt: { at, ...result },
  };
}

async function resultOf(
  { url, eventId: id, gid }: LeasedDelivery,
  { body, keys }: ToDeliver & { body: Buffer },
  { client, log, signal, at }: DeliverParts & { at: Date },
): Promise<(AttemptResult & { isOurFault?: boolean }) | undefined> {
  const unsent = { isOurFault: true, durationMs: 0, status: null, answer: null, retryAfter: null, requestHeaders: {} };
  if (keys === undefined || keys instanceof Error || keys.length === 0) {
    log.error({ err: keys, delivery: gid }, 'The secret of a webhook cannot be read, so an event was not sent');
    return { ...unsent, failure: 'The event could not be signed: this is a fault of ours' };
  }
  try {
    return await attempt(client, { url, id, body, keys, timeoutMs: TIMEOUT_MS, signal }, at);
  } catch (error) {
    if (signal.aborted) return undefined;
    log.error({ err: error, delivery: gid }, 'An attempt of a delivery failed by a fault of ours');
    return { ...unsent, failure: 'The event could not be sent: this is a fault of ours' };
  }
}
