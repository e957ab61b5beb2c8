import { isConnectionError, isContentionError } from '@partner-ordering/data';
import { Failure } from '@partner-ordering/kernel';

/** After this many tries an event is given up, unless its error passes by itself. */
const MAX_TRIES = 3;
/** How many failed events are remembered; the oldest is forgotten first. */
const MAX_REMEMBERED = 1_000;

/**
 * Whether an error passes by itself: something is down, or a lock was lost. It says nothing about the event, which is tried again
 * until it succeeds and never given up.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof Failure) return error.kind === 'unavailable';
  return isConnectionError(error) || isContentionError(error);
}

/** Where a group puts the messages that it has given up; `events:replay` (replay.ts) reads them there. */
export const deadLetterTopic = (group: string): string => `${group}.dlq`;

/**
 * What happens to an event whose handler fails. The error rolls back the batch. It comes again after a growing pause (`createBackOff` in
 * libs/kernel), one event at a time (`BatchSize` in transport/delivery.ts), so that the events beside the failing one go on. Of
 * several that failed together nobody knows which it was, so from then on a handler gets each of them by itself, and only then the tries
 * count. After `MAX_TRIES` the event goes to `deadLetterTopic` (dead-letter.ts), and the events behind it go on too.
 */
export interface FailedEvents {
  /** Notes a failed try. An error that passes does not count. */
  add(eventId: string, error: unknown): void;
  /** Notes that these failed together. */
  addTogether(eventIds: readonly string[], error: unknown): void;
  /** Whether it failed together with others. */
  isAlone(eventId: string): boolean;
  /** Why an event is given up: the error of its last try; undefined while it has tries left. */
  givenUp(eventId: string): unknown;
}

/** Counts tries in memory: after a restart each event has all its tries again. */
export function createFailedEvents(): FailedEvents {
  const failures = new Map<string, { tries: number; lastError: unknown }>();
  const alone = new Set<string>();
  return {
    add(eventId, error) {
      if (isPassing(error)) return;
      failures.set(eventId, { tries: (failures.get(eventId)?.tries ?? 0) + 1, lastError: error });
      // An event that was given up stays here: the transaction that sets it aside may be rolled back.
      forgetOldest(failures);
    },
    addTogether(eventIds, error) {
      if (isPassing(error)) return;
      for (const id of eventIds) alone.add(id);
      forgetOldest(alone);
    },
    isAlone: (eventId) => alone.has(eventId),
    givenUp(eventId) {
      const failure = failures.get(eventId);
      return failure && failure.tries >= MAX_TRIES ? (failure.lastError ?? new Error('Thrown: undefined')) : undefined;
    },
  };
}

function forgetOldest(remembered: Pick<Map<string, unknown>, 'keys' | 'delete' | 'size'>): void {
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break;
    remembered.delete(oldest);
  }
}
