import type { Database } from '@partner-ordering/data';
import { followedTypes, type Follows } from '../replicas/follows.ts';
import { declareFields } from '../replicas/replica-fields.ts';
import type { Transport } from '../transport/transport.ts';

/** A group and what it follows. */
export interface FollowingGroup {
  database: Database;
  group: string;
  follows: Follows;
}

/**
 * Records what the group's replica holds. Where it holds other fields or types now than before, the topic is read anew from its beginning:
 * its offsets go in the same transaction. A batch that is under way still commits before.
 */
export async function declareFollowed({
  database,
  group,
  follows,
  owned,
  now,
}: FollowingGroup & { owned: readonly string[]; now: Date }): Promise<string[]> {
  return database.transactional(async (tx) => {
    const changed = await declareFields(tx, { types: followedTypes(follows), owned, now });
    await tx.query({
      text: 'delete from consumer_offset where consumer_group = $1 and topic = any($2::text[])',
      values: [group, changed],
    });
    return changed;
  });
}

/**
 * Fixes the end of the facts that the group follows `from: end` and has never followed before, so that it begins there, however long it is
 * down afterwards. Throws while the transport or the database is down.
 */
export async function fixEnds({
  database,
  group,
  follows,
  transport,
}: FollowingGroup & { transport: Pick<Transport, 'ends'> }): Promise<void> {
  for (const [service, { from }] of Object.entries(follows.facts ?? {})) {
    const topic = `${service}.facts`;
    if (from === 'start' || (await hasOffset(database, group, topic))) continue;
    const ends = [...(await transport.ends(topic))];
    // All partitions or none: a partition that is added to the topic later begins at its start.
    await database.transactional(async (tx) => {
      await tx.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 2))', values: [`${group}/${topic}`] });
      await tx.query({
        text: `insert into consumer_offset (consumer_group, topic, partition, position)
               select $1, $2, partition, position from unnest($3::int[], $4::bigint[]) as ends (partition, position)
               where not exists (select from consumer_offset where consumer_group = $1 and topic = $2)`,
        values: [group, topic, ends.map(([partition]) => partition), ends.map(([, position]) => position)],
      });
    });
  }
}

async function hasOffset(database: Database, group: string, topic: string): Promise<boolean> {
  const found = await database.pool.query('select from consumer_offset where consumer_group = $1 and topic = $2 limit 1', [group, topic]);
  return found.rowCount !== 0;
}
