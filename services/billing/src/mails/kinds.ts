import { mailJob, type MailJobs } from '@partner-ordering/mail';

/** The mails of this service. Names never change their meaning. */
export type MailKind = 'invoice_overdue' | 'charge_failed';

/** The jobs that send them. */
export type BillingMails = MailJobs<MailKind>;

/** What a reminder is about. */
export interface ReminderSubject {
  invoice: string;
  /** Gid of the manager who gets it. */
  manager: string;
  /** The first reminder is 1. */
  reminder: number;
}

/** The job of the mail that reminds a manager of an invoice; of each reminder at most one is sent to them. */
export const reminderMail = ({ invoice, manager, reminder }: ReminderSubject, to: string) =>
  mailJob('invoice_overdue', { about: `${invoice}/${manager}/${reminder}`, to });

/** What a mail is about, by its `about`. */
export function subjectOf(about: string): ReminderSubject {
  const [invoice = '', manager = '', reminder] = about.split('/');
  return { invoice, manager, reminder: Number(reminder) };
}
