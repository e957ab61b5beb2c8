import { sql, type Queryable } from '@partner-ordering/data';
import { isGid } from '@partner-ordering/kernel';

/** Writes at most this often for one user. */
const WRITTEN_EVERY_MS = 60_000;

/** Records that users sent requests. Skips locked users; locks the others against an erasure, in order, as several gateways report them. */
export async function recordLastSeen(database: Queryable, users: readonly string[], now: Date): Promise<void> {
  const due = new Date(now.getTime() - WRITTEN_EVERY_MS);
  await database.query(sql`
    insert into last_seen as known (user_gid, at)
      select u.gid, ${now}::timestamptz from "user" u left join last_seen s on s.user_gid = u.gid
      where u.gid = any(${users.filter(isGid)}) and u.is_enabled and u.deleted_at is null and (s.at is null or s.at <= ${due})
      order by u.gid for key share of u skip locked
    on conflict (user_gid) do update set at = excluded.at where known.at <= ${due}`);
}
