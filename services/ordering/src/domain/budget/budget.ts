import { defineEntity, p } from '@mikro-orm/postgresql';
import { sql, type Transaction } from '@partner-ordering/data';
import type { BudgetAccountState, MembershipState } from '../../../generated/events.ts';
import type { Tools } from '../../context.ts';
import type { Project } from '../project/project.ts';

export const BudgetBookingSchema = defineEntity({
  name: 'BudgetBooking',
  properties: {
    projectGid: p.uuid().primary(),
    userGid: p.uuid(),
    organizationGid: p.uuid(),
    /** `YYYY-MM`, UTC: the month of the publication. A release goes back to the same month. */
    month: p.string(),
    amountMinor: p.bigint('number'),
    currency: p.string(),
    createdAt: p.datetime(),
    releasedAt: p.datetime().strictNullable(),
  },
});

/** The ledger: one published project in its owner's budget. `budget_account` has the sums per month and currency. */
export class BudgetBooking extends BudgetBookingSchema.class {}

BudgetBookingSchema.setClass(BudgetBooking);

/** Currency of the spent amount for a user without a budget. */
const DEFAULT_CURRENCY = 'EUR';

/** A user's monthly limit in an organization; null is unlimited. */
export type BudgetLimit = MembershipState['monthly_budget'];

/**
 * Books a project in its owner's budget of this month; false if it exceeds the limit. One statement under the account's row lock
 * compares both, so that concurrent publications cannot exceed the limit together.
 */
export async function book(tx: Transaction, project: Project, limit: BudgetLimit, now: Date): Promise<boolean> {
  const { ownerGid, organizationGid, priceMinor, currency } = project;
  const month = monthOf(now);
  // Nothing fits in a budget of another currency.
  const limitMinor = limit && (limit.currency === currency ? limit.amount_minor : -1);
  const booked = await tx.query(sql`
    insert into budget_account as account (user_gid, organization_gid, month, currency, booked_minor)
    select ${ownerGid}::uuid, ${organizationGid}::uuid, ${month}, ${currency}, ${priceMinor}::bigint
    where ${limitMinor}::bigint is null or ${priceMinor}::bigint <= ${limitMinor}::bigint
    on conflict (user_gid, organization_gid, month, currency) do update set booked_minor = account.booked_minor + excluded.booked_minor
    where ${limitMinor}::bigint is null or account.booked_minor + excluded.booked_minor <= ${limitMinor}::bigint
    returning 1`);
  if (booked.length === 0) return false;
  const booking = {
    projectGid: project.gid,
    userGid: ownerGid,
    organizationGid,
    month,
    amountMinor: priceMinor!,
    currency: currency!,
    createdAt: now,
    releasedAt: null,
  };
  tx.em.persist(Object.assign(new BudgetBooking(), booking));
  return true;
}

/** What is left of an owner's limit this month, in minor units of its currency; 0 when a lowered limit is exceeded. */
export async function leftOf({ tx, now }: Tools, limit: NonNullable<BudgetLimit>, project: Project): Promise<number> {
  const { ownerGid, organizationGid } = project;
  const [account] = await tx.query<{ booked_minor: string }>(sql`
    select booked_minor from budget_account
    where user_gid = ${ownerGid} and organization_gid = ${organizationGid} and month = ${monthOf(now)} and currency = ${limit.currency}`);
  return Math.max(0, limit.amount_minor - Number(account?.booked_minor ?? 0));
}

/** Releases the booking of a canceled project, in the month in which it was booked. */
export async function release(tx: Transaction, project: Project, now: Date): Promise<void> {
  const booking = await tx.em.findOne(BudgetBooking, { projectGid: project.gid, releasedAt: null });
  if (!booking) return;
  booking.releasedAt = now;
  await tx.query(sql`
    update budget_account set booked_minor = booked_minor - ${booking.amountMinor}
    where user_gid = ${booking.userGid} and organization_gid = ${booking.organizationGid} and month = ${booking.month} and currency = ${booking.currency}`);
}

/** The amount that identity shows as spent: the sum of the latest month in the currency of the budget. `key` is `userGid/orgGid`. */
export async function readBudgetAccount(tx: Transaction, key: string): Promise<BudgetAccountState | null> {
  const [user = '', organization = ''] = key.split('/');
  const [account] = await tx.query<{ month: string; currency: string; booked_minor: string }>(sql`
    with budget as (
      select coalesce((select state->'monthly_budget'->>'currency' from shared_state where type = 'membership' and key = ${key}), ${DEFAULT_CURRENCY}) as currency)
    select months.month, budget.currency, coalesce(account.booked_minor, 0) as booked_minor
    from budget cross join (select max(month) as month from budget_account where user_gid = ${user} and organization_gid = ${organization}) as months
    left join budget_account account on account.user_gid = ${user} and account.organization_gid = ${organization}
      and account.month = months.month and account.currency = budget.currency
    where months.month is not null`);
  return account
    ? { user, organization, month: account.month, spent_minor: Number(account.booked_minor), currency: account.currency }
    : null;
}

/** Whether the amount that identity shows as spent was published in another currency than the budget now has. `key` is `userGid/orgGid`. */
export async function isInOtherCurrency(tx: Transaction, key: string, limit: BudgetLimit): Promise<boolean> {
  const other = await tx.query(sql`select from shared_state where type = 'budget_account' and key = ${key}
    and state->>'currency' <> ${limit?.currency ?? DEFAULT_CURRENCY}`);
  return other.length > 0;
}

/** `YYYY-MM` in UTC. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);
