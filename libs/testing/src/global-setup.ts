import { startEmbeddedPostgres, type EmbeddedPostgres } from '@partner-ordering/embedded-postgres';
import { serviceNames } from '@partner-ordering/kernel';
import { DATA_DIR_VARIABLE, SERVER_URL_VARIABLE } from './database.ts';
import { MOST_PROCESSES } from './groups.ts';

/** Connections of a service's instance: its pool, two pipes, five of its own (relay, jobs, webhooks, streams, ping), five to the log. */
const CONNECTIONS_OF_SERVICE = 10 + 2 + 5 + 5;
/** At most two whole systems at a time: that of its files and that of one file, or two instances of each service. */
const connectionsOfProcess = 2 * serviceNames.length * CONNECTIONS_OF_SERVICE;

let server: EmbeddedPostgres | undefined;

/** `node --test` calls it before the first file. Starts the run's PostgreSQL and gives its URL to the test processes. */
export async function globalSetup(): Promise<void> {
  const dataDir = process.env[DATA_DIR_VARIABLE];
  if (!dataDir) throw new Error('run the tests with `npm test -- <file>`');
  server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: MOST_PROCESSES * connectionsOfProcess });
  process.env[SERVER_URL_VARIABLE] = server.superuserUrl();
}

/** Called by `node --test` after the last test file. */
export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
