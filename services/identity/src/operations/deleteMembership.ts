import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { lockedMembership } from './loading/locked-membership.ts';

export const deleteMembership: Operations['deleteMembership'] = async (context) => {
  const membership = await lockedMembership(context);
  membership.end(context.principal);
  context.tx.em.remove(membership);
  return noContent();
};
