import type pg from 'pg';

const RETENTION_DAYS = 30;

/**
 * Removes expired messages: in topics named `….state` every message that has a newer one with the same key, in all others messages older
 * than 30 days. Returns the number of messages removed.
 */
export async function removeExpired(pool: pg.Pool): Promise<number> {
  const expired = await pool.query(
    `delete from log where topic not like '%.state' and appended_at < now() - make_interval(days => ${RETENTION_DAYS})`,
  );
  const superseded = await pool.query(
    `delete from log using (
       select topic, key, max(position) as newest from log where topic like '%.state' group by topic, key having count(*) > 1
     ) as kept
     where log.topic = kept.topic and log.key = kept.key and log.position < kept.newest`,
  );
  return (expired.rowCount ?? 0) + (superseded.rowCount ?? 0);
}
