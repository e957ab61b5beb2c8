import type { Database } from '@partner-ordering/data';
import { languageOf, type AddressedLetter, type MailData, type WriteLetter } from '@partner-ordering/mail';
import { accountByEmail, isAddressTaken } from '../domain/account.ts';
import { newMailToken, type TokenPurpose } from '../domain/mail-token.ts';
import { User } from '../domain/user.ts';
import type { MailPages } from '../environment.ts';
import type { MailKind } from './kinds.ts';
import type { Text, Texts } from './text.ts';
import { texts } from './texts.ts';

const HOUR_MS = 3_600_000;
const lifetimesMs = { setPassword: 7 * 24 * HOUR_MS, passwordReset: HOUR_MS, emailChange: 24 * HOUR_MS } as const;

/** Writes the mails of this service from what holds when each is sent. Nobody gets one for a disabled account. */
export function lettersOf(database: Database, pages: MailPages): Readonly<Record<MailKind, WriteLetter>> {
  const userOf = async (gid: string | undefined): Promise<User | undefined> => {
    const user = gid === undefined ? null : await database.orm.em.fork().findOne(User, { gid });
    return user?.isEnabled ? user : undefined;
  };

  /** A letter with a link that is valid once; undefined when too many were sent. */
  async function withLink(
    mail: MailData,
    { user, to, text, page, ...token }: { user: User; to: string; text: Text; page: string; purpose: TokenPurpose; lifetimeMs: number },
    now: Date,
  ): Promise<AddressedLetter | undefined> {
    const secret = await newMailToken(database, { mail: mail.gid, subject: user.gid, address: to, ...token }, now);
    if (secret === undefined) return undefined;
    const { button = '', ...rest } = text;
    return { to, language: languageOf(user.locale), ...rest, action: { label: button, url: `${page}#token=${secret}` } };
  }

  const forPassword = async (mail: MailData, user: User | undefined, of: 'setPassword' | 'passwordReset', now: Date) => {
    if (!user) return undefined;
    const link = { purpose: 'password', page: pages.password, lifetimeMs: lifetimesMs[of] } as const;
    return withLink(mail, { user, to: user.email, text: textsFor(user)[of](user), ...link }, now);
  };

  return {
    set_password: async (mail, now) => {
      const user = await userOf(mail.about);
      return forPassword(mail, user?.passwordHash === null ? user : undefined, 'setPassword', now);
    },
    // Goes to the address of the account, not to what was typed: PostgreSQL takes some letters for the same that mail servers tell apart.
    password_reset: async (mail, now) =>
      forPassword(mail, await userOf((await accountByEmail(database, mail.to))?.gid), 'passwordReset', now),
    email_change: async (mail, now) => {
      const user = await userOf(mail.about);
      if (!user || user.pendingEmail !== mail.to || (await isAddressTaken(database, mail.to, user.gid))) return undefined;
      const text = textsFor(user).emailChange({ firstname: user.firstname, email: mail.to });
      const link = { purpose: 'email', page: pages.email, lifetimeMs: lifetimesMs.emailChange } as const;
      return withLink(mail, { user, to: mail.to, text, ...link }, now);
    },
    email_change_notice: async (mail) => {
      const user = await userOf(mail.about);
      if (!user) return undefined;
      const text = textsFor(user).emailChangeNotice({ firstname: user.firstname, email: user.pendingEmail ?? user.email });
      return { to: mail.to, language: languageOf(user.locale), ...text };
    },
  };
}

const textsFor = ({ locale }: User): Texts => texts[languageOf(locale)];
