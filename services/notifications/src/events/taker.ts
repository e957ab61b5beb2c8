import type { Database, Transaction } from '@partner-ordering/data';
import { createWake, type Log } from '@partner-ordering/messaging';
import { newestArrived, organizationsWithArrived } from '../domain/events/arrived-events.ts';
import { dayOf, makePartition } from '../domain/events/partitions.ts';
import { takeIn, type TakenEvent } from '../domain/events/take-in.ts';

/** What takes in events works with. */
export interface TakerOptions {
  database: Database;
  clock: () => Date;
  log: Log;
  /** Part of the transaction that takes events in, which holds the organization's counter. */
  onTaken?: (tx: Transaction, organization: string, events: readonly TakenEvent[]) => Promise<void>;
  /** After the commit. */
  onCommitted?: () => void;
}

/** Takes in what has arrived, of all organizations, until it is stopped. */
export interface Taker {
  /** Says that events have arrived. */
  wake(): void;
  /** Resolves when the running transactions have ended. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
/** How often it is asked for the newest event. The statement walks over what was taken in since the oldest snapshot that is open. */
const NEWEST_MS = 50;

/**
 * Takes in what has arrived, organization by organization. Any instance may; two of them never take the same one at a time, and do not wait
 * for each other.
 */
export function startTaker({ database, clock, log, onTaken, onCommitted }: TakerOptions): Taker {
  const [wake, partitions] = [createWake(), knownPartitions(database)];
  let isStopped = false;

  function fail(error: unknown): false {
    // The partition may be gone, if the clock was far behind.
    partitions.forget();
    log.warn({ err: error }, 'Taking events in failed and will be tried again');
    return false;
  }

  /** Whether more of this organization may wait. */
  async function take(organization: string): Promise<boolean> {
    const day = dayOf(clock());
    await partitions.make(day);
    const taken = await database.transactional(async (tx) => {
      const found = await takeIn(tx, organization, day);
      if (found && found.events.length > 0) await onTaken?.(tx, organization, found.events);
      return found;
    });
    if (taken && taken.events.length > 0) onCommitted?.();
    return taken?.hasMore ?? false;
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      try {
        if (await takeRound(database, { take: (organization) => take(organization).catch(fail), fail, isStopped: () => isStopped }))
          continue;
      } catch (error) {
        fail(error);
      }
      await wake.wait(POLL_MS);
    }
  }

  const running = run();
  return {
    wake: wake.wake,
    stop: () => {
      isStopped = true;
      wake.wake();
      return running;
    },
  };
}

interface Round {
  /** Whether more of this organization may wait. Never throws: what fails for one organization is no reason to leave the others waiting. */
  take(organization: string): Promise<boolean>;
  fail(error: unknown): false;
  isStopped(): boolean;
}

/**
 * One turn for each organization with arrived events, so that none has to wait for all of another. Two at a time: the one in turn, and the
 * one whose event came last, asked for every so often, since a fact for thousands of organizations is not to delay what happens to another
 * one meanwhile. Whether more may wait.
 */
async function takeRound(database: Database, { take, fail, isStopped }: Round): Promise<boolean> {
  const waiting = new Set(await organizationsWithArrived(database));
  const tried = new Set<string>();
  let hasMore = false;
  const inTurn = async (): Promise<string | undefined> => waiting.values().next().value;
  let askedAt = -Infinity;
  const newest = async (): Promise<string | undefined> => {
    if (performance.now() - askedAt < NEWEST_MS) return inTurn();
    askedAt = performance.now();
    const found = await newestArrived(database).catch(fail);
    if (!found || tried.has(found.id)) return inTurn();
    tried.add(found.id);
    return found.organization;
  };
  const takeTurns = async (next: () => Promise<string | undefined>): Promise<void> => {
    while (waiting.size > 0 && !isStopped()) {
      const organization = await next();
      if (organization === undefined) return;
      waiting.delete(organization);
      hasMore = (await take(organization)) || hasMore;
    }
  };
  await Promise.all([takeTurns(inTurn), takeTurns(newest)]);
  return hasMore;
}

/** Makes the partitions of each day once. */
function knownPartitions(database: Database): { make(day: string): Promise<void>; forget(): void } {
  const made = new Set<string>();
  return {
    make: async (day) => {
      if (!made.has(day)) await makePartition(database, day);
      made.add(day);
    },
    forget: () => made.clear(),
  };
}
