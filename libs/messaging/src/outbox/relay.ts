import type pg from 'pg';
import { crashPoint } from '../transport/crash-point.ts';
import { advisoryLockClasses, type Database } from '@partner-ordering/data';
import { openDedicatedConnection } from '../transport/dedicated-connection.ts';
import type { Log } from '../transport/log.ts';
import { RefusedError, type Message, type Transport, type Writer } from '../transport/transport.ts';
import { createWake, POLL_MS, STANDBY_MS, type Wake } from '../transport/wake.ts';

const BATCH_SIZE = 1_000;
// After a wait the first event is moved at once. Then the relay pauses as long as it worked, up to `MAX_PAUSE_MS`, so that the events of
// that time leave in one batch. A full batch is followed by the next without a pause.
const MIN_ROUND_MS = 10;
const MAX_PAUSE_MS = 50;
const lockKeys = [advisoryLockClasses.messaging, 1] as const;
const CHANNEL = 'outbox';

export interface RelayOptions {
  database: Pick<Database, 'pool'>;
  transport: Pick<Transport, 'begin'>;
  /** Bare name of the service; also in logs and the connection's name. */
  source: string;
  logger: Log;
  /** Runs before the first publication after each takeover; while it throws, nothing is published. */
  mayPublish?: () => Promise<void>;
  /** By default one of its own. */
  wakeSignal?: Wake;
}

export interface Relay {
  /** Call it after each commit that recorded events (`publishes`). Cheap, never throws. */
  wake(): void;
  /** Resolves after the running batch; another instance may relay then. */
  stop(): Promise<void>;
}

/**
 * Moves the service's outbox to the transport in order, at least once. One instance of the service relays: the holder of an advisory lock.
 * The others notify it of their commits; one takes over when its session ends. Kafka then fences the previous writer: it refuses a hanging
 * append.
 */
export function startRelay({ database, transport, source, logger, mayPublish, wakeSignal = createWake() }: RelayOptions): Relay {
  async function standBy(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await tryLock(client))) {
      if (await wakeSignal.wait(STANDBY_MS)) {
        const notifiedAt = performance.now();
        await client.query(`notify ${CHANNEL}`);
        await sleepUntil(notifiedAt + MIN_ROUND_MS);
      }
    }
  }

  async function relay(client: pg.Client, signal: AbortSignal, succeeded: () => void): Promise<void> {
    client.on('notification', wakeSignal.wake);
    await client.query(`listen ${CHANNEL}`);
    let [writer, limit] = [await transport.begin(source), BATCH_SIZE];
    try {
      await mayPublish?.();
      while (!signal.aborted) {
        const startedAt = performance.now();
        // Through the session that has the lock, and after the writer began: so the lock was still held then.
        const rows = await readBatch(client, limit);
        const refusal = rows.length > 0 ? await moveBatch(client, writer, rows).catch(asRefusal) : undefined;
        if (refusal) {
          // One of them is refused, or all together are too long. The next are sent one by one, then two, and so on.
          if (rows.length === 1) await setAside(client, rows[0]!, refusal, logger);
          limit = 1;
          await writer.close();
          writer = await transport.begin(source);
          continue;
        }
        succeeded();
        const workedMs = performance.now() - startedAt;
        const roundMs = Math.max(MIN_ROUND_MS, workedMs + Math.min(workedMs, MAX_PAUSE_MS));
        if (rows.length < limit && (await wakeSignal.wait(POLL_MS))) await sleepUntil(startedAt + roundMs);
        limit = Math.min(limit * 2, BATCH_SIZE);
      }
    } finally {
      await writer.close();
    }
  }

  const connection = openDedicatedConnection({
    options: database.pool.options,
    applicationName: `${source} relay`,
    async work(client, signal, succeeded) {
      signal.addEventListener('abort', wakeSignal.wake, { once: true });
      await standBy(client, signal);
      if (!signal.aborted) await relay(client, signal, succeeded);
    },
    onError: (error) => logger.warn({ err: error, source }, 'The relay failed and will try again'),
  });
  return { wake: wakeSignal.wake, stop: connection.stop };
}

function asRefusal(error: unknown): RefusedError {
  if (error instanceof RefusedError) return error;
  throw error;
}

interface OutboxRow extends Message {
  id: string;
  topic: string;
}

async function readBatch(client: pg.Client, limit: number): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>({
    name: 'read-outbox',
    text: `select id, topic, key, event::text as value from outbox order by id limit $1`,
    values: [limit],
  });
  return rows;
}

// States are kept in `shared_state`. Columns by name: a later release may add one to the outbox while this one still relays.
const MOVE_ACCEPTED_SQL = `
  with accepted as (delete from outbox where id = any($1::bigint[]) returning *)
  insert into kept_event (id, topic, key, event, created_at)
  select id, topic, key, event, created_at from accepted where topic not like '%.state'`;

/** Appends a batch topic by topic. The accepted events leave the outbox even if a later topic fails. */
async function moveBatch(client: pg.Client, writer: Writer, rows: readonly OutboxRow[]): Promise<void> {
  const accepted: string[] = [];
  try {
    for (const [topic, messages] of Map.groupBy(rows, (row) => row.topic)) {
      await writer.append(topic, messages);
      accepted.push(...messages.map(({ id }) => id));
    }
    crashPoint('relay-after-append');
  } finally {
    await client.query({ name: 'move-accepted', text: MOVE_ACCEPTED_SQL, values: [accepted] });
  }
}

const SET_ASIDE_SQL = `
  with refused as (delete from outbox where id = $1 returning *)
  insert into refused_event (id, topic, key, event, created_at, reason) select id, topic, key, event, created_at, $2 from refused`;

async function setAside(client: pg.Client, { id, topic, key, value }: OutboxRow, refusal: RefusedError, logger: Log): Promise<void> {
  await client.query(SET_ASIDE_SQL, [id, refusal.message]);
  logger.error({ err: refusal, topic, key, bytes: Buffer.byteLength(value) }, 'An event was refused and set aside');
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [...lockKeys]);
  return rows[0]?.locked === true;
}

async function sleepUntil(time: number): Promise<void> {
  const restMs = time - performance.now();
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
}
