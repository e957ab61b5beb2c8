import { setTimeout as sleep } from 'node:timers/promises';
import { SessionClient, type SessionConfig } from '@partner-ordering/data';
import { keepRunning } from '@partner-ordering/kernel';
import type pg from 'pg';

export interface DedicatedConnectionOptions {
  /** The address, account and lifetime: the options of a pool of the same database. */
  options: SessionConfig & Pick<pg.PoolOptions, 'maxLifetimeSeconds'>;
  applicationName: string;
  /**
   * Works with a connection until `signal` is aborted: on its loss, after its lifetime and on `stop`. It is called again with a new
   * connection, after a back-off if it threw. `succeeded` resets the back-off.
   */
  work(client: pg.Client, signal: AbortSignal, succeeded: () => void): Promise<void>;
  onError(error: unknown): void;
}

export interface DedicatedConnection {
  /** Ends the work, then the connection with its session's locks. */
  stop(): Promise<void>;
}

/** Keeps one connection outside the pool for LISTEN and session advisory locks. */
export function openDedicatedConnection({ options, applicationName, work, onError }: DedicatedConnectionOptions): DedicatedConnection {
  async function attempt(stopped: AbortSignal, succeeded: () => void): Promise<void> {
    const lost = new AbortController();
    const client = new SessionClient({ ...clientOptions(options), application_name: applicationName });
    let cause: Error | undefined;
    client.on('error', (error) => (cause = error));
    client.on('end', () => lost.abort());
    try {
      await client.connect();
      const over = AbortSignal.any([stopped, AbortSignal.timeout(options.maxLifetimeSeconds * 1_000)]);
      await work(client, AbortSignal.any([over, lost.signal]), succeeded);
      if (!over.aborted) throw cause ?? new Error('Connection terminated');
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return keepRunning(attempt, onError);
}

/**
 * Resolves when the signal is aborted. Throws when the connection does not answer within `checkMs`: one that only listens would learn of a
 * vanished machine only after minutes.
 */
export async function listenOn(client: pg.Client, signal: AbortSignal, checkMs = 5_000): Promise<void> {
  while (!signal.aborted) {
    // pg knows this option of a query; its types do not.
    await client.query({ text: 'select', query_timeout: checkMs } as pg.QueryConfig);
    await sleep(checkMs, undefined, { signal }).catch(() => undefined);
  }
}

/** If this process vanishes, the server must notice within seconds and release its locks; TCP alone would take hours. */
const keepalives = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };

function clientOptions(options: SessionConfig): SessionConfig {
  const settings = { ...options.settings, ...keepalives };
  // The pool makes the password non-enumerable, so it is copied by name.
  return { ...options, settings, password: options.password, query_timeout: 30_000, connectionTimeoutMillis: 5_000, keepAlive: true };
}
