import { notFound } from '@partner-ordering/kernel';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { useMailToken } from '../domain/mail-token.ts';
import { revokeSessionsOf } from '../domain/revocation.ts';
import { passwordHashOf } from './loading/passwords.ts';
import { lockedUser } from './loading/users.ts';

export const resetPassword: Operations['resetPassword'] = async (context) => {
  const { path, body, now, tx } = context;
  const token = await useMailToken(tx, { purpose: 'password', token: path.token }, now);
  const user = token && (await lockedUser(tx, token.subject));
  // The mail went to another address than the account has now.
  if (!user || user.email !== token.address) throw notFound('password reset');
  user.setPassword(await passwordHashOf(context, { password: body.password, email: user.email }));
  user.isEmailConfirmed = true;
  await user.endPendingEmail(tx, now);
  await tx.em.flush();
  await revokeSessionsOf(tx, user.gid, { now });
  return noContent();
};
