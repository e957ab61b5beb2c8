import type { Database } from '@partner-ordering/data';
import { languageOf, type AddressedLetter, type MailData } from '@partner-ordering/mail';
import { newMailToken, type TokenPurpose } from '../domain/mail-token.ts';
import type { Text, Texts } from './text.ts';
import { texts } from './texts.ts';

/** A letter with a link whose end is a new secret. */
export interface LinkedLetter {
  to: string;
  locale: string;
  text: Text;
  /** Address of the page, with what stands before the secret. */
  link: string;
  purpose: TokenPurpose;
  /** Gid of the user or invitation. */
  subject: string;
  lifetimeMs: number;
}

/** Writes a letter with a link; undefined when too many were sent within the hour. */
export async function withLink(
  database: Database,
  mail: MailData,
  { to, locale, text, link, ...token }: LinkedLetter,
  now: Date,
): Promise<AddressedLetter | undefined> {
  const secret = await newMailToken(database, { mail: mail.gid, address: to, ...token }, now);
  if (secret === undefined) return undefined;
  const { button = '', ...rest } = text;
  return { to, language: languageOf(locale), ...rest, action: { label: button, url: `${link}${secret}` } };
}

/** What mails say in the language of a locale. */
export const textsIn = (locale: string): Texts => texts[languageOf(locale)];
