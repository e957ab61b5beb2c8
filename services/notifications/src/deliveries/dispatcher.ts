import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@partner-ordering/data';
import type { RowCipher, Service } from '@partner-ordering/http';
import { createWake, openDedicatedConnection, type Log } from '@partner-ordering/messaging';
import type { GuardedClient } from '@partner-ordering/outbound';
import { claimDue, prepareSession, type Session } from '../domain/deliveries/claim-due.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { Sending } from './sending.ts';

/** What attempts deliveries, in one instance, works with. */
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

/** How long it waits. */
export interface Pauses {
  /** Between two looks at what is due. */
  pollMs: number;
  /** What is under way when it stops has so long to end. */
  stopGraceMs: number;
}

/** Sends what is due, together with all other instances of the service. */
export interface Dispatcher {
  /** Says that there may be new deliveries. Cheap, never throws. */
  wake(): void;
  /** Starts no more attempts from now on. */
  drain(): void;
  /**
   * Starts no more attempts, gives those under way time to end (10 s by default), and breaks the others off: another instance attempts them
   * again, with the same ids.
   */
  stop(): Promise<void>;
}

const defaultPauses: Pauses = { pollMs: 1_000, stopGraceMs: 10_000 };
/** Attempts of an instance: to a webhook that does not fail, and all together. One that fails gets one at a time. */
const [PER_WEBHOOK, IN_ALL] = [8, 2_000];
/** So many are taken by a statement. */
const CLAIMED_AT_ONCE = 500;
/** With so many bytes of bodies under way no more are begun. The heap of the chart has 128 MiB. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Starts to deliver. */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, clock, random = Math.random, log, metrics } = options;
  const { pollMs, stopGraceMs } = { ...defaultPauses, ...options.pauses };
  const woken = createWake();
  const sending = new Sending({ ...options, random, onRecorded: woken.wake });
  let isStopping = false;
  metrics.watch(() => sending.count);

  /** Whether there may be more to take. */
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
        // Each look visits all webhooks for which something waits. So it rests as long as it worked, and what comes meanwhile is one look.
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
      // What was being claimed meanwhile is given back.
      await sending.stop(0);
    },
  };
}
