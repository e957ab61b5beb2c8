import { empty, isBadValue, prepared, sql } from '@partner-ordering/data';
import { crashPoint } from './crash-point.ts';
import type { Intake, TopicPartition, Received, SubscribeOptions } from './transport.ts';
import { publishes } from './wake.ts';

/** Maximum number of messages in one transaction. */
export const MAX_BATCH_SIZE = 500;
/** Approximate maximum length of their values: handlers soon release their locks. */
export const MAX_BATCH_LENGTH = 64 * 1024;

/** The first messages, as many as one transaction handles: at least one, at most `size`. */
export function batchOf(messages: readonly Received[], size: number): readonly Received[] {
  let length = 0;
  const end = messages.findIndex(({ value }, index) => (length += value.length) > MAX_BATCH_LENGTH && index > 0);
  return messages.slice(0, end < 0 ? size : Math.min(end, size));
}

/** The messages of one partition that follow position `from`, without a gap. */
export interface Batch extends TopicPartition {
  from: number;
  messages: readonly Received[];
  /** The last position read; beyond the last message if records of the broker follow it. */
  end: number;
}

/** For a batch without messages, and for groups without a replica and an inbox. */
export const plainIntake: Intake = { parts: empty, entered: sql`'{}'::text[]` };

interface Moved {
  /** The position before. */
  position: string;
  entered: string[];
}

/**
 * Takes a batch in by one statement, in a transaction only if `handle` follows. The lock of the offset row excludes other instances of the
 * group; the offset itself prevents lost and doubled messages. Resolves with the group's new position, or undefined if another instance
 * holds the lock or the offset was set back: then read the offset again. A message whose values the database refuses is set aside.
 */
export async function deliver(options: SubscribeOptions, batch: Batch): Promise<number | undefined> {
  const progress = { isTakenIn: false };
  try {
    return await takeBatch(options, batch, progress);
  } catch (error) {
    if (progress.isTakenIn || batch.messages.length !== 1 || !isBadValue(error)) throw error;
    return takeBatch(options, batch, progress, error);
  }
}

async function takeBatch(
  { database, group, takeIn, onPublished }: SubscribeOptions,
  { topic, partition, from, messages, end }: Batch,
  progress: { isTakenIn: boolean },
  refusal?: unknown,
): Promise<number | undefined> {
  const { parts, entered, handle } = messages.length === 0 ? plainIntake : takeIn(messages, refusal);
  const newestMs = Math.max(0, ...messages.map(({ writtenMs = 0 }) => writtenMs));
  const isMine = sql`(consumer_group, topic, partition) = (${group}, ${topic}, ${partition})`;
  const statement = sql`
    with moved as (
      update consumer_offset set position = greatest(held.position, ${end}), newest_ms = greatest(newest_ms, ${newestMs})
      from (select position from consumer_offset where ${isMine} for no key update skip locked) as held
      where ${isMine} and held.position >= ${from} returning held.position
    )${parts}
    select position, ${entered} as entered from moved`;
  const positionAfter = ([moved]: readonly Moved[]): number | undefined => moved && Math.max(Number(moved.position), end);
  if (!handle) return positionAfter(await database.query<Moved>(prepared(statement, 'own')));
  let isPublishing = false;
  const reached = await database.transactional(async (tx) => {
    const rows = await tx.query<Moved>(statement);
    progress.isTakenIn = true;
    const [moved] = rows;
    if (!moved) return undefined;
    const next = messages.filter(({ position }) => position > Number(moved.position));
    if (next.length > 0) await handle(next, tx, moved.entered);
    isPublishing = publishes(tx);
    crashPoint('consumer-before-commit');
    return positionAfter(rows);
  });
  if (reached !== undefined) crashPoint('consumer-after-commit');
  if (isPublishing) onPublished?.();
  return reached;
}

/** The maximum size of the next batch: one after a failure, so that the failing message soon comes alone. */
export interface BatchSize {
  readonly size: number;
  succeeded(): void;
  failed(): void;
}

export function createBatchSize(): BatchSize {
  let size = MAX_BATCH_SIZE;
  return {
    get size() {
      return size;
    },
    succeeded: () => void (size = Math.min(size * 2, MAX_BATCH_SIZE)),
    failed: () => void (size = 1),
  };
}
