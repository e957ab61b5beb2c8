import type pg from 'pg';
import { createBackOff } from '@partner-ordering/kernel';
import { createBatchSize, deliver, MAX_BATCH_LENGTH, MAX_BATCH_SIZE } from '../transport/delivery.ts';
import { findPlace } from '../transport/place.ts';
import type { Received, SubscribeOptions, Subscription } from '../transport/transport.ts';
import { createWake, STANDBY_MS, type Wake } from '../transport/wake.ts';

/** Topics of this transport have one partition. */
const PARTITION = 0;

/** The transport looks more often whether a topic has grown, and wakes its subscribers. */
const LONGEST_WAIT_MS = 60_000;

export interface LogSubscription extends Subscription {
  /** Call it when the topic has new messages. */
  wake(topic: string): void;
}

/** Follows each topic in a loop of its own: a topic that fails does not delay the others. */
export function subscribeToLog(log: pg.Pool, read: ReadLog, options: SubscribeOptions): LogSubscription {
  const stopping = new AbortController();
  const wakeSignals = new Map(options.topics.map((topic) => [topic, createWake()]));
  const loops = [...wakeSignals].map(([topic, bell]) =>
    followTopic({ log, read, options, topic, wakeSignal: bell, signal: stopping.signal }),
  );
  return {
    wake: (topic) => wakeSignals.get(topic)?.wake(),
    async stop() {
      stopping.abort();
      for (const bell of wakeSignals.values()) bell.wake();
      await Promise.all(loops);
    },
  };
}

interface Following {
  log: pg.Pool;
  read: ReadLog;
  options: SubscribeOptions;
  topic: string;
  wakeSignal: Wake;
  signal: AbortSignal;
}

async function followTopic({ log, read, options, topic, wakeSignal, signal }: Following): Promise<void> {
  const backOff = createBackOff();
  const batchSize = createBatchSize();
  const topicPartition = { topic, partition: PARTITION };
  let position: number | undefined;
  while (!signal.aborted) {
    try {
      position ??= await findPlace(options, topicPartition, async () => ({ begin: 0, end: await endOfLog(log, topic) }));
      const messages = await read(topic, position, batchSize.size);
      const last = messages.at(-1);
      if (last) position = await deliver(options, { ...topicPartition, from: position, messages, end: last.position });
      if (last && position !== undefined) batchSize.succeeded();
      backOff.reset();
      if (position === undefined) await wakeSignal.wait(STANDBY_MS);
      else if (!last || last.isNewest) await wakeSignal.wait(LONGEST_WAIT_MS);
    } catch (error) {
      options.onError(error, topic);
      position = undefined;
      batchSize.failed();
      await backOff.pause(signal);
    }
  }
}

/** The newest position of a topic; 0 before the first message. */
export async function endOfLog(log: pg.Pool, topic: string): Promise<number> {
  const { rows } = await log.query<{ last_position: string }>('select last_position from topic where name = $1', [topic]);
  return Number(rows[0]?.last_position ?? 0);
}

/** The newest message of a topic, which no clean-up removes from a topic of states. */
export const newestOfLog = async (log: pg.Pool, topic: string): Promise<Received[]> =>
  readLog(log, topic, (await endOfLog(log, topic)) - 1, 1);

/** Passes the messages that a topic holds now to `take`. */
export async function readWholeLog(log: pg.Pool, topic: string, take: (batch: readonly Received[]) => void | Promise<void>): Promise<void> {
  const end = await endOfLog(log, topic);
  for (let position = 0; position < end;) {
    const batch = (await readLog(log, topic, position, MAX_BATCH_SIZE)).filter((message) => message.position <= end);
    if (batch.length > 0) await take(batch);
    position = batch.at(-1)?.position ?? end;
  }
}

type ReadLog = (topic: string, after: number, limit: number) => ReturnType<typeof readLog>;

/** Reads the log. Subscribers that a message wakes in the same turn of Node.js, as a rule at the same position, share one statement. */
export function readTogether(log: pg.Pool): ReadLog {
  const begun = new Map<string, ReturnType<typeof readLog>>();
  return (topic, after, limit) => {
    const name = `${topic} ${after} ${limit}`;
    const reading = begun.get(name) ?? readLog(log, topic, after, limit);
    begun.set(name, reading);
    // A later wake may be about a message that this statement does not see.
    process.nextTick(() => begun.delete(name));
    return reading;
  };
}

/** Reads up to `limit` messages, at most `MAX_BATCH_LENGTH` together but at least one. `isNewest`: the topic ended there. */
async function readLog(log: pg.Pool, topic: string, after: number, limit: number): Promise<(Received & { isNewest: boolean })[]> {
  const { rows } = await log.query<{ position: string; key: string; value: string; isNewest: boolean }>({
    name: 'read-log',
    text: `
      select position, key, value, position = (select last_position from topic where name = $1) as "isNewest"
      from (
        select position, key, value, sum(octet_length(value)) over (order by position) as total
        from log where topic = $1 and position > $2 order by position limit $3
      ) as next
      where total <= $4 or total = octet_length(value) order by position`,
    values: [topic, after, limit, MAX_BATCH_LENGTH],
  });
  return rows.map((row) => ({ ...row, topic, partition: PARTITION, position: Number(row.position) }));
}
