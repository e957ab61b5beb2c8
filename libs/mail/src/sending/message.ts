import type { SendMailOptions } from 'nodemailer';
import { Undeliverable, type OutgoingMail } from './mailer.ts';

/** The sender of all mails, parsed from `MAIL_FROM`. */
export interface Sender {
  /** Empty without one. */
  name: string;
  address: string;
}

/** The longest path that SMTP knows (RFC 5321), without its angle brackets. */
const MAX_ADDRESS_LENGTH = 254;

/** A mail as nodemailer sends it. Throws `Undeliverable` unless `to` is a single address. */
export function messageOf({ gid, to, subject, text, html }: OutgoingMail, from: Sender): SendMailOptions {
  refuseBadAddress(to);
  return {
    from,
    // As an object it is one address, whatever stands in it.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${gid}@${from.address.split('@').at(-1)}>`,
    // Programs do not answer to programs (RFC 3834; the second is what Exchange heeds).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The last check before a header and an SMTP command are made of it; the document of a service checks more. */
function refuseBadAddress(address: string): void {
  if (Buffer.byteLength(address) > MAX_ADDRESS_LENGTH) throw new Undeliverable('the address is too long');
  if (!/^[^\s<>@,;:"\\\p{Cc}]+@[^\s<>@,;:"\\\p{Cc}]+$/u.test(address))
    throw new Undeliverable('the address is not one that mails can be sent to');
}
