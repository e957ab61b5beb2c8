import type { Database } from '@partner-ordering/data';
import { languageOf, type MailData, type WriteLetter } from '@partner-ordering/mail';
import { accountByEmail, isAddressTaken } from '../domain/account.ts';
import { newMailToken } from '../domain/mail-token.ts';
import { User } from '../domain/user.ts';
import type { MailPages } from '../environment.ts';
import { invitationLetter } from './invitation-letter.ts';
import type { MailKind } from './kinds.ts';
import { textsIn, withLink } from './linked-letter.ts';

const HOUR_MS = 3_600_000;
const lifetimesMs = { setPassword: 7 * 24 * HOUR_MS, passwordReset: HOUR_MS, emailChange: 24 * HOUR_MS } as const;

/** Writes the mails of this service from what holds when each is sent. Nobody gets one for a disabled account. */
export function lettersOf(database: Database, pages: MailPages): Readonly<Record<MailKind, WriteLetter>> {
  const userOf = async (gid: string | undefined): Promise<User | undefined> => {
    const user = gid === undefined ? null : await database.orm.em.fork().findOne(User, { gid });
    return user?.isEnabled ? user : undefined;
  };
  const userAt = async (address: string) => userOf((await accountByEmail(database, address))?.gid);

  const forPassword = async (mail: MailData, user: User | undefined, of: 'setPassword' | 'passwordReset', now: Date) => {
    if (!user) return undefined;
    const { gid: subject, email: to, locale } = user;
    const link = { purpose: 'password', link: `${pages.password}#token=`, lifetimeMs: lifetimesMs[of] } as const;
    return withLink(database, mail, { to, locale, subject, text: textsIn(locale)[of](user), ...link }, now);
  };

  return {
    set_password: async (mail, now) => {
      const user = await userOf(mail.about);
      return forPassword(mail, user?.passwordHash === null ? user : undefined, 'setPassword', now);
    },
    // Goes to the address of the account, not to what was typed: PostgreSQL takes some letters for the same that mail servers tell apart.
    password_reset: async (mail, now) => forPassword(mail, await userAt(mail.to), 'passwordReset', now),
    email_change: async (mail, now) => {
      const [user, to] = [await userOf(mail.about), mail.to];
      if (!user || user.pendingEmail !== to || (await isAddressTaken(database, to, user.gid))) return undefined;
      const { gid: subject, firstname, locale } = user;
      const link = { purpose: 'email', link: `${pages.email}#token=`, lifetimeMs: lifetimesMs.emailChange } as const;
      return withLink(database, mail, { to, locale, subject, text: textsIn(locale).emailChange({ firstname, email: to }), ...link }, now);
    },
    email_change_notice: async (mail, now) => {
      const user = await userOf(mail.about);
      const notice = { mail: mail.gid, purpose: 'notice', subject: mail.about, address: mail.to, lifetimeMs: 0 } as const;
      if (!user || !(await newMailToken(database, notice, now))) return undefined;
      const text = textsIn(user.locale).emailChangeNotice({ firstname: user.firstname, email: user.pendingEmail ?? user.email });
      return { to: mail.to, language: languageOf(user.locale), ...text };
    },
    invitation: (mail, now) => invitationLetter({ database, page: pages.invitation, userAt, userOf }, mail, now),
  };
}
