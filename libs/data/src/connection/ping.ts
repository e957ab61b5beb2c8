import { Pool, type PoolClient } from 'pg';
import { DatabaseClient } from './client.ts';
import { IS_READ_ONLY } from './session.ts';

/** A connection besides those of `pool`, with the same options, that asks whether the database takes writes: those may all be in use. */
export function pingPool(pool: Pool): Pool {
  const pings = new Pool({ Client: DatabaseClient });
  // A copy of `pool.options` would lack what it hides, such as the password.
  pings.options = Object.assign(Object.create(pool.options) as typeof pool.options, { max: 1, idleTimeoutMillis: 0 });
  return pings.on('error', () => undefined);
}

/** Throws when the database does not answer in time, or is read-only. */
export async function ping(pings: Pool): Promise<void> {
  const client = (await pings.connect()) as DatabaseClient & PoolClient;
  try {
    client.refuseReadOnly(await client.query(IS_READ_ONLY));
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
