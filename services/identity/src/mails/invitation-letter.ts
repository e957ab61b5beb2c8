import type { Database } from '@partner-ordering/data';
import type { AddressedLetter, MailData } from '@partner-ordering/mail';
import { Invitation } from '../domain/invitation.ts';
import { Organization } from '../domain/organization.ts';
import type { User } from '../domain/user.ts';
import { textsIn, withLink } from './linked-letter.ts';

/** What the letter of an invitation is written from. */
export interface InvitationLetterParts {
  database: Database;
  page: string;
  userAt: (address: string) => Promise<User | undefined>;
  userOf: (gid: string) => Promise<User | undefined>;
}

/**
 * The letter to who is invited: in their language if they have an account, else in that of who invites. Undefined for an invitation that is
 * over.
 */
export async function invitationLetter(
  { database, page, userAt, userOf }: InvitationLetterParts,
  mail: MailData,
  now: Date,
): Promise<AddressedLetter | undefined> {
  const em = database.orm.em.fork();
  const invitation = await em.findOne(Invitation, { gid: mail.about });
  if (!invitation?.isOpen(now)) return undefined;
  const { email, token, gid: subject, organizationGid, invitedBy, expiresAt } = invitation;
  const [organization, user] = [await em.findOneOrFail(Organization, { gid: organizationGid }), await userAt(email)];
  const { locale = 'en' } = user ?? (await userOf(invitedBy)) ?? {};
  const text = textsIn(locale).invitation({ organization: organization.name, email, hasUser: user !== undefined });
  const link = { purpose: 'invitation', link: `${page}#token=${token}&code=` } as const;
  return withLink(database, mail, { to: email, locale, subject, text, ...link, lifetimeMs: expiresAt.getTime() - now.getTime() }, now);
}
