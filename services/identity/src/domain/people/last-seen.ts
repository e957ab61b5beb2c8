import { sql, type Queryable } from '@partner-ordering/data';
import { isGid } from '@partner-ordering/kernel';

/** Of a user who goes on sending requests it is written this often. */
const WRITTEN_EVERY_MS = 60_000;

/**
 * Notes that users have just sent requests. Nobody waits for it: a user whose row is locked is passed over, and noted a minute later. The
 * lock on the others keeps an erasure away until the commit. Always in the same order, as several gateways may tell of the same users.
 */
export async function noteSeen(database: Queryable, users: readonly string[], now: Date): Promise<void> {
  const due = new Date(now.getTime() - WRITTEN_EVERY_MS);
  await database.query(sql`
    insert into last_seen as known (user_gid, at)
      select u.gid, ${now}::timestamptz from "user" u left join last_seen s on s.user_gid = u.gid
      where u.gid = any(${users.filter(isGid)}) and u.is_enabled and u.deleted_at is null and (s.at is null or s.at <= ${due})
      order by u.gid for key share of u skip locked
    on conflict (user_gid) do update set at = excluded.at where known.at <= ${due}`);
}
