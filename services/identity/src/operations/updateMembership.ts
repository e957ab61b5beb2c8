import { markModified } from '@partner-ordering/data';
import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { lockedMembership } from './loading/users.ts';
import { recordMemberFact } from '../domain/membership.ts';
import { endTrials } from '../domain/revocation.ts';

export const updateMembership: Operations['updateMembership'] = async (context) => {
  const { membership, user } = await lockedMembership(context);
  const { principal, body, now, tx } = context;
  const { budgetMinor, budgetCurrency, isManager } = membership;
  membership.update(principal, body, now);
  const isNewBudget = membership.budgetMinor !== budgetMinor || membership.budgetCurrency !== budgetCurrency;
  const isNewRole = membership.isManager !== isManager;
  if (isNewBudget || isNewRole) markModified(user, now);
  if (isNewBudget) recordMemberFact(context, membership, 'member.budget_changed', principal.user);
  if (!isNewRole) return noContent();
  await user.endPendingEmail(tx, now);
  recordMemberFact(context, membership, 'member.role_changed', principal.user);
  await endTrials(context, { user: user.gid });
  return noContent();
};
