import type { Transaction } from '@partner-ordering/data';
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
}
