import type { Queryable, Transaction } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import type { CloudEvent } from '../transport/envelope.ts';
import { enqueue } from '../outbox/outbox.ts';
import { deadLetterTopic } from './failed-events.ts';
import type { Received } from '../transport/transport.ts';

/** The data of an event of type `message.rejected` in topic `<group>.dlq`. */
export interface DeadLetter {
  topic: string;
  partition: number;
  position: number;
  key: string;
  /** The message as it came; usually a CloudEvent as JSON text. */
  value: string;
  /** The group that has given it up; other groups may have handled it. */
  group: string;
  reason: string;
}

/** Sets a message aside. It goes through the outbox, so this commits together with the group's progress. */
export async function rejectMessage(
  tx: Transaction,
  group: string,
  { topic, partition, position, key, value }: Received,
  error: unknown,
  now: Date,
): Promise<void> {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const event: CloudEvent<DeadLetter> = {
    specversion: '1.0',
    id: newGid(),
    source: `/consumers/${group}`,
    type: 'message.rejected',
    subject: key,
    time: now.toISOString(),
    datacontenttype: 'application/json',
    data: { topic, partition, position, key, value, group, reason },
  };
  await enqueue(tx, deadLetterTopic(group), event);
  await tx.query({
    text: `insert into dead_letter (topic, partition, position, rejected_at) values ($1, $2, $3, $4) on conflict do nothing`,
    values: [topic, partition, position, now],
  });
}

/** How many messages were set aside and wait for a replay. */
export async function countDeadLetters(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>({ text: 'select count(*)::int as count from dead_letter', values: [] });
  return row!.count;
}

/** A replay has dealt with a message, or found that it was dealt with. */
export async function forgetDeadLetter(tx: Transaction, { topic, partition, position }: DeadLetter): Promise<void> {
  await tx.query({
    text: 'delete from dead_letter where topic = $1 and partition = $2 and position = $3',
    values: [topic, partition, position],
  });
}

/** Those of topics that the service follows no more are never handled. */
export async function forgetUnfollowed(database: Queryable, followed: readonly string[]): Promise<void> {
  await database.query({ text: 'delete from dead_letter where topic <> all($1::text[])', values: [followed] });
}
