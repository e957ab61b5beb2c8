import { createHash } from 'node:crypto';
import { empty, sql, storableText, type Queryable, type Sql, type Transaction } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import type { CloudEvent } from '../transport/envelope.ts';
import { publishing } from '../transport/wake.ts';
import { deadLetterTopic } from './failed-events.ts';
import type { Received } from '../transport/transport.ts';

/** A longer message is not copied into its dead letter. */
const MAX_COPIED_BYTES = 256 * 1_024;
const MAX_REASON_LENGTH = 2_000;

/** The data of an event of type `message.rejected` in topic `<group>.dlq`. */
export interface DeadLetter {
  topic: string;
  partition: number;
  position: number;
  key: string;
  /** Length of its text, in bytes. */
  bytes: number;
  /** SHA-256 of its text, in hexadecimal digits. */
  sha256: string;
  /** The message as it came, usually a CloudEvent as JSON text; without more than 256 kB, which only its topic holds. */
  value?: string;
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
  const reason = storableText(error, MAX_REASON_LENGTH);
  const bytes = Buffer.byteLength(value);
  const message = { topic, partition, position, key, bytes, sha256: sha256Of(value), ...(bytes <= MAX_COPIED_BYTES && { value }) };
  const event: CloudEvent<DeadLetter> = {
    specversion: '1.0',
    id: newGid(),
    source: `/consumers/${group}`,
    type: 'message.rejected',
    subject: key,
    time: now.toISOString(),
    datacontenttype: 'application/json',
    data: { ...message, group, reason },
  };
  publishing.add(tx);
  await tx.query({
    text: 'insert into outbox (topic, key, event) values ($1, $2, $3::jsonb)',
    values: [deadLetterTopic(group), key, JSON.stringify(event)],
  });
  await tx.query(sql`
    insert into dead_letter (topic, partition, position, key, bytes, sha256, reason, rejected_at)
    values (${topic}, ${partition}, ${position}, ${key}, ${bytes}, ${message.sha256}, ${reason}, ${now}) on conflict do nothing`);
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Where it was read. A new log has another message there, so a replay tells them by their texts. */
type Place = Pick<DeadLetter, 'topic' | 'partition' | 'position'> & { sha256?: string };

const isAt = ({ topic, partition, position, sha256 }: Place): Sql =>
  sql`(topic, partition, position) = (${topic}, ${partition}, ${position}) ${sha256 === undefined ? empty : sql`and sha256 = ${sha256}`}`;

/** Whether a dead letter waits: no replay has handled it, and nobody has discarded it. */
export const isSetAside = async (database: Queryable, place: Place): Promise<boolean> =>
  (await database.query(sql`select from dead_letter where ${isAt(place)}`)).length > 0;

/** Removes a dead letter. False when it waits no longer. */
export const removeDeadLetter = async (database: Queryable, place: Place): Promise<boolean> =>
  (await database.query(sql`delete from dead_letter where ${isAt(place)} returning 1`)).length > 0;

/** Removes the dead letters of topics that the service no longer follows: no replay handles them. */
export async function forgetUnfollowed(database: Queryable, followed: readonly string[]): Promise<void> {
  await database.query({ text: 'delete from dead_letter where topic <> all($1::text[])', values: [followed] });
}
