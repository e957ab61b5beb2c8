import { mailJob, type MailData } from '@partner-ordering/mail';
import type { User } from '../domain/user.ts';

/** The mails of this service. Names never change their meaning. */
export type MailKind = 'set_password' | 'password_reset' | 'email_change' | 'email_change_notice' | 'invitation';

/** The job of a mail of this service; see `mailJob`. */
export const mail = (kind: MailKind, data: Omit<MailData, 'gid'>) => mailJob(kind, data);

/** The mails about the address that a user asks for: a link to the new one, and word to the old one. */
export const askForAddress = ({ gid, email, pendingEmail }: Pick<User, 'gid' | 'email' | 'pendingEmail'>) => [
  mail('email_change', { about: gid, to: pendingEmail! }),
  mail('email_change_notice', { about: gid, to: email }),
];
