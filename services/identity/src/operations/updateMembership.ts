import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { lockedMembership } from './loading/locked-membership.ts';

export const updateMembership: Operations['updateMembership'] = async (context) => {
  const membership = await lockedMembership(context);
  membership.update(context.principal, context.body, context.now);
  return noContent();
};
