const MAX_TRIES = 3;

const MAX_REMEMBERED = 1_000;

/** Counts in memory how often each event failed. After a restart the count begins again. */
export interface FailureCount {
  /** Notes a failed try. */
  add(eventId: string, error: unknown): void;
  /** Why an event is given up: the error of its last try; undefined while it has tries left. */
  givenUp(eventId: string): unknown;
}

export function createFailureCount(): FailureCount {
  const failures = new Map<string, { tries: number; lastError: unknown }>();
  return {
    add(eventId, error) {
      failures.set(eventId, { tries: (failures.get(eventId)?.tries ?? 0) + 1, lastError: error });
      // Given-up events stay: their rejection may yet be rolled back. Progress has long passed the first ones.
      for (const [oldest] of failures) {
        if (failures.size <= MAX_REMEMBERED) break;
        failures.delete(oldest);
      }
    },
    givenUp(eventId) {
      const failure = failures.get(eventId);
      return failure && failure.tries >= MAX_TRIES ? (failure.lastError ?? new Error('Thrown: undefined')) : undefined;
    },
  };
}
