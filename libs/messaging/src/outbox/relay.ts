import type pg from 'pg';
import { crashPoint } from '../transport/crash-point.ts';
import type { Database } from '@partner-ordering/data';
import { openDedicatedConnection } from '../transport/dedicated-connection.ts';
import type { Log } from '../transport/log.ts';
import type { Message, Transport } from '../transport/transport.ts';
import { createWake } from '../transport/wake.ts';

const BATCH_SIZE = 1_000;
const POLL_MS = 1_000;
// The first commit after a rest leaves at once. Then the relay rests as long as it worked, within limits, and takes in all that came meanwhile;
// a full batch is followed by the next without a rest.
const MIN_ROUND_MS = 10;
const MAX_PAUSE_MS = 50;
const lockKeys = [0x6d7367, 1] as const;
const CHANNEL = 'outbox';

export interface RelayOptions {
  database: Pick<Database, 'pool'>;
  transport: Pick<Transport, 'append'>;
  /** Bare name of the service whose outbox this is; for logs and the connection's name. */
  source: string;
  logger: Log;
  /** Told before each round how long the oldest waiting event has been waiting; 0 when none is. */
  onLag?(oldestMs: number): void;
}

export interface Relay {
  /** Says that events were committed. Cheap, never throws: call it after every commit. */
  wake(): void;
  /** Lets a running batch finish and gives up the outbox. */
  stop(): Promise<void>;
}

/**
 * Moves the service's outbox to the transport in order, at least once. Of all instances of a service one relays, the holder of an advisory
 * lock; the others stand by, pass their wake-ups on to it and take over when its session ends.
 */
export function startRelay({ database, transport, source, logger, onLag }: RelayOptions): Relay {
  const bell = createWake();

  async function standBy(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await tryLock(client))) {
      if (await bell.wait(POLL_MS)) {
        const notifiedAt = performance.now();
        await client.query(`notify ${CHANNEL}`);
        await restUntil(notifiedAt + MIN_ROUND_MS);
      }
    }
  }

  async function relay(client: pg.Client, signal: AbortSignal, succeeded: () => void): Promise<void> {
    client.on('notification', bell.wake);
    await client.query(`listen ${CHANNEL}`);
    while (!signal.aborted) {
      const startedAt = performance.now();
      const rows = await readBatch(client);
      onLag?.(rows[0] ? Math.max(0, rows[0].age_ms) : 0);
      if (rows.length > 0) await moveBatch(client, transport, rows);
      succeeded();
      const workedMs = performance.now() - startedAt;
      if (rows.length < BATCH_SIZE && (await bell.wait(POLL_MS))) await restUntil(startedAt + restAfter(workedMs));
    }
  }

  const connection = openDedicatedConnection({
    options: database.pool.options,
    applicationName: `${source} relay`,
    async work(client, signal, succeeded) {
      signal.addEventListener('abort', bell.wake, { once: true });
      await standBy(client, signal);
      if (!signal.aborted) await relay(client, signal, succeeded);
    },
    onError: (error) => logger.warn({ err: error, source }, 'The relay failed and will try again'),
  });
  return { wake: bell.wake, stop: connection.stop };
}

interface OutboxRow extends Message {
  id: string;
  topic: string;
  age_ms: number;
}

async function readBatch(client: pg.Client): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>({
    name: 'read-outbox',
    text: `select id, topic, key, event::text as value,
             (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms
           from outbox order by id limit ${BATCH_SIZE}`,
  });
  return rows;
}

/** Hands a batch over topic by topic and removes what was accepted, even if a later topic was refused. */
async function moveBatch(client: pg.Client, transport: Pick<Transport, 'append'>, rows: readonly OutboxRow[]): Promise<void> {
  const accepted: string[] = [];
  try {
    for (const [topic, messages] of Map.groupBy(rows, (row) => row.topic)) {
      await transport.append(topic, messages);
      accepted.push(...messages.map(({ id }) => id));
    }
    crashPoint('relay-after-append');
  } finally {
    await client.query({ name: 'delete-outbox', text: 'delete from outbox where id = any($1::bigint[])', values: [accepted] });
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [...lockKeys]);
  return rows[0]?.locked === true;
}

const restAfter = (workedMs: number): number => Math.max(MIN_ROUND_MS, workedMs + Math.min(workedMs, MAX_PAUSE_MS));

async function restUntil(time: number): Promise<void> {
  const restMs = time - performance.now();
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
}
