import { startEmbeddedPostgres, type EmbeddedPostgres } from '@partner-ordering/embedded-postgres';
import { DATA_DIR_VARIABLE, SERVER_URL_VARIABLE } from './database.ts';

let server: EmbeddedPostgres | undefined;

/**
 * Called by `node --test` before the first test file: one PostgreSQL for the whole run, its URL in the environment of the test processes.
 */
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
