import type pg from 'pg';
import { createBackOff } from './back-off.ts';
import { crashPoint } from './crash-point.ts';
import type { Received, SubscribeOptions, Subscription } from './transport.ts';
import { createWake } from './wake.ts';
import type { Wake } from './wake.ts';

const fullBatch = 500;
const pollMs = 1_000;

export interface LogSubscription extends Subscription {
  /** Says that the topic has grown. */
  wake(topic: string): void;
}

/** Follows each topic of the log in a loop of its own, so that a topic in trouble does not hold up the others. */
export function subscribeToLog(log: pg.Pool, options: SubscribeOptions): LogSubscription {
  const stopping = new AbortController();
  const bells = new Map(options.topics.map((topic) => [topic, createWake()]));
  const loops = [...bells].map(([topic, bell]) => followTopic(log, options, topic, bell, stopping.signal));
  return {
    wake: (topic) => bells.get(topic)?.wake(),
    async stop() {
      stopping.abort();
      for (const bell of bells.values()) bell.wake();
      await Promise.all(loops);
    },
  };
}

async function followTopic(log: pg.Pool, options: SubscribeOptions, topic: string, bell: Wake, signal: AbortSignal): Promise<void> {
  const backOff = createBackOff();
  let position: number | undefined;
  let batchSize = fullBatch;
  while (!signal.aborted) {
    try {
      position ??= await readOffset(log, options, topic);
      const batch = await readLog(log, topic, position, batchSize);
      const last = batch.at(-1);
      if (last === undefined) {
        await bell.wait(pollMs);
      } else if (await deliver(options, topic, position, batch)) {
        position = last.position;
        batchSize = Math.min(batchSize * 2, fullBatch);
      } else {
        position = undefined; // Another instance is at work.
        await bell.wait(pollMs);
      }
      backOff.reset();
    } catch (error) {
      options.onError(error, topic);
      position = undefined;
      batchSize = 1; // So that the message that fails soon comes alone, and the others get by.
      await backOff.pause(signal);
    }
  }
}

/**
 * Handles a batch in one transaction of the service's database. The offset row is both the lock that keeps other instances of the group out
 * and the proof that the batch is still the next one; false if it is not.
 */
async function deliver(
  { database, group, handle, onCommitted }: SubscribeOptions,
  topic: string,
  from: number,
  batch: Received[],
): Promise<boolean> {
  const done = await database.transactional(async (tx) => {
    const [offset] = await tx.query<{ position: string }>({
      text: 'select position from consumer_offset where consumer_group = $1 and topic = $2 for no key update skip locked',
      values: [group, topic],
    });
    if (offset === undefined || Number(offset.position) !== from) return false;
    await handle(batch, tx);
    await tx.query({
      text: 'update consumer_offset set position = $3 where consumer_group = $1 and topic = $2',
      values: [group, topic, batch.at(-1)?.position],
    });
    crashPoint('consumer-before-commit');
    return true;
  });
  if (done) {
    crashPoint('consumer-after-commit');
    onCommitted?.();
  }
  return done;
}

async function readOffset(log: pg.Pool, { database, group }: SubscribeOptions, topic: string): Promise<number> {
  const select = 'select position from consumer_offset where consumer_group = $1 and topic = $2';
  const { rows } = await database.pool.query<{ position: string }>(select, [group, topic]);
  if (rows[0]) {
    const position = Number(rows[0].position);
    await checkLogReaches(log, topic, position);
    return position;
  }
  await database.pool.query('insert into consumer_offset (consumer_group, topic, position) values ($1, $2, 0) on conflict do nothing', [
    group,
    topic,
  ]);
  return 0;
}

/** A log that was replaced by an empty or older one would look like a topic without news. */
async function checkLogReaches(log: pg.Pool, topic: string, position: number): Promise<void> {
  const { rows } = await log.query<{ last_position: string }>('select last_position from topic where name = $1', [topic]);
  const last = Number(rows[0]?.last_position ?? 0);
  if (last < position) throw new Error(`The log of ${topic} ends at ${last}, before this group's offset ${position}: was it replaced?`);
}

async function readLog(log: pg.Pool, topic: string, after: number, limit: number): Promise<Received[]> {
  const { rows } = await log.query<{ position: string; key: string; value: string }>({
    name: 'read-log',
    text: 'select position, key, value from log where topic = $1 and position > $2 order by position limit $3',
    values: [topic, after, limit],
  });
  return rows.map(({ position, key, value }) => ({ topic, position: Number(position), key, value }));
}
