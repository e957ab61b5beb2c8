import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordFact } from '../domain/member-facts.ts';
import { lockedMembership } from './loading/locked-membership.ts';

export const deleteMembership: Operations['deleteMembership'] = async (context) => {
  const { membership, user } = await lockedMembership(context);
  membership.end(context.principal);
  user.markModified(context.now);
  context.tx.em.remove(membership);
  recordFact(context, membership, 'member.left', context.principal.user);
  return noContent();
};
