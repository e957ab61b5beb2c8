import type { Database } from '@partner-ordering/data';
import { dateLocale, languageOf, type AddressedLetter, type Letter, type MailData, type WriteLetter } from '@partner-ordering/mail';
import { accountByEmail, isAddressTaken } from '../domain/account.ts';
import { Application, type Scope } from '../domain/application.ts';
import type { AuthorizationFacts } from '../domain/authorization.ts';
import { Invitation } from '../domain/invitation.ts';
import { newMailToken, type NewMailToken } from '../domain/mail-token.ts';
import { Organization } from '../domain/organization.ts';
import { User } from '../domain/user.ts';
import type { MailPages } from '../environment.ts';
import { pageTexts } from '../oauth/authorize/texts.ts';
import type { MailKind } from './send-mails.ts';
import { mailTexts } from './texts.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const lifetimesMs = { setPassword: WEEK_MS, passwordReset: HOUR_MS, emailChange: 24 * HOUR_MS } as const;

const textsIn = (locale: string) => mailTexts[languageOf(locale)];

/** A letter without its link. */
type LetterText = Omit<Letter, 'language' | 'action'> & { button: string };

/** Writes the mails of this service from the data at the time of sending. A disabled account gets none. */
export function lettersOf(database: Database, pages: MailPages): Readonly<Record<MailKind, WriteLetter>> {
  const userOf = async (gid: string | undefined): Promise<User | undefined> => {
    const user = gid === undefined ? null : await database.orm.em.fork().findOne(User, { gid });
    return user?.isEnabled ? user : undefined;
  };
  const userAt = async (address: string) => userOf((await accountByEmail(database, address))?.gid);

  const passwordLetter = async (mail: MailData, user: User | undefined, kind: 'setPassword' | 'passwordReset', now: Date) => {
    if (!user) return undefined;
    const { gid: subject, email: address, firstname, locale } = user;
    const token = { purpose: 'password', subject, address, lifetimeMs: lifetimesMs[kind] } as const;
    const text = textsIn(locale)[kind]({ firstname, email: address });
    return withLink(database, mail, { locale, text, link: `${pages.password}#token=`, ...token }, now);
  };

  return {
    set_password: async (mail, now) => {
      const user = await userOf(mail.about);
      return passwordLetter(mail, user?.passwordHash === null ? user : undefined, 'setPassword', now);
    },
    // To the address of the account, not to the one typed: PostgreSQL finds letters equal that mail servers distinguish.
    password_reset: async (mail, now) => passwordLetter(mail, await userAt(mail.to), 'passwordReset', now),
    email_change: async (mail, now) => {
      const [user, address] = [await userOf(mail.about), mail.to];
      if (!user || user.pendingEmail !== address || (await isAddressTaken(database, address, user.gid))) return undefined;
      const { gid: subject, firstname, locale } = user;
      const text = textsIn(locale).emailChange({ firstname, email: address });
      const token = { purpose: 'email', subject, address, lifetimeMs: lifetimesMs.emailChange } as const;
      return withLink(database, mail, { locale, text, link: `${pages.email}#token=`, ...token }, now);
    },
    email_change_notice: async (mail, now) => {
      const user = await userOf(mail.about.split('/').at(-1));
      return user && changeNotice(database, pages, mail, user, now);
    },
    invitation: async (mail, now) => {
      const em = database.orm.em.fork();
      const invitation = await em.findOne(Invitation, { gid: mail.about });
      if (!invitation?.isOpen(now)) return undefined;
      const { email: address, gid: subject, invitedBy, expiresAt } = invitation;
      const [{ name }, user] = [await em.findOneOrFail(Organization, { gid: invitation.organizationGid }), await userAt(address)];
      const { locale = 'en' } = user ?? (await userOf(invitedBy)) ?? {};
      const text = textsIn(locale).invitation({ organization: name, email: address, hasUser: user !== undefined });
      const token = { purpose: 'invitation', subject, address, lifetimeMs: expiresAt.getTime() - now.getTime() } as const;
      return withLink(database, mail, { locale, text, link: `${pages.invitation}#token=${invitation.token}&code=`, ...token }, now);
    },
    application_allowed: async (mail, now) => {
      const user = await userOf(mail.about.split('/')[1]);
      return user && authorizationLetter(database, pages, mail, user, now);
    },
  };
}

/** To a former address. Only a confirmed one that its person is said to have replaced gets a link, which undoes that. */
async function changeNotice(
  database: Database,
  pages: MailPages,
  mail: MailData,
  { gid: subject, firstname, locale, email: present, pendingEmail }: User,
  now: Date,
): Promise<AddressedLetter | undefined> {
  const { email, until, replaced } = mail.values ?? {};
  const texts = textsIn(locale);
  if (email !== undefined && until !== undefined) {
    const lifetimeMs = Date.parse(until) - now.getTime();
    if (lifetimeMs <= 0) return undefined;
    const token = { purpose: 'restore', subject, address: mail.to, lifetimeMs } as const;
    const text = texts.ownEmailChangeNotice({ firstname, email });
    return withLink(database, mail, { locale, text, link: `${pages.restore}#token=`, ...token }, now);
  }
  if (!(await isCounted(database, 'notice', mail, subject, now))) return undefined;
  const text = replaced
    ? texts.emailRestored({ firstname, replaced })
    : texts.emailChangeNotice({ firstname, email: pendingEmail ?? present });
  return { to: mail.to, language: languageOf(locale), ...text };
}

/** About a new application; undefined for a deleted application, or beyond the address's limit. */
async function authorizationLetter(
  database: Database,
  { profile: url }: MailPages,
  mail: MailData,
  { gid: user, firstname, locale }: User,
  now: Date,
): Promise<AddressedLetter | undefined> {
  const { application: gid, scope, at, network } = mail.values as AuthorizationFacts;
  const application = await database.orm.em.fork().findOne(Application, { gid });
  if (!application || !(await isCounted(database, 'authorization', mail, user, now))) return undefined;
  const language = languageOf(locale);
  const time = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const { button: label, ...text } = textsIn(locale).applicationAllowed({
    firstname,
    application: application.name,
    network,
    scopes: (scope.split(' ') as Scope[]).map((one) => pageTexts[language].scopes[one]),
    at: `${time.format(new Date(at))} UTC`,
  });
  return { to: mail.to, language, ...text, action: url === undefined ? undefined : { label, url } };
}

/** Whether a mail without a link may be sent: false when too many of its purpose went to the address within the hour. */
async function isCounted(
  database: Database,
  purpose: 'notice' | 'authorization',
  { gid: mail, to: address }: MailData,
  subject: string,
  now: Date,
): Promise<boolean> {
  return (await newMailToken(database, { mail, purpose, subject, address, lifetimeMs: 0 }, now)) !== undefined;
}

/** Writes a letter whose link ends with a new token; undefined when too many mails went to the address within the hour. */
async function withLink(
  database: Database,
  mail: MailData,
  { locale, text: { button, ...text }, link, ...token }: Omit<NewMailToken, 'mail'> & { locale: string; text: LetterText; link: string },
  now: Date,
): Promise<AddressedLetter | undefined> {
  const secret = await newMailToken(database, { mail: mail.gid, ...token }, now);
  if (secret === undefined) return undefined;
  return { to: token.address, language: languageOf(locale), ...text, action: { label: button, url: `${link}${secret}` } };
}
