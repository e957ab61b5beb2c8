import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordFact } from '../domain/member-facts.ts';
import { lockedMembership } from './loading/locked-membership.ts';

export const updateMembership: Operations['updateMembership'] = async (context) => {
  const { membership, user } = await lockedMembership(context);
  const { principal, body, now, tx } = context;
  const { budgetMinor, budgetCurrency, isManager } = membership;
  if (!membership.update(principal, body, now)) return noContent();
  user.markModified(now);
  if (membership.budgetMinor !== budgetMinor || membership.budgetCurrency !== budgetCurrency)
    recordFact(context, membership, 'member.budget_changed', principal.user);
  if (membership.isManager === isManager) return noContent();
  await user.endPendingEmail(tx, now);
  recordFact(context, membership, 'member.role_changed', principal.user);
  return noContent();
};
