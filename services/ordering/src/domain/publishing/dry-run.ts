import { isActivePerson, ratioOf } from '@partner-ordering/commerce';
import { sql, type Sql } from '@partner-ordering/data';
import { toMajor } from '@partner-ordering/kernel';
import type { DryRun, Money, UserReference } from '../../../generated/models.ts';
import type { DomainContext } from '../../context.ts';
import { leftOf, ownersMembership } from '../budget/budget.ts';
import type { Project } from '../project/project.ts';

/** The outcome of an order, read from its project at the end of the transaction. */
export async function dryRun(context: DomainContext, project: Project): Promise<DryRun> {
  const { state, priceMinor, vatMinor, vatRate, currency, organizationGid } = project;
  const isWaiting = state === 'require_approval';
  const approvers = isWaiting ? await context.tx.query<UserReference>(managersOf(organizationGid)) : [];
  const isPriced = priceMinor !== null && currency !== null;
  return {
    state,
    price: isPriced ? { amount: toMajor(priceMinor, currency), currency } : null,
    vat: isPriced ? { amount: toMajor(vatMinor ?? 0, currency), ratio: ratioOf(vatRate ?? 0), currency } : null,
    budget_left: await budgetLeft(context, project),
    approvers,
    approved_by_admins: isWaiting && approvers.length === 0,
  };
}

async function budgetLeft(context: DomainContext, project: Project): Promise<Money | null> {
  const limit = (await ownersMembership(context, project))?.monthly_budget;
  if (!limit) return null;
  return { amount: toMajor(await leftOf(context, limit, project), limit.currency), currency: limit.currency };
}

/** The people who manage an organization and may sign in, ordered by name; at most one hundred. */
export const managersOf = (organization: string): Sql => sql`
    select u.key as gid, '/v1/users/' || u.key as href, u.state->>'firstname' as firstname, u.state->>'lastname' as lastname
    from shared_state m
    join shared_state p on p.type = 'principal' and p.key = m.state->>'user' and ${isActivePerson('p')}
    join shared_state u on u.type = 'user' and u.key = p.key and u.state is not null
    where m.type = 'membership' and m.state->>'is_manager' = 'true' and m.state->>'organization' = ${organization}
    order by lastname, firstname, gid limit 100`;
