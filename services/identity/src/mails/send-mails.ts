import { HttpError, protocolErrors, type OperationRequest } from '@partner-ordering/http';
import { mailJob, type MailData } from '@partner-ordering/mail';
import type { Context } from '../context.ts';
import { rateLimiter } from '../domain/rate-limiter.ts';
import { sha256 } from '../domain/secret.ts';
import type { User } from '../domain/user.ts';

/** The mails of this service. Names never change their meaning. */
export type MailKind = 'set_password' | 'password_reset' | 'email_change' | 'email_change_notice' | 'invitation' | 'application_allowed';

/** Mails that a user causes within an hour; admins have no limit. */
const limit = { keyPrefix: 'mails', points: 100, duration: 3_600 };

/** The job of a mail of this service; see `mailJob`. */
export const mail = (kind: MailKind, data: Omit<MailData, 'gid'>, lane?: string) => mailJob(kind, data, lane);

/** The mails about a pending address: a link to it, and a notice to the present one. */
export const addressMails = ({ gid, email, pendingEmail }: Pick<User, 'gid' | 'email' | 'pendingEmail'>) => [
  mail('email_change', { about: gid, to: pendingEmail! }),
  mail('email_change_notice', { about: gid, to: email }),
];

/** The same for a change by the person. A confirmed present address can undo it; each has a notice of its own, however many wait. */
export function ownAddressMails(user: User) {
  const { gid, email: to, pendingEmail, isEmailConfirmed } = user;
  if (!isEmailConfirmed) return addressMails(user);
  const notice = mail('email_change_notice', { about: `${sha256(to)}/${gid}`, to, told: { email: pendingEmail! } });
  return [addressMails(user)[0]!, notice];
}

/** Adds mails that the principal causes. 429 beyond the limit, which admins do not have. Requests of one user take turns here. */
export async function sendMails(
  { tx, principal, addJob }: Pick<Context<OperationRequest>, 'tx' | 'principal' | 'addJob'>,
  mails: readonly ReturnType<typeof mail>[],
): Promise<void> {
  if (!principal.isAdmin) {
    const { consumedPoints, msBeforeNext } = await rateLimiter(tx, limit).penalty(principal.user, mails.length);
    if (consumedPoints > limit.points) throw HttpError.of(protocolErrors.tooManyRequests(msBeforeNext));
  }
  mails.forEach(addJob);
}
