import type { SubscribeOptions, Transport } from '../transport/transport.ts';

/** Unread positions of a group, by topic. Some hold no message: removed ones, and ends of transactions. */
export async function consumerLag(
  transport: Pick<Transport, 'ends'>,
  { database, group, topics }: Pick<SubscribeOptions, 'database' | 'group' | 'topics'>,
): Promise<Map<string, number>> {
  const { rows } = await database.pool.query<{ topic: string; partition: number; position: string }>(
    'select topic, partition, position from consumer_offset where consumer_group = $1 and topic = any($2::text[])',
    [group, topics],
  );
  const lags = new Map<string, number>();
  for (const topic of topics) {
    let lag = 0;
    for (const [partition, end] of await transport.ends(topic)) {
      const offset = rows.find((row) => row.topic === topic && row.partition === partition);
      lag += end - Number(offset?.position ?? 0);
    }
    lags.set(topic, lag);
  }
  return lags;
}
