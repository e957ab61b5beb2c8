import type { Database } from '@partner-ordering/data';
import pg from 'pg';
import { clientOptions } from '../transport/dedicated-connection.ts';

const lockKeys = [0x6d7367, 4] as const;

/**
 * Runs `work` in a session of its own, without the time limits of requests and with its temporary tables. Throws an Error of one line while
 * another process does the same in this database.
 */
export async function inRestoreSession<Result>(
  { pool }: Pick<Database, 'pool'>,
  applicationName: string,
  work: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const session = new pg.Client({ ...clientOptions(pool.options), query_timeout: 0, application_name: applicationName });
  // A lost connection fails the next query; without a listener it would end the process.
  session.on('error', () => undefined);
  try {
    await session.connect();
    await session.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    const { rows } = await session.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [...lockKeys]);
    if (rows[0]?.locked !== true) throw new Error('the states of this database are being republished already');
    return await work(session);
  } finally {
    await session.end().catch(() => undefined);
  }
}
