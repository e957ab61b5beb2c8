import type { Letter } from '@partner-ordering/mail';

/** A letter without its link, which is the same in all languages. */
export type Text = Omit<Letter, 'language' | 'action'> & { button?: string };

/** What the mail about an application that is new for a person, or may do more, tells. */
export interface NewAuthorization {
  firstname: string;
  application: string;
  /** What it may do, as the page says it. */
  scopes: readonly string[];
  /** When, in the person's language. */
  at: string;
  network: string | undefined;
  /** The authorization's path. */
  path: string;
}

/** What the mails of this service say. */
export interface Texts {
  setPassword(user: { firstname: string; email: string }): Text;
  passwordReset(user: { firstname: string }): Text;
  emailChange(user: { firstname: string; email: string }): Text;
  invitation(given: { organization: string; email: string; hasUser: boolean }): Text;
  /** Without a link. */
  emailChangeNotice(user: { firstname: string; email: string }): Text;
  ownEmailChangeNotice(user: { firstname: string; email: string }): Text;
  /** To the address that the former one replaced. */
  emailRestored(user: { firstname: string; replaced: string }): Text;
  applicationAllowed(given: NewAuthorization): Text;
}
