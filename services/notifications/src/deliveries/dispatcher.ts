import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@partner-ordering/data';
import type { RowCipher, Service } from '@partner-ordering/service';
import { createWake, openDedicatedConnection, type Log } from '@partner-ordering/messaging';
import type { GuardedClient } from '@partner-ordering/outbound';
import { claimDue, prepareSession, type Session } from '../domain/deliveries/claim-due.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { Sending } from './sending.ts';

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
const [PER_WEBHOOK, IN_ALL] = [8, 2_000];
const CLAIMED_AT_ONCE = 500;
/** Maximum bytes of bodies in flight. The chart's heap has 128 MiB. */
const MOST_BYTES = 16 * 1024 * 1024;

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, clock, random = Math.random, log, metrics } = options;
  const { pollMs, stopGraceMs } = { ...defaultPauses, ...options.pauses };
  const woken = createWake();
  const sending = new Sending({ ...options, random, onRecorded: woken.wake });
  let isStopping = false;
  metrics.watch(() => sending.count);

  /** Claims and starts due deliveries. True when more may be due. */
  async function takeDue(session: Session): Promise<boolean> {
    const inFlight = sending.inFlight();
    const most = Math.min(IN_ALL - sending.count, CLAIMED_AT_ONCE);
    const mostBytes = MOST_BYTES - Object.values(inFlight.bytes).reduce((sum, bytes) => sum + bytes, 0);
    if (isStopping || most === 0 || mostBytes <= 0) return false;
    const claimed = await claimDue(session, { now: clock(), most, mostBytes, perWebhook: PER_WEBHOOK, inFlight });
    await sending.start(claimed);
    return claimed.length === most;
  }

  const connection = openDedicatedConnection({
    options: database.pool.options,
    applicationName: 'notifications deliveries',
    work: async (session, signal, succeeded) => {
      signal.addEventListener('abort', woken.wake, { once: true });
      await prepareSession(session);
      while (!signal.aborted) {
        const start = performance.now();
        const hasMore = await takeDue(session);
        succeeded();
        if (hasMore) continue;
        // Each poll visits all webhooks with waiting deliveries. So it pauses for the time of its work, and later news share one poll.
        await delay(performance.now() - start, undefined, { signal }).catch(() => undefined);
        await woken.wait(pollMs);
      }
    },
    onError: (error) => log.warn({ err: error }, 'Delivering failed and will be tried again'),
  });
  const drain = () => void (isStopping = true);
  return {
    wake: woken.wake,
    drain,
    stop: async () => {
      drain();
      await Promise.all([connection.stop(), sending.stop(stopGraceMs)]);
      // Releases the deliveries that were being claimed.
      await sending.stop(0);
    },
  };
}
