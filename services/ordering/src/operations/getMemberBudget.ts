import { Failure, PossiblyStale } from '@partner-ordering/kernel';
import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { budgetKey, memberBudgetsOf } from '../resources/member-budgets.ts';

export const getMemberBudget: Operations['getMemberBudget'] = async ({ path, principal, now, read }) => {
  const key = budgetKey({ user: path.gid, organization: path.orgaGid });
  try {
    return ok(
      await read(
        memberBudgetsOf(() => now),
        key,
      ),
    );
  } catch (error) {
    const isUnknown = error instanceof Failure && error.kind === 'notFound';
    const states = [
      { type: 'principal', key: principal.user },
      { type: 'membership', key },
    ];
    throw isUnknown ? new PossiblyStale(states, error) : error;
  }
};
