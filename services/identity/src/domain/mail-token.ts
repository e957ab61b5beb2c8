import { deleteInSteps, sql, type Queryable } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';
import { rateLimiter } from './rate-limiter.ts';
import { newSecret, sha256 } from './secret.ts';

/** The purpose of a mail's link. `notice` and `authorization` have no link; their row only says that the mail was counted. */
export type TokenPurpose = 'password' | 'email' | 'restore' | 'invitation' | 'notice' | 'authorization';

/** A token to make. */
export interface NewMailToken {
  /** Gid of the mail: another attempt to send it makes another token beside the earlier ones, since any of them may have arrived. */
  mail: string;
  purpose: TokenPurpose;
  /** Gid of the mail's user or invitation. */
  subject: string;
  /** The address that the mail goes to. */
  address: string;
  lifetimeMs: number;
}

/** Maximum number of valid tokens of one mail; the newest stay valid. */
const MAX_HASHES = 3;
/** Mails to one address within an hour; more are not sent. The key is a hash, so that erasing the person does not reset the count. */
const addressLimit = { keyPrefix: 'mails_to', points: 5, duration: 3_600 };
/** Counted separately: invitations must not keep somebody from a new password, nor requests for passwords from a notice. */
const countedApart: ReadonlySet<TokenPurpose> = new Set(['password', 'restore', 'notice', 'authorization']);
const LEAST_GID = '00000000-0000-0000-0000-000000000000';
/** Attempts to send a mail go on for five days. */
const KEPT_MS = 5 * DAY_MS;

/** Makes the token of a mail (256 bits); the row holds its hash. Undefined beyond the address's limit. Commit before you send. */
export async function newMailToken(
  database: Queryable,
  { mail, purpose, subject, address, lifetimeMs }: NewMailToken,
  now: Date,
): Promise<string | undefined> {
  const isNew = (await database.query(sql`select from mail_token where gid = ${mail}`)).length === 0;
  const recipient = `${countedApart.has(purpose) ? purpose : ''}:${sha256(address.normalize('NFC').toLowerCase())}`;
  if (isNew && (await rateLimiter(database, addressLimit).penalty(recipient)).consumedPoints > addressLimit.points) return undefined;
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await database.query(sql`
    insert into mail_token (gid, purpose, subject_gid, address, hashes, expires_at)
    values (${mail}, ${purpose}, ${subject}, ${address}, array[${sha256(token)}], ${expiresAt})
    on conflict (gid) do update set
      hashes = (excluded.hashes || mail_token.hashes)[1:${MAX_HASHES}], address = excluded.address, expires_at = excluded.expires_at`);
  return token;
}

/** Uses up a token, with the others of its purpose for the same subject; undefined for one that is unknown, used or expired. */
export async function useMailToken(
  tx: Queryable,
  { purpose, token }: { purpose: TokenPurpose; token: string },
  now: Date,
): Promise<{ mail: string; subject: string; address: string } | undefined> {
  const [found] = await tx.query<{ mail: string; subject: string; address: string }>(sql`
    select gid as mail, subject_gid as subject, address from mail_token
    where hashes @> array[${sha256(token)}] and purpose = ${purpose} and expires_at > ${now} and used_at is null for update`);
  if (found) await (purpose === 'restore' ? endRestoreLinks(tx, found, now) : endMailTokens(tx, { ...found, purposes: [purpose] }, now));
  return found;
}

/** Ends the tokens of mails about a subject. */
export async function endMailTokens(
  tx: Queryable,
  { subject, purposes }: { subject: string; purposes: readonly TokenPurpose[] },
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update mail_token set used_at = ${now} where subject_gid = ${subject} and purpose = any(${[...purposes]}) and used_at is null`);
}

/**
 * Ends the links that restore a user's address, in waiting mails too: all, or those to the address of a mail and to later ones. One to an
 * earlier address outlives them: a thief, who gets notices too, must not end the owner's.
 */
export async function endRestoreLinks(
  tx: Queryable,
  { subject, mail = LEAST_GID, address = '' }: { subject: string; mail?: string; address?: string },
  now: Date,
): Promise<void> {
  await tx.query(sql`
    delete from job where name = 'mail_email_change_notice' and split_part(data->>'about', '/', 2) = ${subject}
      and (data->>'gid')::uuid >= ${mail}`);
  await tx.query(sql`
    update mail_token set used_at = ${now} where subject_gid = ${subject} and purpose = 'restore' and used_at is null
      and (gid >= ${mail} or lower(address) = lower(${address}))`);
}

/** Removes expired tokens, once no attempt to send their mail can follow. */
export async function removeOldMailTokens(database: Queryable, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const where = sql`expires_at < ${new Date(now.getTime() - KEPT_MS)}`;
  await deleteInSteps(database, { table: 'mail_token', by: 'expires_at', where }, signal);
}
