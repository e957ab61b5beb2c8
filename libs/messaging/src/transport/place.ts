import { sql, type Queryable } from '@partner-ordering/data';
import type { SubscribeOptions, TopicPartition } from './transport.ts';

/** What a partition holds; a group at `begin` reads all of it, one at `end` none. */
export interface LogBounds {
  begin: number;
  end: number;
  /** The position before the first message that is newer than all that the group has read. */
  newFrom?: number | undefined;
}

/** Why the messages after this position are not those that follow what the group has read; null if they may be. */
function lossOf({ begin, end, newFrom }: LogBounds, position: number): string | null {
  if (position < begin) return `it begins at ${begin}, after this group's offset ${position}: messages were removed before they were read`;
  if (position > end) return `it ends at ${end}, before this group's offset ${position}: the log was replaced`;
  // One message may be the broker's own.
  if (newFrom === begin && position > begin + 1) return `all of it is newer than this group's offset ${position}: the log was replaced`;
  return null;
}

/**
 * The group's offset in a partition, in a new one the beginning of the log. Throws, and has `countStopped` count the partition, while the
 * log is not the one that the group has read: it would look like one without new messages, or skip some. `resetOffsets` ends that.
 * @param look looks at the log; gets the time of the newest message that the group has read, 0 if that is not known
 */
export async function findPlace(
  { database, group }: Pick<SubscribeOptions, 'database' | 'group'>,
  { topic, partition }: TopicPartition,
  look: (newestMs: number) => Promise<LogBounds>,
): Promise<number> {
  const [place] = await database.query<{ position: string; newest_ms: string; stopped: string | null }>(sql`
    select position, newest_ms, stopped from consumer_offset
    where (consumer_group, topic, partition) = (${group}, ${topic}, ${partition})`);
  const bounds = await look(Number(place?.newest_ms ?? 0));
  const isNew = place === undefined || Number(place.position) < 0;
  const position = isNew ? bounds.begin : Number(place.position);
  const loss = lossOf(bounds, position);
  if (isNew || loss !== place.stopped)
    await database.query(sql`
      insert into consumer_offset as known (consumer_group, topic, partition, position) values (${group}, ${topic}, ${partition}, ${position})
      on conflict (consumer_group, topic, partition) do update set position = excluded.position, stopped = ${loss}
      where known.position = ${place?.position ?? null}`);
  if (loss !== null) throw new Error(`Reading ${topic} (partition ${partition}) stops until recover: ${loss}`);
  return position;
}

/** The stopped partitions of each followed topic, for metrics. */
export async function countStopped(database: Queryable): Promise<{ topic: string; partitions: number }[]> {
  return database.query({
    text: 'select topic, count(stopped)::int as partitions from consumer_offset group by topic',
    values: [],
  });
}

/** Has the group read all topics from their beginning. */
export async function resetOffsets(database: Queryable): Promise<void> {
  await database.query({ text: 'update consumer_offset set position = -1, newest_ms = 0, stopped = null', values: [] });
}
