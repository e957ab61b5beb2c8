export const maxTries = 3;

/** Counts in memory how often each message of a topic failed. After a restart the count begins again. */
export interface FailureCount {
  /** Notes a failed try. */
  add(topic: string, messageId: string, error: unknown): void;
  /** Why a message is given up: the error of its last try; undefined while it has tries left. */
  givenUp(topic: string, messageId: string): unknown;
  /** Forgets the topic's messages that are not in this batch: progress has passed them. */
  keepOnly(topic: string, messageIds: ReadonlySet<string>): void;
}

export function createFailureCount(): FailureCount {
  const topics = new Map<string, Map<string, { tries: number; lastError: unknown }>>();
  return {
    add(topic, messageId, error) {
      const failures = topics.get(topic) ?? new Map();
      topics.set(topic, failures);
      failures.set(messageId, { tries: (failures.get(messageId)?.tries ?? 0) + 1, lastError: error });
    },
    givenUp(topic, messageId) {
      const failure = topics.get(topic)?.get(messageId);
      return failure && failure.tries >= maxTries ? (failure.lastError ?? new Error('Thrown: undefined')) : undefined;
    },
    keepOnly(topic, messageIds) {
      const failures = topics.get(topic);
      for (const id of failures?.keys() ?? []) if (!messageIds.has(id)) failures?.delete(id);
    },
  };
}
