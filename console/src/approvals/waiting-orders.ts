import type { MemberBudgetSummary, Money, ProjectSummary } from '@partner-ordering/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { waitingOrdersOf } from '../api/queries.ts';
import { useOrganization } from '../app/session.tsx';

/** The orders that wait for approval, oldest first, with the budgets of their owners by gid. */
export interface WaitingOrders {
  items: ProjectSummary[];
  total: number;
  budgets: ReadonlyMap<string, MemberBudgetSummary>;
}

export function useWaitingOrders() {
  const { gid } = useOrganization();
  return useQuery({ queryKey: ['projects', 'require_approval', gid], queryFn: ({ signal }) => readWaitingOrders(gid, signal) });
}

async function readWaitingOrders(organization: string, signal: AbortSignal): Promise<WaitingOrders> {
  const query = { where: waitingOrdersOf(organization), orderBy: 'created_at', sort: 'asc', limit: 100 } as const;
  const { items, total_count } = await api.listProjects(query, { signal });
  const owners = [...new Set(items.map(({ owner }) => owner.gid))];
  const memberBudgets =
    owners.length === 0
      ? []
      : (await api.listOrganizationBudgets(organization, { where: (b) => b.user.gid.in(owners), limit: 100 }, { signal })).items;
  return { items, total: total_count, budgets: new Map(memberBudgets.map((budget) => [budget.gid, budget])) };
}

type OrderVersion = Pick<ProjectSummary, 'gid' | 'modified_at' | 'price' | 'options'>;

/** Two changes within a second have the same time. */
const versionOf = ({ modified_at, price, options }: OrderVersion): string => JSON.stringify([modified_at, price, options]);

/** The tag of an order. Throws if the order changed since it was shown: one that its owner took back must not be placed again. */
export async function tagOf(order: OrderVersion, changedText: string): Promise<{ ifMatch: string }> {
  let ifMatch = '';
  const current = await api.getProject(order.gid, { onAnswer: ({ headers }) => (ifMatch = headers.get('etag') ?? '') });
  if (versionOf(current) !== versionOf(order)) throw new Error(changedText);
  return { ifMatch };
}

export async function approve(order: OrderVersion, changedText: string): Promise<void> {
  await api.updateProject(order.gid, { state: 'published' }, await tagOf(order, changedText));
}

/** Returns an order to its owner. The reason goes first, since a draft takes no messages. */
export async function sendBack(order: OrderVersion, reason: string, changedText: string): Promise<void> {
  const tag = await tagOf(order, changedText);
  if (reason !== '') await api.createMessage(order.gid, { message: reason });
  await api.updateProject(order.gid, { state: 'draft' }, tag);
}

export type PricedOrder = Pick<ProjectSummary, 'gid' | 'owner' | 'price'>;

/** The sums of the prices of these orders, one for each currency. */
export function sumsOf(orders: readonly Pick<ProjectSummary, 'price'>[]): Money[] {
  const sums = new Map<string, number>();
  for (const { price } of orders) if (price !== null) sums.set(price.currency, (sums.get(price.currency) ?? 0) + price.amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

/** The rest of a budget this month after these orders of its member, to a thousandth; negative if they exceed it. */
export function budgetLeft(budget: Money, spent: Money, orders: readonly PricedOrder[]): Money {
  const { currency } = budget;
  const cost = sumsOf(orders).find((sum) => sum.currency === currency)?.amount ?? 0;
  return { currency, amount: Number((budget.amount - spent.amount - cost).toFixed(3)) };
}

/** Whether an order exceeds the budget of its owner this month: nothing fits in one of another currency. */
export const isOver = ({ monthly_budget: limit, monthly_spent: spent }: MemberBudgetSummary, order: PricedOrder): boolean =>
  limit !== null && (limit.currency !== order.price?.currency || budgetLeft(limit, spent, [order]).amount < 0);
