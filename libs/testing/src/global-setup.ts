import { startEmbeddedPostgres, type EmbeddedPostgres } from '@partner-ordering/embedded-postgres';
import { DATA_DIR_VARIABLE, SERVER_URL_VARIABLE } from './database.ts';

let server: EmbeddedPostgres | undefined;

/** `node --test` calls it before the first file. Starts the run's PostgreSQL and gives its URL to the test processes. */
export async function globalSetup(): Promise<void> {
  const dataDir = process.env[DATA_DIR_VARIABLE];
  if (!dataDir) throw new Error('run the tests with `npm test -- <file>`');
  server = await startEmbeddedPostgres({ dataDir, durable: false });
  process.env[SERVER_URL_VARIABLE] = server.superuserUrl();
}

/** Called by `node --test` after the last test file. */
export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
