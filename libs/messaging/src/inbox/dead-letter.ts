import type { Queryable, Transaction } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import type { CloudEvent } from '../transport/envelope.ts';
import { publishing } from '../transport/delivery.ts';
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

/** Makes a message a dead letter. It leaves through the outbox, so this commits together with the group's progress. */
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
  publishing.add(tx);
  await tx.query({
    text: 'insert into outbox (topic, key, event) values ($1, $2, $3::jsonb)',
    values: [deadLetterTopic(group), key, JSON.stringify(event)],
  });
  await tx.query({
    text: `insert into dead_letter (topic, partition, position, rejected_at) values ($1, $2, $3, $4) on conflict do nothing`,
    values: [topic, partition, position, now],
  });
}

/** The number of dead letters that wait for a replay, at most 10,000. */
export async function countDeadLetters(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>({
    text: 'select count(*)::int as count from (select from dead_letter limit 10000) as counted',
    values: [],
  });
  return row!.count;
}

/** Removes a dead letter that a replay has handled. */
export async function forgetDeadLetter(tx: Transaction, { topic, partition, position }: DeadLetter): Promise<void> {
  await tx.query({
    text: 'delete from dead_letter where topic = $1 and partition = $2 and position = $3',
    values: [topic, partition, position],
  });
}

/** Removes the dead letters of topics that the service no longer follows: no replay handles them. */
export async function forgetUnfollowed(database: Queryable, followed: readonly string[]): Promise<void> {
  await database.query({ text: 'delete from dead_letter where topic <> all($1::text[])', values: [followed] });
}
