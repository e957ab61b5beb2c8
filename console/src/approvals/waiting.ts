import type { MemberBudgetSummary, Money, ProjectSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { waitingIn } from '../api/queries.ts';
import { useOrganization } from '../app/session.tsx';

/** The orders that wait for approval, oldest first, with the budgets of their owners by gid. */
export interface Waiting {
  items: ProjectSummary[];
  total: number;
  budgets: ReadonlyMap<string, MemberBudgetSummary>;
}

export function useWaiting() {
  const { gid } = useOrganization();
  return useQuery({ queryKey: ['projects', 'require_approval', gid], queryFn: ({ signal }) => readWaiting(gid, signal) });
}

async function readWaiting(organization: string, signal: AbortSignal): Promise<Waiting> {
  const { items, total_count } = await api.listProjects(
    {
      where: waitingIn(organization),
      orderBy: 'created_at',
      sort: 'asc',
      limit: 100,
    },
    { signal },
  );
  const owners = [...new Set(items.map(({ owner }) => owner.gid))];
  const found =
    owners.length === 0
      ? []
      : (await api.listOrganizationBudgets(organization, { where: (b) => b.user.gid.in(owners), limit: 100 }, { signal })).items;
  return { items, total: total_count, budgets: new Map(found.map((budget) => [budget.gid, budget])) };
}

type AsShown = Pick<ProjectSummary, 'gid' | 'modified_at'>;

/** The tag of an order that still stands as it was shown, else undefined. */
async function tagOf({ gid, modified_at }: AsShown): Promise<string | undefined> {
  let tag = '';
  const now = await api.getProject(gid, { onAnswer: ({ headers }) => (tag = headers.get('etag') ?? '') });
  return now.modified_at === modified_at ? tag : undefined;
}

/** Whether it still stands as it was shown, and then is approved. What its owner took back meanwhile would be placed again instead. */
export async function approve(order: AsShown): Promise<boolean> {
  const ifMatch = await tagOf(order);
  if (ifMatch !== undefined) await api.updateProject(order.gid, { state: 'published' }, { ifMatch });
  return ifMatch !== undefined;
}

/** Whether it still stands as it was shown, and then returns to its owner. The reason goes first, for a draft takes no messages. */
export async function sendBack(order: AsShown, reason: string): Promise<boolean> {
  const ifMatch = await tagOf(order);
  if (ifMatch === undefined) return false;
  if (reason !== '') await api.createMessage(order.gid, { message: reason });
  await api.updateProject(order.gid, { state: 'draft' }, { ifMatch });
  return true;
}

/** The sums of the prices of these orders, one for each currency. */
export function sumsOf(orders: readonly ProjectSummary[]): Money[] {
  const sums = new Map<string, number>();
  for (const { price } of orders) if (price !== null) sums.set(price.currency, (sums.get(price.currency) ?? 0) + price.amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

/** What is left of a budget this month after these orders of its member; negative where they go beyond it. To a thousandth. */
export function leftOf(budget: Money, spent: Money, orders: readonly ProjectSummary[]): Money {
  const { currency } = budget;
  const cost = sumsOf(orders).find((sum) => sum.currency === currency)?.amount ?? 0;
  return { currency, amount: Number((budget.amount - spent.amount - cost).toFixed(3)) };
}
