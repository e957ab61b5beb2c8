import { rightsOf } from '@partner-ordering/kernel';
import { ok, withReadRepair } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { budgetKey, memberBudgetsOf } from '../resources/member-budgets.ts';

export const getMemberBudget: Operations['getMemberBudget'] = ({ path, principal, now, read }) => {
  const key = budgetKey({ user: path.gid, organization: path.orgaGid });
  const budgets = memberBudgetsOf(() => now);
  const replicas = [rightsOf(principal), { type: 'membership', key }];
  return withReadRepair(replicas, async () => ok(await read(budgets, key)));
};
