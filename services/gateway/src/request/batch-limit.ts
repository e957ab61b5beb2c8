import type { Writable } from 'node:stream';
import type { BatchConfig } from '../config.ts';

/** The most waiting batches of one user, so that none of them takes all slots. */
const WAITING_PER_USER = 8;

interface Waiting {
  user: string;
  begin: () => void;
}

interface Running {
  user: string;
  startedAtMs: number;
  end: AbortController;
}

/**
 * Waits for a batch's slot: a few run at once, one per user. Null if too many wait or it takes too long. The batch has its slot until the
 * response closes, or until the signal, which says that another one has it: nothing more is to begin. No `FairQueue`: a slot can be lost
 * to another, and an organization may hold more than its share while nobody else waits.
 */
export type BatchLimit = (user: string, response: Writable) => Promise<AbortSignal | null>;

export interface BatchLimitOptions extends Pick<BatchConfig, 'atOnce' | 'waiting' | 'waitMs' | 'yieldAfterMs'> {
  /** The organizations of a user. Members of one have at most half of the slots, while others wait. */
  organizationsOf: (user: string) => readonly string[];
  nowMs: () => number;
}

export function createBatchLimit({ atOnce, waiting, waitMs, yieldAfterMs, organizationsOf, nowMs }: BatchLimitOptions): BatchLimit {
  /** Users whose response is open, with or without a slot. */
  const busyUsers = new Set<string>();
  /** From the oldest on. */
  let running: Running[] = [];
  let queue: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const nextWaiting = (): Waiting | undefined => {
    const ready = queue.filter(({ user }) => !busyUsers.has(user));
    return ready.find(({ user }) => countSharing(running, user, organizationsOf) < atOnce / 2) ?? ready[0];
  };
  const fillSlots = (): void => {
    clearTimeout(timer);
    for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
      const leftMs = running.length < atOnce ? 0 : running[0]!.startedAtMs + yieldAfterMs - nowMs();
      if (leftMs > 0) return void (timer = setTimeout(fillSlots, leftMs).unref());
      if (running.length >= atOnce) running.shift()!.end.abort();
      next.begin();
    }
  };
  return (user, response) =>
    new Promise((resolve) => {
      const isFull = queue.length >= waiting || countSharing(queue, user, organizationsOf) >= waiting / 2;
      const isTooMany = queue.filter((one) => one.user === user).length >= WAITING_PER_USER;
      // A response that is closed would never leave its slot.
      if (isFull || isTooMany || response.destroyed) return resolve(null);
      const settle = (slot: AbortSignal | null): void => {
        clearTimeout(waitTimer);
        queue = queue.filter((one) => one !== waitingBatch);
        resolve(slot);
      };
      const leave = (): void => settle(null);
      const begin = (): void => {
        const batch: Running = { user, startedAtMs: nowMs(), end: new AbortController() };
        busyUsers.add(user);
        running.push(batch);
        response.off('close', leave).once('close', () => {
          busyUsers.delete(user);
          running = running.filter((one) => one !== batch);
          // The user's next one waits behind those of all others.
          queue = [...queue.filter((one) => one.user !== user), ...queue.filter((one) => one.user === user)];
          fillSlots();
        });
        settle(batch.end.signal);
      };
      const waitTimer = setTimeout(leave, waitMs).unref();
      const waitingBatch = { user, begin };
      response.once('close', leave);
      queue.push(waitingBatch);
      fillSlots();
    });
}

/** Counts the batches of the members of a user's organizations. */
function countSharing(batches: readonly { user: string }[], user: string, organizationsOf: BatchLimitOptions['organizationsOf']): number {
  const own = new Set(organizationsOf(user));
  return batches.filter((batch) => organizationsOf(batch.user).some((gid) => own.has(gid))).length;
}
