import type { MailOptions } from './environment.ts';
import { folderMailer } from './sending/folder-mailer.ts';
import type { Mailer } from './sending/mailer.ts';
import { smtpMailer } from './sending/smtp-mailer.ts';

/** A service's mailer and sender. */
export interface MailSending {
  mailer: Mailer;
  /** The name under which mails end. */
  sender: string;
}

/** All services of `npm start` share the process. */
let isToldOfFiles = false;

/** Opens the mailer of a configuration. The first mail makes the first connection. */
export function openMailer(options: MailOptions, log: { warn(details: object, message: string): void }): MailSending {
  const { from } = options;
  const sender = from.name === '' ? from.address : from.name;
  if ('smtp' in options) return { mailer: smtpMailer(options.smtp, from), sender };
  const onWritten = (file: string, kind: string): void => {
    // A warning, since only the log tells people who wait for a mail where it is; once, as more would hide other lines.
    if (!isToldOfFiles) log.warn({ file, kind }, 'Mails are written to files, as there is no SMTP_URL');
    isToldOfFiles = true;
  };
  return { mailer: folderMailer(options.folder, from, onWritten), sender };
}
