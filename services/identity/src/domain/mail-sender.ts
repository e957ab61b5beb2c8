import { sql, type Queryable } from '@partner-ordering/data';
import { HttpError, protocolErrors } from '@partner-ordering/http';
import type { Principal } from '@partner-ordering/kernel';

/** Mails that a user who is no admin causes within an hour, whoever gets them. */
const MOST_AN_HOUR = 100;
const HOUR_MS = 3_600_000;

/** Counts mails that a principal causes; 429 beyond the limit. Admins have none. Requests of one user take turns here until they commit. */
export async function countMails(tx: Queryable, principal: Principal, mails: number, now: Date): Promise<void> {
  if (principal.isAdmin) return;
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const [sender] = await tx.query<{ beganAt: string; mails: number }>(sql`
    insert into mail_sender as sender (user_gid, began_at, mails) values (${principal.user}, ${now}, ${mails})
    on conflict (user_gid) do update set
      began_at = case when sender.began_at <= ${hourAgo} then excluded.began_at else sender.began_at end,
      mails = case when sender.began_at <= ${hourAgo} then 0 else sender.mails end + excluded.mails
    returning began_at as "beganAt", mails`);
  const { beganAt, mails: count } = sender!;
  if (count > MOST_AN_HOUR) throw HttpError.of(protocolErrors.tooManyRequests(Date.parse(beganAt) + HOUR_MS - now.getTime()));
}

/** Removes counts that are over. */
export async function removeOldMailSenders(database: Queryable, now: Date): Promise<void> {
  await database.query(sql`delete from mail_sender where began_at <= ${new Date(now.getTime() - HOUR_MS)}`);
}
