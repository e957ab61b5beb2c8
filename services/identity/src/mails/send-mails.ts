import { ProtocolRefusal, protocolErrors, type OperationRequest } from '@partner-ordering/http';
import { DAY_MS } from '@partner-ordering/kernel';
import { mailJob, type MailData } from '@partner-ordering/mail';
import type { Context } from '../context.ts';
import { rateLimiter } from '../domain/rate-limiter.ts';
import { sha256 } from '../domain/secret.ts';
import type { User } from '../domain/user.ts';

/** The mails of this service. Names never change their meaning. */
export type MailKind = 'set_password' | 'password_reset' | 'email_change' | 'email_change_notice' | 'invitation' | 'application_allowed';

/** Mails that a user causes within an hour; admins have no limit. */
const limit = { keyPrefix: 'mails', points: 100, duration: 3_600 };

/** Time for which a former address can be restored after the request for a change. */
const RESTORABLE_MS = 7 * DAY_MS;

/** The job of a mail of this service; see `mailJob`. */
export const mail = (kind: MailKind, data: Omit<MailData, 'gid'>, lane?: string) => mailJob(kind, data, lane);

/**
 * The mails about a pending address: a link to it, and a notice to the present one. A confirmed one can undo a change by the person; each
 * such address has a notice of its own, however many wait.
 */
export function addressMails({ gid, email: to, pendingEmail, isEmailConfirmed }: User, { isOwn, now }: { isOwn: boolean; now: Date }) {
  const email = pendingEmail!;
  const values = { email, until: new Date(now.getTime() + RESTORABLE_MS).toISOString() };
  const notice = isOwn && isEmailConfirmed ? { about: `${sha256(to)}/${gid}`, to, values } : { about: gid, to };
  return [mail('email_change', { about: gid, to: email }), mail('email_change_notice', notice)];
}

/** Adds mails that the principal causes. 429 beyond the limit, which admins do not have. Requests of one user take turns here. */
export async function sendMails(
  { tx, principal, addJob }: Pick<Context<OperationRequest>, 'tx' | 'principal' | 'addJob'>,
  mails: readonly ReturnType<typeof mail>[],
): Promise<void> {
  if (!principal.isAdmin) {
    const { consumedPoints, msBeforeNext } = await rateLimiter(tx, limit).penalty(principal.user, mails.length);
    if (consumedPoints > limit.points) throw new ProtocolRefusal(protocolErrors.tooManyRequests(msBeforeNext));
  }
  mails.forEach(addJob);
}
