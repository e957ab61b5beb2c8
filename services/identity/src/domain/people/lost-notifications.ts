import { sql, type Queryable, type Sql, type Transaction } from '@partner-ordering/data';

/** How many states one transaction publishes at most. */
const AT_ONCE = 500;

/**
 * Users who have switched off mails, which their published state does not say: an instance of the release before, which knows of none, has
 * published it. The first of them, by gid. They are locked, so that nobody changes or erases them before their state is published again.
 */
export async function lockLostNotifications(tx: Transaction): Promise<string[]> {
  const found = await lost(tx, sql`true`);
  if (found.length === 0) return [];
  await tx.query(sql`select from "user" where gid = any(${found}::uuid[]) order by gid for no key update`);
  // A statement of its own sees what was changed and published while the locks were waited for.
  return lost(tx, sql`u.gid = any(${found}::uuid[])`);
}

async function lost(database: Queryable, among: Sql): Promise<string[]> {
  const users = await database.query<{ gid: string }>(sql`
    select u.gid from "user" u join shared_state s on s.type = 'user' and s.key = u.gid::text
    where u.notifications_off <> '{}' and s.state is not null and not s.state ? 'notifications' and ${among} order by u.gid limit ${AT_ONCE}`);
  return users.map(({ gid }) => gid);
}
