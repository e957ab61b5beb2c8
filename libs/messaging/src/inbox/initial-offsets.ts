import type { Database } from '@partner-ordering/data';
import { declareFields, followedTypes, type Follows } from '../replicas/follows.ts';
import type { Transport } from '../transport/transport.ts';

interface FollowingGroup {
  database: Database;
  group: string;
  follows: Follows;
}

/**
 * Records the fields that the group's replica holds. The same transaction deletes the offsets of topics with new fields, so that the group
 * reads these from the beginning. It waits for batches in flight. Returns these topics.
 */
export async function declareFollowed({ database, group, follows }: FollowingGroup): Promise<string[]> {
  return database.transactional(async (tx) => {
    const changed = await declareFields(tx, followedTypes(follows));
    await tx.query({
      text: 'delete from consumer_offset where consumer_group = $1 and topic = any($2::text[])',
      values: [group, changed],
    });
    return changed;
  });
}

/**
 * Stores the current end of facts that the group follows `from: end` for the first time: it begins there, however long it is down
 * afterwards. Throws while the transport or the database is down.
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
