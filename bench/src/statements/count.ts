import { createServer } from 'node:http';
import pg from 'pg';

// A preload that counts what a process sends to PostgreSQL, by database. A request to the port in its URL returns and resets the counts.

/** The statements sent to a database. Statements of a batch travel together: one round trip. */
export interface SentCounts {
  statements: number;
  roundTrips: number;
}

/** Members of pg's client that its types omit. */
interface CountedClient {
  connection: { counts?: SentCounts };
  connectionParameters: { database: string };
}
type Method = (this: unknown, ...args: unknown[]) => unknown;

let sent: Record<string, SentCounts> = {};
const { query } = pg.Client.prototype as unknown as { query: Method };
const { submit } = pg.Query.prototype as unknown as { submit: Method };

Object.assign(pg.Client.prototype, {
  query(this: CountedClient, ...args: unknown[]): unknown {
    this.connection.counts = sent[this.connectionParameters.database] ??= { statements: 0, roundTrips: 0 };
    this.connection.counts.roundTrips += 1;
    return query.apply(this, args);
  },
});
Object.assign(pg.Query.prototype, {
  submit(this: unknown, connection: CountedClient['connection']): unknown {
    connection.counts!.statements += 1;
    return submit.call(this, connection);
  },
});

createServer((_, response) => {
  response.end(JSON.stringify(sent));
  sent = {};
})
  .listen(Number(new URL(import.meta.url).searchParams.get('port')), '127.0.0.1')
  .unref();
