import { notFound } from '@partner-ordering/kernel';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { endMailTokens, forgetLaterNotices, useMailToken } from '../domain/mail-token.ts';
import { revokeSessionsOf } from '../domain/revocation.ts';
import { hashedPassword } from './loading/hashed-password.ts';
import { lockedUser } from './loading/locked-user.ts';

/** Whoever changed the address knew the password, so it is replaced with the address. */
export const restoreEmail: Operations['restoreEmail'] = async (context) => {
  const { path, body, now, tx } = context;
  const used = await useMailToken(tx, { purpose: 'restore', token: path.token }, now);
  const user = used && (await lockedUser(tx, used.subject));
  if (!user) throw notFound('email restoration');
  user.restoreEmail(used.address, now);
  user.setPassword(await hashedPassword(context, { password: body.password, email: user.email }));
  await user.endPendingEmail(tx, now);
  await endMailTokens(tx, { subject: user.gid, purposes: ['password'] }, now);
  await forgetLaterNotices(tx, used);
  await tx.em.flush();
  await revokeSessionsOf(tx, user.gid, { now });
  return noContent();
};
