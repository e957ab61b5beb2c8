import { markModified } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordMemberFact } from '../domain/membership.ts';
import { endTrials } from '../domain/revocation.ts';
import { lockedMembership } from './loading/users.ts';

export const deleteMembership: Operations['deleteMembership'] = async (context) => {
  const { membership, user } = await lockedMembership(context);
  const { principal, now, tx } = context;
  membership.end(principal);
  markModified(user, now);
  await user.endPendingEmail(tx, now);
  await endTrials(context, { user: user.gid });
  tx.em.remove(membership);
  recordMemberFact(context, membership, 'member.left', principal.user);
  return noContent();
};
