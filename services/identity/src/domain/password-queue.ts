import { availableParallelism } from 'node:os';
import { Slots, takeSlots } from '@partner-ordering/kernel';
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
const sourceSlots = new Slots(MAX_OF_SOURCE);
const visitorSlots = new Slots(MAX_OF_VISITORS);
const ALL = 'all';

/**
 * Runs `work`, which hashes a password, in this process's queue, which neither one `source` nor the visitors of the page can fill. Never
 * call it in a transaction.
 * @throws QueueFull at once, before `work` begins
 */
export async function inPasswordQueue<Result>(source: string, work: () => Promise<Result>, { isVisitor = false } = {}): Promise<Result> {
  const ofSource = [sourceSlots, source] as const;
  const hasRoom = queue.pendingCount < MAX_WAITING;
  const stopWaiting = hasRoom ? takeSlots(isVisitor ? [ofSource, [visitorSlots, ALL]] : [ofSource]) : undefined;
  if (!stopWaiting) throw new QueueFull(Math.ceil((queue.pendingCount * HASH_MS) / hashesAtOnce));
  return queue(() => {
    stopWaiting();
    return work();
  });
}

/** The number of waiting passwords. */
export const passwordQueueLength = (): number => queue.pendingCount;
