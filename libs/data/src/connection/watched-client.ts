import { afterRunning } from '@partner-ordering/kernel';
import type { Client, ClientConfig } from 'pg';
import { notAnswering, type HangWatch } from './hang-watch.ts';
import { TracedClient } from './traced-queries.ts';

/** For a server that answers others. One that answers nobody is found sooner by the watch, which then ends the attempts, too. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The clients of a pool, from the moment when they begin to connect. */
export type OpenClients = Set<Client>;

/**
 * The class of a pool's clients, which are in `open` until they end. pg has one time-out for a busy pool and a server that does not answer:
 * this is that for the server, and counts only the time in which this process runs. While the server hangs, attempts fail at once.
 */
export const watchedClient = (open: OpenClients, watch: () => HangWatch | undefined): typeof Client =>
  class extends TracedClient {
    constructor(config: ClientConfig) {
      // Inherits instead of copying: the pool makes the password non-enumerable.
      super(Object.assign(Object.create(config) as ClientConfig, { connectionTimeoutMillis: 0 }));
    }

    // The pool passes a callback.
    override connect(callback?: unknown): Promise<Client> & void {
      const done = callback as (error: Error | null, ...rest: unknown[]) => void;
      if (watch()?.isHanging) return void setImmediate(done, notAnswering()) as Promise<Client> & void;
      open.add(this);
      this.once('end', () => open.delete(this));
      const stop = afterRunning(CONNECT_TIMEOUT_MS, () => this.connection.stream.destroy(new Error('timeout expired')));
      const finish: typeof done = (...outcome) => (stop(), done(...outcome));
      return super.connect(finish) as Promise<Client> & void;
    }
  };
