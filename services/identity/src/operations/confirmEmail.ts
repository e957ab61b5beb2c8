import { notFound } from '@partner-ordering/kernel';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { endMailTokens, useMailToken } from '../domain/mail-token.ts';
import { lockedUser } from './loading/users.ts';

export const confirmEmail: Operations['confirmEmail'] = async ({ path, now, tx }) => {
  const token = await useMailToken(tx, { purpose: 'email', token: path.token }, now);
  const user = token && (await lockedUser(tx, token.subject));
  if (!user?.confirmPendingEmail(token!.address, now)) throw notFound('email confirmation');
  // Links to the old address set no password any more. That of its notice restores it; see `restoreEmail`.
  await endMailTokens(tx, { subject: user.gid, purposes: ['password'] }, now);
  return noContent();
};
