import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@partner-ordering/data';
import type { RowCipher, Service } from '@partner-ordering/service';
import { createWake, openDedicatedConnection, type Log } from '@partner-ordering/messaging';
import type { GuardedClient } from '@partner-ordering/outbound';
import { claimDue, prepareConnection, type ClaimConnection } from '../domain/deliveries/claim-due.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { DeliverySender } from './delivery-sender.ts';

export interface DispatcherOptions {
  database: Database;
  write: Service['write'];
  client: Pick<GuardedClient, 'call'>;
  cipher: RowCipher;
  clock: () => Date;
  /** At least 0, less than 1. */
  random?: () => number;
  log: Log;
  metrics: DeliveryMetrics;
  pauses?: Partial<Pauses>;
}

export interface Pauses {
  /** Interval between two polls. */
  pollMs: number;
  /** Time for attempts in flight at a stop. */
  stopGraceMs: number;
}

/** Attempts due deliveries, together with all other instances of the service. */
export interface Dispatcher {
  /** Call it if there may be new deliveries. Cheap, never throws. */
  wake(): void;
  /** Starts no more attempts. */
  drain(): void;
  /** Starts no more attempts, waits 10 s for those in flight and aborts the rest: another instance repeats them with the same ids. */
  stop(): Promise<void>;
}

const defaultPauses: Pauses = { pollMs: 1_000, stopGraceMs: 10_000 };
/** Maximum concurrent attempts of an instance: to a webhook that does not fail (else one), and in all. */
const [PER_WEBHOOK, PER_INSTANCE] = [8, 2_000];
const CLAIMED_AT_ONCE = 500;
/** Maximum bytes of bodies in flight. The chart's heap has 128 MiB. */
const MAX_BYTES = 16 * 1024 * 1024;

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, clock, random = Math.random, log, metrics } = options;
  const { pollMs, stopGraceMs } = { ...defaultPauses, ...options.pauses };
  const waker = createWake();
  const sender = new DeliverySender({ ...options, random, onRecorded: waker.wake });
  let isStopping = false;
  metrics.watch(() => sender.count);

  /** Claims and starts due deliveries. True when more may be due. */
  async function startDue(session: ClaimConnection): Promise<boolean> {
    const inFlight = sender.inFlight();
    const maxDeliveries = Math.min(PER_INSTANCE - sender.count, CLAIMED_AT_ONCE);
    const maxBytes = MAX_BYTES - Object.values(inFlight.bytes).reduce((sum, bytes) => sum + bytes, 0);
    if (isStopping || maxDeliveries === 0 || maxBytes <= 0) return false;
    const claimed = await claimDue(session, { now: clock(), maxDeliveries, maxBytes, perWebhook: PER_WEBHOOK, inFlight });
    sender.start(claimed);
    return claimed.length === maxDeliveries;
  }

  const connection = openDedicatedConnection({
    options: database.pool.options,
    applicationName: 'notifications deliveries',
    work: async (session, signal, succeeded) => {
      signal.addEventListener('abort', waker.wake, { once: true });
      await prepareConnection(session);
      while (!signal.aborted) {
        const start = performance.now();
        const hasMore = await startDue(session);
        succeeded();
        if (hasMore) continue;
        // Each poll visits all webhooks with waiting deliveries. So it pauses for the time of its work, and later news share one poll.
        await delay(performance.now() - start, undefined, { signal }).catch(() => undefined);
        await waker.wait(pollMs);
      }
    },
    onError: (error) => log.warn({ err: error }, 'Delivering failed and will be tried again'),
  });
  const drain = () => void (isStopping = true);
  return {
    wake: waker.wake,
    drain,
    stop: async () => {
      drain();
      await Promise.all([connection.stop(), sender.stop(stopGraceMs)]);
      // Releases the deliveries that were being claimed.
      await sender.stop(0);
    },
  };
}
