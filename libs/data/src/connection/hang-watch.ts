import type { Socket } from 'node:net';
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg';

const LOOK_MS = 200;
/** From a request's first query to the end of its patience at most two looks and one probe, well within 2 s. */
const PROBE_LIMIT_MS = 1_000;
/** With a timer as late as this the process, or its machine, is too busy to tell. */
const LATE_MS = 150;
/** Between two probes while nothing is heard of a statement that is only slow. */
const REST_MS = 400;

/** Its types hide that it tells whether it waits for an answer. */
type Watched = PoolClient & { readonly readyForQuery: boolean };

/** Knows whether the server has gone silent: it holds the connections but answers nothing. */
export interface HangWatch {
  readonly isHanging: boolean;
  stop(): void;
}

/** The error of everything that a silent server leaves unanswered. */
export const notAnswering = (): Error => new Error('Connection terminated: the database does not answer');

/**
 * Watches a pool. When something waits for an answer while no connection says a word, a connection of its own asks whether anybody is
 * there: a slow statement, or one that waits for a lock, goes on. Otherwise all connections are destroyed, and what waits on them fails.
 * @param config where to connect
 */
export function watchForHangs(pool: Pool, config: ClientConfig, warn: (message: string) => void): HangWatch {
  const connected = new Set<Watched>();
  pool.on('connect', (client) => connected.add(client as Watched));
  pool.on('remove', (client) => connected.delete(client as Watched));
  let isHanging = false;
  let isProbing = false;
  let restsUntilMs = 0;
  let heard = 0;
  let lookedAtMs = performance.now();
  let busyAtMs = 0;

  const bytesRead = (): number => [...connected].reduce((sum, { connection }) => sum + (connection.stream as Socket).bytesRead, 0);
  const isAwaited = (): boolean => pool.totalCount > connected.size || [...connected].some(({ readyForQuery }) => !readyForQuery);

  function look(): void {
    const nowMs = performance.now();
    if (nowMs - lookedAtMs > LOOK_MS + LATE_MS) busyAtMs = nowMs;
    lookedAtMs = nowMs;
    const bytes = bytesRead();
    const isSilent = bytes === heard;
    heard = bytes;
    if (!isProbing && (isHanging || (isSilent && isAwaited() && nowMs >= restsUntilMs))) void probe(bytes);
  }

  async function probe(bytes: number): Promise<void> {
    isProbing = true;
    const startedAtMs = performance.now();
    const answered = await answers(config);
    isProbing = false;
    if (answered) {
      restsUntilMs = performance.now() + REST_MS;
      resume();
    } else if (bytesRead() === bytes && busyAtMs < startedAtMs) hang();
  }

  function hang(): void {
    if (!isHanging) warn('The database does not answer: its connections are given up');
    isHanging = true;
    for (const { connection } of connected) connection.stream.destroy(notAnswering());
    connected.clear();
  }

  function resume(): void {
    if (isHanging) warn('The database answers again');
    isHanging = false;
  }

  const timer = setInterval(look, LOOK_MS).unref();
  return {
    get isHanging() {
      return isHanging;
    },
    stop: () => clearInterval(timer),
  };
}

/** False when a new connection gets no answer in time. A refusal is an answer: whoever waits hears of it too. */
async function answers(config: ClientConfig): Promise<boolean> {
  const client = new Client({ ...config, connectionTimeoutMillis: PROBE_LIMIT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    void client.end().catch(() => undefined);
    return true;
  } catch (error) {
    // What came while this process was busy is read before the next check phase.
    await new Promise((resolve) => setImmediate(resolve));
    return !/timeout expired|ETIMEDOUT/.test(String(error));
  }
}
