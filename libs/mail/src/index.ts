export { readMail } from './environment.ts';
export { forgetMailsTo } from './forget-mails.ts';
export { mailJob, mailJobs, type AddressedLetter, type MailData, type MailJobs, type WriteLetter } from './mail-jobs.ts';
export { openMailer, type MailSending } from './open-mailer.ts';
export { Undeliverable, type Mailer, type OutgoingMail } from './sending/mailer.ts';
export { cached } from './text/cached.ts';
export { dateLocale, languageOf } from './text/language.ts';
export type { Letter } from './text/letter.ts';
export { formatMoney } from './text/money.ts';
