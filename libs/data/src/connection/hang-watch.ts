import type { Socket } from 'node:net';
import { afterRunning } from '@partner-ordering/kernel';
import { Client, type ClientConfig, type Pool } from 'pg';

const CHECK_INTERVAL_MS = 200;
/**
 * Two checks and one probe take about 3 s, the longest that a request waits for a database that hangs. A machine that is busy answers
 * nobody for more than a second, and would only be busier with all connections to make anew.
 */
const PROBE_TIMEOUT_MS = 2_500;
/** A timer this late means that the process or the machine is busy, so a missing answer proves nothing. */
const LATE_TIMER_MS = 150;
/** Pause between two probes while a slow statement runs. */
const PROBE_PAUSE_MS = 400;

/** `readyForQuery` says whether a client waits for an answer; the types of pg lack it. */
type Watched = Client & { readonly readyForQuery: boolean };

/** Knows whether the server hangs: its connections are open but it does not answer. */
export interface HangWatch {
  readonly isHanging: boolean;
  stop(): void;
}

/** The error of queries that a hanging server does not answer. */
export const notAnswering = (): Error => new Error('Connection terminated: the database does not answer');

/**
 * Watches a pool. When a query waits and no connection receives anything, it asks the server on a new connection and on an idle one. If the
 * server answers either, the query is only slow and goes on. If not, all connections are destroyed, those that are being made too, and
 * their queries fail.
 * @param open the pool's clients, from the moment when they begin to connect
 * @param config where to connect
 */
export function watchForHangs(
  { pool, open }: { pool: Pool; open: Set<Client> },
  config: ClientConfig,
  warn: (message: string) => void,
): HangWatch {
  let isHanging = false;
  let isProbing = false;
  let nextProbeAtMs = 0;
  let bytesBefore = 0;
  let checkedAtMs = performance.now();
  let busyAtMs = 0;

  const bytesRead = (): number => [...open].reduce((sum, { connection }) => sum + (connection.stream as Socket).bytesRead, 0);
  const isAwaited = (): boolean => [...open].some((client) => !(client as Watched).readyForQuery);

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
    for (const { connection } of open) connection.stream.destroy(notAnswering());
    open.clear();
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
  const client = new Client(config);
  client.on('error', () => undefined);
  const stop = afterRunning(PROBE_TIMEOUT_MS, () => client.connection.stream.destroy(new Error('timeout expired')));
  try {
    await client.connect();
    void client.end().catch(() => undefined);
  } catch (error) {
    if (/timeout expired|ETIMEDOUT/.test(String(error))) throw error;
  } finally {
    stop();
  }
  return true;
}

/** Rejects when no connection is idle, or it gets no answer in time. On a busy machine it answers long before a new connection is made. */
async function answersIdle(pool: Pool): Promise<true> {
  if (pool.idleCount === 0) throw new Error('No connection is idle');
  const { promise: late, reject } = Promise.withResolvers<never>();
  const stop = afterRunning(PROBE_TIMEOUT_MS, () => reject(notAnswering()));
  await Promise.race([pool.query('select 1'), late]).finally(stop);
  return true;
}
