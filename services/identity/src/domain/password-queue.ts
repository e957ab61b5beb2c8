import { availableParallelism } from 'node:os';
import { createSlots } from '@partner-ordering/http';
import pLimit from 'p-limit';

/** Approximate time of one hash. */
const HASH_MS = 50;
/** Leaves a core to everything else, and threads of libuv (it has four) to files. */
const hashesAtOnce = Math.max(1, Math.min(4, availableParallelism()) - 1);
/** Maximum queue length; it takes about seven seconds. */
const MAX_WAITING = 128;
/** Maximum of one source, so that it delays others by two seconds at most. */
const MAX_OF_SOURCE = 32;
/** Maximum of all unknown visitors of the authorization page: half of the queue is left to applications. */
const MAX_OF_VISITORS = 64;

/** Thrown when too many passwords wait, of all sources, of this one or of visitors. */
export class QueueFull extends Error {
  /** Time until the queue is empty, in milliseconds. */
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('Too many passwords wait to be hashed');
    this.retryAfterMs = retryAfterMs;
  }
}

const queue = pLimit(hashesAtOnce);
const sourceSlots = createSlots(MAX_OF_SOURCE);
const visitorSlots = createSlots(MAX_OF_VISITORS);
const ALL = 'all';

/**
 * Runs `work`, which hashes a password, in this process's queue, which neither one `source` nor the visitors of the page can fill. Never
 * call it in a transaction.
 * @throws QueueFull at once, before `work` begins
 */
export async function inPasswordQueue<Result>(source: string, work: () => Promise<Result>, { isVisitor = false } = {}): Promise<Result> {
  if (queue.pendingCount >= MAX_WAITING || !takeSlots(source, isVisitor))
    throw new QueueFull(Math.ceil((queue.pendingCount * HASH_MS) / hashesAtOnce));
  return queue(() => {
    sourceSlots.leave(source);
    if (isVisitor) visitorSlots.leave(ALL);
    return work();
  });
}

function takeSlots(source: string, isVisitor: boolean): boolean {
  if (!sourceSlots.take(source)) return false;
  if (!isVisitor || visitorSlots.take(ALL)) return true;
  sourceSlots.leave(source);
  return false;
}

/** The number of waiting passwords. */
export const passwordQueueLength = (): number => queue.pendingCount;
