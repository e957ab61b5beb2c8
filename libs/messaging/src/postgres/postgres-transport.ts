import { connectionOptions } from '@partner-ordering/data';
import pg from 'pg';
import { listenOn, openDedicatedConnection, type DedicatedConnection } from '../transport/dedicated-connection.ts';
import type { Log } from '../transport/log.ts';
import { removeExpired } from './log-retention.ts';
import { prepareLog } from './log-schema.ts';
import { endOfLog, readWholeLog, subscribeToLog, type LogSubscription } from './log-subscription.ts';
import { appendToLog } from './log-writer.ts';
import type { Transport } from '../transport/transport.ts';

const CHANNEL = 'log';
const POOL_SIZE = 4;
const POLL_MS = 1_000;
const RETENTION_INTERVAL_MS = 60 * 60 * 1_000;

export interface PostgresTransportOptions {
  /** The messaging database; must exist. */
  url: string;
  logger: Log;
  /** How long a subscriber that nothing wakes waits before it looks again, in milliseconds. */
  pollMs?: number;
}

/**
 * A transport in a PostgreSQL database of its own, for `npm start` and tests: one append-only table. The writers of a topic wait for its
 * row lock, so positions have no gaps and become visible in order. It fences no writer. Throws if the database cannot be reached.
 */
export async function postgresTransport({ url, logger, pollMs = POLL_MS }: PostgresTransportOptions): Promise<Transport> {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: POOL_SIZE,
    application_name: 'messaging',
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'A connection to the messaging database was lost'));
  await prepareLog(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });

  const subscriptions = new Set<LogSubscription>();
  const notify = coalescedNotify(pool, logger);
  const listener = listen(pool, logger, (topic) => subscriptions.forEach((subscription) => subscription.wake(topic)));
  const retention = setInterval(() => {
    removeExpired(pool).catch((error: unknown) => logger.warn({ err: error }, 'Removing expired messages failed'));
  }, RETENTION_INTERVAL_MS).unref();

  return {
    begin: async () => ({
      async append(topic, messages) {
        if (messages.length === 0) return;
        await appendToLog(pool, topic, messages);
        notify(topic);
      },
      close: () => Promise.resolve(),
    }),
    async subscribe(options) {
      const subscription = subscribeToLog(pool, { ...options, pollMs });
      subscriptions.add(subscription);
      return {
        async stop() {
          subscriptions.delete(subscription);
          await subscription.stop();
        },
      };
    },
    ends: async (topic) => new Map([[0, await endOfLog(pool, topic)]]),
    read: (topic, take) => readWholeLog(pool, topic, take),
    async close() {
      clearInterval(retention);
      await Promise.all([listener.stop(), ...[...subscriptions].map((subscription) => subscription.stop())]);
      await pool.end();
    },
  };
}

/** Hears of messages that other processes appended. */
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

/**
 * Wakes the subscribers of a topic, in all processes. NOTIFY in a transaction would make all commits of the server wait for each other, so
 * it is sent afterwards, one at a time for all topics that wait. If one is lost, subscribers poll.
 */
function coalescedNotify(pool: pg.Pool, logger: Log): (topic: string) => void {
  const waiting = new Set<string>();
  let sending = false;

  async function send(): Promise<void> {
    sending = true;
    try {
      while (waiting.size > 0) {
        const topics = [...waiting];
        waiting.clear();
        await pool.query('select pg_notify($1, topic) from unnest($2::text[]) as topic', [CHANNEL, topics]);
      }
    } catch (error) {
      logger.warn({ err: error }, 'Waking subscribers failed; they will poll');
    } finally {
      sending = false;
    }
  }

  return (topic) => {
    waiting.add(topic);
    if (!sending) void send();
  };
}
