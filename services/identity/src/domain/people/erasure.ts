import { raw, sql, type Transaction } from '@partner-ordering/data';
import { forgetMailsTo } from '@partner-ordering/mail';
import { COMPACTION_LAG_MS } from '@partner-ordering/messaging';
import type { WriteContext } from '@partner-ordering/writes';
import type { User } from '../user.ts';

/** For clocks that differ. */
const MARGIN_MS = 3_600_000;

/** The data of the job `publish_erased`: a gid. */
export interface ErasedUser {
  user: string;
}

/** Publishes an erased user once more, so that Kafka compacts the states before even where nothing else is published. */
export async function publishErased(tx: Transaction, { user }: ErasedUser, publishAgain: WriteContext['publishAgain']): Promise<void> {
  await tx.query(sql`select from "user" where gid = ${user} for update`);
  publishAgain('user', user, { isLocked: true });
}

/** The job of `publishErased`. */
export const publishErasedLater = (user: string, now: Date) => {
  const data: ErasedUser = { user };
  return { name: 'publish_erased', data, runAt: new Date(now.getTime() + COMPACTION_LAG_MS + MARGIN_MS) };
};

/** Erases a user, whose row is locked, with all traces: mails, codes, authorizations, invitations, words. The caller ends sessions. */
export async function eraseUser(tx: Transaction, user: User, now: Date): Promise<void> {
  const { gid } = user;
  const addresses = [user.email, user.pendingEmail ?? user.email];
  const isTheirs = (address: string) => sql`lower(${raw(address)}) = any(select lower(one) from unnest(${addresses}::text[]) one)`;
  const [searchText] = await tx.query<{ text: string }>(sql`select search_text as text from "user" where gid = ${gid}`);
  user.erase(now);
  await tx.em.flush();
  // Notices and links by which another user, who had the address before, restores it are not theirs.
  await tx.query(sql`
    delete from job where starts_with(name, 'mail_')
      and (data->>'about' = ${gid} or (${isTheirs("data->>'to'")} and name <> 'mail_email_change_notice'))`);
  await forgetMailsTo(tx, gid);
  await tx.query(sql`delete from mail_token where subject_gid = ${gid} or (${isTheirs('address')} and purpose <> 'restore')`);
  await tx.query(sql`delete from "authorization" where user_gid = ${gid}`);
  await tx.query(sql`delete from authorization_code where user_gid = ${gid}`);
  await tx.query(sql`delete from invitation where ${isTheirs('email')}`);
  await tx.query(sql`delete from last_seen where user_gid = ${gid}`);
  await tx.query(sql`
    delete from search_word w where w.source = 'user' and w.word = any(search_known(${searchText!.text}))
      and not exists (select from "user" u where u.search_vector @@ plainto_tsquery('simple', w.word))`);
}
