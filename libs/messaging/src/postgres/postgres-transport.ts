import { CONNECTION_LIFETIME_S, connectionOptions } from '@partner-ordering/data';
import pg from 'pg';
import { listenOn, openDedicatedConnection, type DedicatedConnection } from '../transport/dedicated-connection.ts';
import type { Log } from '../transport/log.ts';
import { endOfLog, newestOfLog, readWholeLog, readTogether, subscribeToLog, type LogSubscription } from './log-subscription.ts';
import { appendToLog, prepareLog, removeExpired } from './log-table.ts';
import type { Transport } from '../transport/transport.ts';
import { POLL_MS } from '../transport/wake.ts';

const CHANNEL = 'log';
const poolOptions = { max: 4, application_name: 'messaging', maxLifetimeSeconds: CONNECTION_LIFETIME_S };
const RETENTION_INTERVAL_MS = 60 * 60 * 1_000;

export interface PostgresTransportOptions {
  /** The messaging database; must exist. */
  url: string;
  logger: Log;
  /** Milliseconds between two looks for new messages, as a notification may be lost. */
  pollMs?: number;
}

/** A transport for `npm start` and tests: one append-only table in a PostgreSQL database. It fences no writer. Throws if it is down. */
export async function postgresTransport({ url, logger, pollMs = POLL_MS }: PostgresTransportOptions): Promise<Transport> {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    ...poolOptions,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'A connection to the messaging database was lost'));
  await prepareLog(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });

  const subscriptions = new Set<LogSubscription>();
  const read = readTogether(pool);
  // After the append: in a transaction NOTIFY would make all commits of the server wait for each other. If one is lost, subscribers poll.
  const notify = (topic: string) =>
    pool
      .query('select pg_notify($1, $2)', [CHANNEL, topic])
      .catch((error: unknown) => logger.warn({ err: error }, 'Waking subscribers failed; they will poll'));
  const wake = (topic: string) => subscriptions.forEach((subscription) => subscription.wake(topic));
  const listener = listen(pool, logger, wake);
  const polling = repeat(wakeGrown(pool, wake), pollMs, logger, 'Looking for new messages failed');
  const retention = repeat(() => removeExpired(pool), RETENTION_INTERVAL_MS, logger, 'Removing expired messages failed');

  return {
    begin: async () => ({
      async append(topic, messages) {
        await appendToLog(pool, topic, messages);
        void notify(topic);
      },
      close: () => Promise.resolve(),
    }),
    async subscribe(options) {
      const subscription = subscribeToLog(pool, read, options);
      subscriptions.add(subscription);
      return {
        async stop() {
          subscriptions.delete(subscription);
          await subscription.stop();
        },
      };
    },
    ends: async (topic) => new Map([[0, await endOfLog(pool, topic)]]),
    newest: (topic) => newestOfLog(pool, topic),
    read: (topic, take) => readWholeLog(pool, topic, take),
    async close() {
      for (const timer of [polling, retention]) clearInterval(timer);
      await Promise.all([listener.stop(), ...[...subscriptions].map((subscription) => subscription.stop())]);
      await pool.end();
    },
  };
}

/** Repeats `work`, never beside itself: a silent database would take all connections. */
function repeat(work: () => Promise<unknown>, everyMs: number, logger: Log, failed: string): NodeJS.Timeout {
  let isRunning = false;
  return setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    void work()
      .catch((error: unknown) => logger.warn({ err: error }, failed))
      .finally(() => (isRunning = false));
  }, everyMs).unref();
}

/** Wakes the subscribers of topics that have grown since its last call. */
function wakeGrown(pool: pg.Pool, wake: (topic: string) => void): () => Promise<void> {
  const ends = new Map<string, string>();
  return async () => {
    const { rows } = await pool.query<{ name: string; end: string }>('select name, last_position as end from topic');
    for (const { name, end } of rows) {
      if (ends.get(name) !== end) wake(name);
      ends.set(name, end);
    }
  };
}

/** Listens for messages that any process appended. */
const listen = (pool: pg.Pool, logger: Log, wake: (topic: string) => void): DedicatedConnection =>
  openDedicatedConnection({
    options: pool.options,
    applicationName: 'messaging listener',
    async work(client, signal, succeeded) {
      client.on('notification', ({ payload }) => payload && wake(payload));
      await client.query(`listen ${CHANNEL}`);
      succeeded();
      await listenOn(client, signal);
    },
    onError: (error) => logger.warn({ err: error }, 'The connection that listens to the messaging database failed'),
  });
