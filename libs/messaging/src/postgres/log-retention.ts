import type pg from 'pg';
import { inTransaction } from './transaction.ts';

const LOCK_KEY = 0x6d7368;
const RETENTION_DAYS = 30;
/** The topics that the role may remove messages of. */
const ownTopics = `select name from topic
  where pg_has_role((select relowner from pg_class where oid = 'log'::regclass), 'member') or owns(split_part(name, '.', 1))`;

/**
 * Removes expired messages: in topics named `….state` every message that has a newer one with the same key, in all others messages older
 * than 30 days; a service only in its own topics. Does nothing while another process of the same role does it. Returns the number of
 * messages removed.
 */
export function removeExpired(pool: pg.Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1, hashtext(current_user)) as locked', [
      LOCK_KEY,
    ]);
    if (rows[0]?.locked !== true) return 0;
    const expired = await client.query(
      `delete from log where topic not like '%.state' and topic in (${ownTopics}) and appended_at < now() - make_interval(days => $1)`,
      [RETENTION_DAYS],
    );
    const superseded = await client.query(
      `delete from log using (
         select topic, key, max(position) as newest from log
         where topic like '%.state' and topic in (${ownTopics}) group by topic, key having count(*) > 1
       ) as kept
       where log.topic = kept.topic and log.key = kept.key and log.position < kept.newest`,
    );
    return (expired.rowCount ?? 0) + (superseded.rowCount ?? 0);
  });
}
