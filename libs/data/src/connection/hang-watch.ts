import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig, type Pool, type PoolClient } from 'pg';

const CHECK_INTERVAL_MS = 200;
/** Two checks and one probe take less than 2 s, the longest that a request may wait for a database that hangs. */
const PROBE_TIMEOUT_MS = 1_000;
/** A timer this late means that the process or the machine is busy, so a missing answer proves nothing. */
const LATE_TIMER_MS = 150;
/** Pause between two probes while a slow statement runs. */
const PROBE_PAUSE_MS = 400;

/** `readyForQuery` says whether a client waits for an answer; the types of pg lack it. */
type Watched = PoolClient & { readonly readyForQuery: boolean };

/** Knows whether the server hangs: its connections are open but it does not answer. */
export interface HangWatch {
  readonly isHanging: boolean;
  stop(): void;
}

/** The error of queries that a hanging server does not answer. */
export const notAnswering = (): Error => new Error('Connection terminated: the database does not answer');

/**
 * Watches a pool. When a query waits and no connection receives anything, it asks the server on a new connection and on an idle one. If the server
 * answers either, the query is only slow and goes on. If not, all connections are destroyed, and their queries fail.
 * @param config where to connect
 */
export function watchForHangs(pool: Pool, config: ClientConfig, warn: (message: string) => void): HangWatch {
  const connected = new Set<Watched>();
  pool.on('connect', (client) => connected.add(client as Watched));
  pool.on('remove', (client) => connected.delete(client as Watched));
  let isHanging = false;
  let isProbing = false;
  let nextProbeAtMs = 0;
  let bytesBefore = 0;
  let checkedAtMs = performance.now();
  let busyAtMs = 0;

  const bytesRead = (): number => [...connected].reduce((sum, { connection }) => sum + (connection.stream as Socket).bytesRead, 0);
  const isAwaited = (): boolean => pool.totalCount > connected.size || [...connected].some(({ readyForQuery }) => !readyForQuery);

  function check(): void {
    const nowMs = performance.now();
    if (nowMs - checkedAtMs > CHECK_INTERVAL_MS + LATE_TIMER_MS) busyAtMs = nowMs;
    checkedAtMs = nowMs;
    const bytes = bytesRead();
    const isSilent = bytes === bytesBefore;
    bytesBefore = bytes;
    if (!isProbing && (isHanging || (isSilent && isAwaited() && nowMs >= nextProbeAtMs))) void probe(bytes);
  }

  async function probe(bytes: number): Promise<void> {
    isProbing = true;
    const startedAtMs = performance.now();
    const answered = await Promise.any([connects(config), answersIdle(pool)]).then(Boolean, () => false);
    isProbing = false;
    if (answered) {
      nextProbeAtMs = performance.now() + PROBE_PAUSE_MS;
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

  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return {
    get isHanging() {
      return isHanging;
    },
    stop: () => clearInterval(timer),
  };
}

/** Rejects when a new connection gets no answer in time. A refusal is an answer: the waiting queries then fail by themselves. */
async function connects(config: ClientConfig): Promise<true> {
  const client = new Client({ ...config, connectionTimeoutMillis: PROBE_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    void client.end().catch(() => undefined);
  } catch (error) {
    // Lets the event loop read what arrived while this process was busy.
    await new Promise((resolve) => setImmediate(resolve));
    if (/timeout expired|ETIMEDOUT/.test(String(error))) throw error;
  }
  return true;
}

/** Rejects when no connection is idle, or it gets no answer in time. On a busy machine it answers long before a new connection is made. */
async function answersIdle(pool: Pool): Promise<true> {
  if (pool.idleCount === 0) throw new Error('No connection is idle');
  const ended = new AbortController();
  const late = delay(PROBE_TIMEOUT_MS, undefined, { signal: ended.signal }).then(() => Promise.reject(notAnswering()));
  await Promise.race([pool.query('select 1'), late]).finally(() => ended.abort());
  return true;
}
