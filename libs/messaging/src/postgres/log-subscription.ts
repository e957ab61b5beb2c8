import type pg from 'pg';
import { createBackOff } from '@partner-ordering/kernel';
import { checkLogReaches, createBatchSize, deliver, MAX_BATCH_SIZE, readOffset } from '../transport/delivery.ts';
import type { Received, SubscribeOptions, Subscription } from '../transport/transport.ts';
import { createWake } from '../transport/wake.ts';
import type { Wake } from '../transport/wake.ts';

const POLL_MS = 1_000;
/** A topic of this transport is not parted. */
const PARTITION = 0;

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
  const pace = createBatchSize();
  const place = { topic, partition: PARTITION };
  let position: number | undefined;
  while (!signal.aborted) {
    try {
      if (position === undefined) {
        position = await readOffset(options, place);
        checkLogReaches(place, await endOfLog(log, topic), position);
      }
      const messages = await readLog(log, topic, position, pace.size);
      if (messages.length === 0) {
        await bell.wait(POLL_MS);
      } else {
        position = await deliver(options, { ...place, from: position, messages });
        if (position === undefined) await bell.wait(POLL_MS);
        else pace.succeeded();
      }
      backOff.reset();
    } catch (error) {
      options.onError(error, topic);
      position = undefined;
      pace.failed();
      await backOff.pause(signal);
    }
  }
}

/** The newest position of a topic, 0 where nothing was ever added. */
export async function endOfLog(log: pg.Pool, topic: string): Promise<number> {
  const { rows } = await log.query<{ last_position: string }>('select last_position from topic where name = $1', [topic]);
  return Number(rows[0]?.last_position ?? 0);
}

/** Passes on the messages that a topic holds at this moment. */
export async function readWholeLog(log: pg.Pool, topic: string, take: (batch: readonly Received[]) => void): Promise<void> {
  const end = await endOfLog(log, topic);
  for (let position = 0; position < end;) {
    const batch = (await readLog(log, topic, position, MAX_BATCH_SIZE)).filter((message) => message.position <= end);
    if (batch.length > 0) take(batch);
    position = batch.at(-1)?.position ?? end;
  }
}

async function readLog(log: pg.Pool, topic: string, after: number, limit: number): Promise<Received[]> {
  const { rows } = await log.query<{ position: string; key: string; value: string }>({
    name: 'read-log',
    text: 'select position, key, value from log where topic = $1 and position > $2 order by position limit $3',
    values: [topic, after, limit],
  });
  return rows.map(({ position, key, value }) => ({ topic, partition: PARTITION, position: Number(position), key, value }));
}
