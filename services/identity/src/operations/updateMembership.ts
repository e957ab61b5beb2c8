import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { lockedMembership } from './loading/locked-membership.ts';

export const updateMembership: Operations['updateMembership'] = async (context) => {
  const { membership, user } = await lockedMembership(context);
  const isChanged = membership.update(context.principal, context.body, context.now);
  if (isChanged) user.markModified(context.now);
  return noContent();
};
