import type { Database } from '@partner-ordering/data';
import type { RowCipher, Service } from '@partner-ordering/http';
import { createWake, openDedicatedConnection, type Log } from '@partner-ordering/messaging';
import type { GuardedClient } from '@partner-ordering/outbound';
import { leaseDue } from '../domain/deliveries/lease-due.ts';
import {
  freeDeliveries,
  freeLostDeliveries,
  keepDeliveries,
  openDispatcherSession,
  type Limits,
  type Session,
} from '../domain/deliveries/leases.ts';
import { organizationsHeldUp, passHeads } from '../domain/deliveries/lanes.ts';
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
  limits?: Partial<Limits>;
  pauses?: Partial<Pauses>;
}

/** How long it waits. */
export interface Pauses {
  /** Between two looks at what is due, and at what a lost instance has left. */
  pollMs: number;
  /** What is under way when it stops has so long to end. */
  stopGraceMs: number;
}

/** Sends what is due, together with all other instances of the service. */
export interface Dispatcher {
  /** Says that deliveries were committed. Cheap, never throws. */
  wake(): void;
  /** Starts no more attempts from now on. */
  drain(): void;
  /**
   * Starts no more attempts, gives those under way time to end (10 s by default), and frees the others: another instance attempts them
   * again, with the same ids.
   */
  stop(): Promise<void>;
}

const MIB = 1024 * 1024;
const defaultPauses: Pauses = { pollMs: 1_000, stopGraceMs: 10_000 };
/** What others lock is free soon, and a webhook that becomes slow takes no place of others any more. */
const SOON_MS = 250;
/** So many are taken at once, and so many bytes: while they are read, their bodies are in the heap. */
const [LEASED_AT_ONCE, LEASED_BYTES_AT_ONCE] = [500, 2 * MIB];
/** What is under way over TLS may take several times its bytes, beside a heap of 128 MiB. */
const bytes: Limits['bytes'] = { perOrganization: MIB, perInstance: 8 * MIB, failing: 4 * MIB, inAll: 16 * MIB };
const defaultLimits: Limits = { perWebhook: 8, perOrganization: 200, perInstance: 2_000, failing: 1_000, inAll: 4_000, bytes };

/**
 * Starts to deliver. Whatever waits, no more is in memory than is under way. What an instance has taken is leased to the number of its
 * session, whose lock PostgreSQL drops when the process dies: another one then takes it at its next poll.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, clock, random = Math.random, log, metrics } = options;
  const { pollMs, stopGraceMs } = { ...defaultPauses, ...options.pauses };
  const [limits, woken] = [{ ...defaultLimits, ...options.limits }, createWake()];
  const sending = new Sending({ ...options, limits, random, onRecorded: woken.wake });
  let isStopping = false;
  metrics.watch(() => sending.count);

  async function work(session: Session, signal: AbortSignal, succeeded: () => void): Promise<void> {
    signal.addEventListener('abort', woken.wake, { once: true });
    const before = sending.worker;
    sending.worker = await openDispatcherSession(session);
    if (before > 0) await keepDeliveries(session, sending.worker, { before, gids: sending.gids() });
    let polledAt = -Infinity;
    while (!signal.aborted) {
      if (performance.now() - polledAt >= pollMs) {
        polledAt = performance.now();
        await poll(session, sending, options);
      }
      const hasMore = !isStopping && (await takeDue(session, sending, { now: clock(), limits }));
      succeeded();
      if (!hasMore) await woken.wait(sending.count > 0 ? Math.min(SOON_MS, pollMs) : pollMs);
    }
    await freeDeliveries(session, sending.worker).catch(() => undefined);
  }

  const connection = openDedicatedConnection({
    options: database.pool.options,
    applicationName: 'notifications deliveries',
    work,
    onError: (error) => log.warn({ err: error }, 'Delivering failed and will be tried again'),
  });
  const drain = () => void (isStopping = true);
  return {
    wake: woken.wake,
    drain,
    stop: async () => {
      drain();
      await sending.stop(stopGraceMs);
      await connection.stop();
    },
  };
}

/** Leases what may be attempted and starts it. Whether there may be more to take. */
async function takeDue(session: Session, sending: Sending, { now, limits }: { now: Date; limits: Limits }): Promise<boolean> {
  const capacity = sending.capacity();
  const free = Math.min(capacity.free, LEASED_AT_ONCE);
  const freeBytes = { ...capacity.freeBytes, all: Math.min(capacity.freeBytes.all, LEASED_BYTES_AT_ONCE) };
  if (free === 0) return false;
  const lease = await leaseDue(session, { ...capacity, worker: sending.worker, now, limits, free, freeBytes });
  await sending.start(lease);
  return lease.hasMore;
}

/** What is looked for at each poll: what a lost instance or session has left, and what has held up its project for long enough. */
async function poll(session: Session, sending: Sending, { database, clock, log }: DispatcherOptions): Promise<void> {
  const lost = await freeLostDeliveries(session, sending.worker);
  // What was handed over while its outcome was being recorded is nobody's.
  const freed = lost + (await freeDeliveries(session, sending.worker, sending.gids()));
  if (freed > 0) log.warn({ deliveries: freed }, 'Deliveries lost their instance and are attempted again');
  try {
    const now = clock();
    const organizations = await organizationsHeldUp(database, now);
    if (organizations.length > 0) await database.transactional((tx) => passHeads(tx, organizations, now));
  } catch (error) {
    log.warn({ err: error }, 'Projects that are held up stay so until the next second');
  }
}
