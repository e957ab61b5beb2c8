import { type StateKey, unavailable } from '@partner-ordering/kernel';
import { sql, type Transaction } from '@partner-ordering/data';
import { stateLock } from '@partner-ordering/messaging';
import type { BudgetAccountState, MembershipState } from '../../../generated/events.ts';
import type { DomainContext } from '../../context.ts';
import type { Project } from '../project/project.ts';
import { readReplicas } from '../replicas/replicas.ts';

/** Currency of the spent amount for a user without a budget. */
const DEFAULT_CURRENCY = 'EUR';

/** A user's monthly limit in an organization; null is unlimited. */
export type BudgetLimit = MembershipState['monthly_budget'];

/** The key of a state of the owner in the organization for which a project was ordered. */
export const ownersState = (type: 'membership' | 'budget_account', { ownerGid, organizationGid }: Project): StateKey => ({
  type,
  key: `${ownerGid}/${organizationGid}`,
});

/** The owner's membership; undefined when there is none. A new one may not have arrived yet, so identity is asked first. */
export async function ownersMembership({ tx, isFresh }: DomainContext, project: Project): Promise<MembershipState | undefined> {
  const membership = ownersState('membership', project);
  const known = (await readReplicas(tx, [membership])).get('membership', membership.key);
  if (!known && !isFresh(membership)) throw unavailable().restingOn([membership]);
  return known;
}

/**
 * Books a project in its owner's budget of this month; false if it exceeds the limit, which an approved one never does. One statement under
 * the account's lock compares both, so that concurrent publications cannot exceed the limit together.
 */
export async function book({ tx, now, publishAgain }: DomainContext, project: Project, limit: BudgetLimit | 'approved'): Promise<boolean> {
  const { gid, ownerGid, organizationGid, priceMinor, currency } = project;
  const account = ownersState('budget_account', project);
  // Nothing fits in a budget of another currency.
  const limitMinor = limit === null || limit === 'approved' ? null : limit.currency === currency ? limit.amount_minor : -1;
  const [booked] = await tx.query<{ month: string; spent: string }>(sql`
    with locked as materialized (select ${stateLock(account)}),
    booked as (
      insert into budget_account as account (user_gid, organization_gid, month, currency, booked_minor)
      select ${ownerGid}::uuid, ${organizationGid}::uuid, ${monthOf(now)}, ${currency}, ${priceMinor}::bigint from locked
      where ${limitMinor}::bigint is null or ${priceMinor}::bigint <= ${limitMinor}::bigint
      on conflict (user_gid, organization_gid, month, currency) do update set booked_minor = account.booked_minor + excluded.booked_minor
      where ${limitMinor}::bigint is null or account.booked_minor + excluded.booked_minor <= ${limitMinor}::bigint
      returning user_gid, organization_gid, month, currency, booked_minor)
    insert into budget_booking (project_gid, user_gid, organization_gid, month, currency, amount_minor, created_at)
    select ${gid}::uuid, user_gid, organization_gid, month, currency, ${priceMinor}::bigint, ${now}::timestamptz from booked
    returning month, (select booked_minor from booked) as spent`);
  if (!booked) return false;
  const spent = { user: ownerGid, organization: organizationGid, month: booked.month, spent_minor: Number(booked.spent) };
  const isShown = limit !== 'approved' && currency === (limit?.currency ?? DEFAULT_CURRENCY);
  publishAgain(account.type, account.key, { isLocked: true, state: isShown ? { ...spent, currency } : undefined });
  return true;
}

/** The rest of an owner's limit this month, in minor units of its currency; 0 when a lowered limit is exceeded. */
export async function leftOf({ tx, now }: DomainContext, limit: NonNullable<BudgetLimit>, project: Project): Promise<number> {
  const { ownerGid, organizationGid } = project;
  const [account] = await tx.query<{ booked_minor: string }>(sql`
    select booked_minor from budget_account
    where user_gid = ${ownerGid} and organization_gid = ${organizationGid} and month = ${monthOf(now)} and currency = ${limit.currency}`);
  return Math.max(0, limit.amount_minor - Number(account?.booked_minor ?? 0));
}

/** Releases the booking of a canceled project, in the month in which it was booked. */
export async function release({ tx, now, publishAgain }: DomainContext, project: Project): Promise<void> {
  const account = ownersState('budget_account', project);
  const released = await tx.query(sql`
    with locked as materialized (select ${stateLock(account)}),
    released as (
      update budget_booking set released_at = ${now} from locked where project_gid = ${project.gid} and released_at is null
      returning user_gid, organization_gid, month, currency, amount_minor)
    update budget_account account set booked_minor = booked_minor - amount_minor from released
    where (account.user_gid, account.organization_gid, account.month, account.currency)
      = (released.user_gid, released.organization_gid, released.month, released.currency)
    returning 1`);
  if (released.length > 0) publishAgain(account.type, account.key, { isLocked: true });
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
