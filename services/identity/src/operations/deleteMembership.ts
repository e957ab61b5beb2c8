import { markModified } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordFact } from '../domain/member-facts.ts';
import { lockedMembership } from './loading/locked-membership.ts';

export const deleteMembership: Operations['deleteMembership'] = async (context) => {
  const { membership, user } = await lockedMembership(context);
  const { principal, now, tx } = context;
  membership.end(principal);
  markModified(user, now);
  await user.endPendingEmail(tx, now);
  tx.em.remove(membership);
  recordFact(context, membership, 'member.left', principal.user);
  return noContent();
};
