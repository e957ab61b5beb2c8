import { notFound } from '@partner-ordering/kernel';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { endMailTokens, useMailToken } from '../domain/mail-token.ts';
import { revokeSessionsOf } from '../domain/revocation.ts';
import { mail } from '../mails/send-mails.ts';
import { passwordHashOf } from './loading/passwords.ts';
import { lockedUser } from './loading/users.ts';

/** The person who changed the address knew the password, so the password is replaced with the address. */
export const restoreEmail: Operations['restoreEmail'] = async (context) => {
  const { path, body, now, tx, addJob } = context;
  const token = await useMailToken(tx, { purpose: 'restore', token: path.token }, now);
  const user = token && (await lockedUser(tx, token.subject));
  if (!user) throw notFound('email restoration');
  const replacedAddress = user.email;
  user.restoreEmail(token.address, now);
  // Refuses an address that another account has, before the hash.
  await tx.em.flush();
  user.setPassword(await passwordHashOf(context, { password: body.password, email: user.email }));
  await user.endPendingEmail(tx, now);
  await endMailTokens(tx, { subject: user.gid, purposes: ['password'] }, now);
  await tx.em.flush();
  await revokeSessionsOf(tx, user.gid, { now });
  if (replacedAddress !== user.email)
    addJob(mail('email_change_notice', { about: user.gid, to: replacedAddress, values: { replaced: replacedAddress } }));
  return noContent();
};
