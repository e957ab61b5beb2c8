import type pg from 'pg';
import { inTransaction } from './transaction.ts';

const lockKeys = [0x6d7367, 3] as const;
const RETENTION_DAYS = 30;

/**
 * Removes expired messages: in topics named `….state` every message that has a newer one with the same key, in all others messages older
 * than 30 days. Does nothing while another process does it. Returns the number of messages removed.
 */
export function removeExpired(pool: pg.Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1, $2) as locked', [...lockKeys]);
    if (rows[0]?.locked !== true) return 0;
    const expired = await client.query(
      `delete from log where topic not like '%.state' and appended_at < now() - make_interval(days => $1)`,
      [RETENTION_DAYS],
    );
    const superseded = await client.query(
      `delete from log using (
         select topic, key, max(position) as newest from log where topic like '%.state' group by topic, key having count(*) > 1
       ) as kept
       where log.topic = kept.topic and log.key = kept.key and log.position < kept.newest`,
    );
    return (expired.rowCount ?? 0) + (superseded.rowCount ?? 0);
  });
}
