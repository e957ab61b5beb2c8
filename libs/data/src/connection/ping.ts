import type { ClientConfig } from 'pg';
import { DatabaseClient } from './client.ts';

/** A connection that only asks whether the database answers: those of the pool may all be in use. */
export class PingConnection {
  readonly #options: ClientConfig;
  /** Kept until it is lost. */
  #client: Promise<DatabaseClient> | undefined;
  #asking: Promise<void> | undefined;

  /** `ofPool` has the time-outs, too. */
  constructor(ofPool: ClientConfig) {
    this.#options = ofPool;
  }

  /** Throws when the database does not answer in time. Calls at the same time ask once. */
  ping(): Promise<void> {
    return (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)));
  }

  async #ask(): Promise<void> {
    await (await (this.#client ??= this.#open())).query('select 1');
  }

  #open(): Promise<DatabaseClient> {
    const client = new DatabaseClient(this.#options);
    const opened = client.connect().then(() => client);
    const forget = (): void => {
      if (this.#client === opened) this.#client = undefined;
    };
    client.once('error', () => void client.end());
    client.once('end', forget);
    opened.catch(() => {
      forget();
      void client.end();
    });
    return opened;
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    // Not until the socket closes: a server that fell silent would hold up a stop.
    void client?.end();
  }
}
