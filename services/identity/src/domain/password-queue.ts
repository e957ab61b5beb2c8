import { availableParallelism } from 'node:os';
import { createSlots } from '@partner-ordering/http';
import pLimit from 'p-limit';

/** What one hash takes, about. */
const HASH_MS = 50;
/** Leaves a core to everything else, and threads of libuv (it has four) to files. */
const hashesAtOnce = Math.max(1, Math.min(4, availableParallelism()) - 1);
/** Worked off within about seven seconds. */
const MOST_WAITING = 128;
/** Of one source, so that it delays others by two seconds at most. */
const MOST_OF_SOURCE = 32;
/** Of all visitors of the authorization page, whom nobody knows: half is left to applications. */
const MOST_OF_VISITORS = 64;

/** Thrown when too many passwords wait, of all sources, of this one or of visitors. */
export class QueueFull extends Error {
  /** When the queue will have been worked off, in milliseconds from now. */
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('Too many passwords wait to be hashed');
    this.retryAfterMs = retryAfterMs;
  }
}

const hashing = pLimit(hashesAtOnce);
const waitingOf = createSlots(MOST_OF_SOURCE);
const visitors = createSlots(MOST_OF_VISITORS);
const ALL = 'all';

/**
 * Runs `work`, which hashes a password, in this process's queue, which neither one `source` nor the visitors of the page can fill. Never
 * call it in a transaction.
 * @throws QueueFull at once, before `work` begins
 */
export async function inPasswordQueue<Result>(source: string, work: () => Promise<Result>, { isVisitor = false } = {}): Promise<Result> {
  if (hashing.pendingCount >= MOST_WAITING || !mayWait(source, isVisitor))
    throw new QueueFull(Math.ceil((hashing.pendingCount * HASH_MS) / hashesAtOnce));
  return hashing(() => {
    waitingOf.leave(source);
    if (isVisitor) visitors.leave(ALL);
    return work();
  });
}

function mayWait(source: string, isVisitor: boolean): boolean {
  if (!waitingOf.take(source)) return false;
  if (!isVisitor || visitors.take(ALL)) return true;
  waitingOf.leave(source);
  return false;
}

/** How many wait. */
export const waitingInPasswordQueue = (): number => hashing.pendingCount;
