import { isConnectionError, isContentionError } from '@partner-ordering/data';
import { DomainRefusal } from '@partner-ordering/kernel';

/** After so many tries an event becomes a dead letter, unless its error passes by itself. */
const MAX_TRIES = 3;
const MAX_REMEMBERED = 1_000;

/** Whether an error passes by itself: something is down, or a lock was lost. The event is then tried again until it succeeds. */
export function isPassing(error: unknown): boolean {
  if (error instanceof DomainRefusal) return error.kind === 'unavailable';
  return isConnectionError(error) || isContentionError(error);
}

/** The topic of a group's dead letters; `events:replay` (replay.ts) reads it. */
export const deadLetterTopic = (group: string): string => `${group}.dlq`;

/**
 * Decides what happens to an event whose handler fails. The error rolls back the batch. It comes again after a growing pause
 * (`createBackOff`), one event at a time (`BatchSize`), so that the other events go on. Events that failed together are then handled one by
 * one, and only those tries count. After `MAX_TRIES` the event becomes a dead letter.
 */
export interface FailedEvents {
  /** Records a failed try of one event, or of several together. Errors that pass do not count. */
  add(eventIds: readonly string[], error: unknown): void;
  /** Whether the event failed together with others. */
  isAlone(eventId: string): boolean;
  /** The error of the last try; undefined while tries are left. */
  givenUp(eventId: string): unknown;
}

/** Counts tries in memory: after a restart each event has all its tries again. */
export function createFailedEvents(): FailedEvents {
  const failures = new Map<string, { tries: number; lastError: unknown }>();
  const triedAlone = new Set<string>();
  return {
    add(eventIds, error) {
      if (isPassing(error)) return;
      for (const id of eventIds)
        if (eventIds.length > 1) triedAlone.add(id);
        else failures.set(id, { tries: (failures.get(id)?.tries ?? 0) + 1, lastError: error });
      // A dead letter's event stays here: the transaction that sets it aside may be rolled back.
      for (const remembered of [failures, triedAlone]) forgetOldest(remembered);
    },
    isAlone: (eventId) => triedAlone.has(eventId),
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
