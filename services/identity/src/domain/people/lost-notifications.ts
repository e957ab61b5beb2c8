import { sql, type Queryable } from '@partner-ordering/data';

/** How many states one transaction publishes at most. */
const AT_ONCE = 500;

/**
 * Users who have switched off mails, which their published state does not say: an instance of the release before, which knows of none, has
 * published it. The first of them, by gid.
 */
export async function lostNotifications(database: Queryable): Promise<string[]> {
  const users = await database.query<{ gid: string }>(sql`
    select u.gid from "user" u join shared_state s on s.type = 'user' and s.key = u.gid::text
    where u.notifications_off <> '{}' and s.state is not null and not s.state ? 'notifications' order by u.gid limit ${AT_ONCE}`);
  return users.map(({ gid }) => gid);
}
