import { mailJob, type MailData } from '@partner-ordering/mail';

/** The mails of this service. Names never change their meaning. */
export type MailKind = 'set_password' | 'password_reset' | 'email_change' | 'email_change_notice' | 'invitation';

/** The job of a mail of this service; see `mailJob`. */
export const mail = (kind: MailKind, data: Omit<MailData, 'gid'>) => mailJob(kind, data);
