import { Pool } from 'pg';
import { DatabaseClient } from './client.ts';

/** DNS may name another server by then. */
const LIFETIME_SECONDS = 5 * 60;

/** A connection besides those of `pool`, with the same options, that asks whether the database answers: those may all be in use. */
export function pingPool(pool: Pool): Pool {
  const pings = new Pool({ Client: DatabaseClient });
  // A copy of `pool.options` would lack what it hides, such as the password.
  Object.defineProperties(pings.options, Object.getOwnPropertyDescriptors(pool.options));
  Object.assign(pings.options, { max: 1, idleTimeoutMillis: 0, maxLifetimeSeconds: LIFETIME_SECONDS });
  return pings.on('error', () => undefined);
}
