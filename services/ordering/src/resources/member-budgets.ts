import {
  column,
  expression,
  jsonArray,
  jsonObject,
  raw,
  resource,
  sql,
  timeText,
  type Column,
  type Resource,
  type Sql,
} from '@partner-ordering/data';
import { organizationReference, userReference } from '@partner-ordering/commerce';
import { stateTable } from '@partner-ordering/messaging';
import type { BudgetMonth, MemberBudget, Money, WaitingApprovals } from '../../generated/models.ts';
import { monthOf } from '../domain/budget/budget.ts';

const b = stateTable('b');
const ofState = (name: 'user' | 'organization'): Column<string> => ({ sql: raw(`(b.state->>'${name}')`), type: 'text', nullable: false });
const isManager: Column<boolean> = { sql: raw(`(b.state->>'is_manager')::boolean`), type: 'boolean', nullable: false };
const [user, organization] = [ofState('user'), ofState('organization')];
/** The first 48 bits of a gid are the milliseconds of when it was made (RFC 9562, section 5.7). */
const createdAt: Column<Date> = {
  sql: raw(
    `coalesce(to_timestamp(('x' || lpad(left(replace(b.state->>'gid', '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0), b.changed_at)`,
  ),
  type: 'time',
  nullable: false,
};
const changedAt: Column<Date> = { sql: raw('b.changed_at'), type: 'time', nullable: false };
const isMembers = (alias: string, owner = 'user_gid'): string =>
  `${alias}.${owner} = (b.state->>'user')::uuid and ${alias}.organization_gid = (b.state->>'organization')::uuid`;

const money = (minor: string, currency: string): Sql =>
  jsonObject({ amount: raw(`money_major((${minor})::bigint, ${currency})`), currency: raw(currency) });

const budget = sql`case when jsonb_typeof(b.state->'monthly_budget') = 'object' then ${money(`b.state->'monthly_budget'->>'amount_minor'`, `b.state->'monthly_budget'->>'currency'`)} end`;

/** The sum that was booked in the present month, in the currency of the budget. */
const spentAt = (now: Date): Sql => sql`(select ${money('coalesce(a.booked_minor, 0)', 'c.currency')}
  from (select coalesce(b.state->'monthly_budget'->>'currency', 'EUR') as currency) c
  left join budget_account a on ${raw(isMembers('a'))} and a.month = ${monthOf(now)} and a.currency = c.currency)`;

const waitingSums = raw(`from (select w.currency, sum(w.price_minor) as minor from project w
  where ${isMembers('w', 'owner_gid')} and w.state = 'require_approval' group by w.currency order by w.currency) s`);
const waiting = jsonObject({
  count: raw(`(select count(*) from project w where ${isMembers('w', 'owner_gid')} and w.state = 'require_approval')`),
  amounts: jsonArray(money('s.minor', 's.currency'), waitingSums),
});

const MAX_MONTHS = 24;
const MAX_PROJECTS = 1_000;

const booking = jsonObject({
  project: jsonObject({ gid: raw('l.project_gid'), href: raw(`'/v1/projects/' || l.project_gid`), title: raw('l.title') }),
  amount: money('l.amount_minor', 'l.currency'),
  booked_at: timeText(raw('l.created_at')),
  released_at: timeText(raw('l.released_at')),
});

const bookings = raw(`from (select k.*, bp.title from budget_booking k left join project bp on bp.gid = k.project_gid
  where ${isMembers('k')} and k.month = m.month and k.currency = m.currency order by k.created_at desc, k.project_gid desc limit ${MAX_PROJECTS}) l
  order by l.created_at desc, l.project_gid desc`);

const months = jsonArray(
  jsonObject({
    month: raw('m.month'),
    booked: money('m.booked', 'm.currency'),
    released: money('m.released', 'm.currency'),
    spent: money('m.booked - m.released', 'm.currency'),
    projects_count: raw('m.number'),
    projects: jsonArray(booking, bookings),
  }),
  raw(`from (select g.month, g.currency, count(*) as number, sum(g.amount_minor) as booked,
      coalesce(sum(g.amount_minor) filter (where g.released_at is not null), 0) as released, dense_rank() over (order by g.month desc) as place
    from budget_booking g where ${isMembers('g')} group by g.month, g.currency) m
  where m.place <= ${MAX_MONTHS} order by m.month desc, m.currency`),
);

/** The key of a budget, which is also that of the membership. */
export const budgetKey = (of: { user: string; organization: string }): string => `${of.user}/${of.organization}`;

/** The budgets of members: one's own, and those in the organizations that one manages. `clock` tells which month this is. */
export const memberBudgetsOf = (clock: () => Date): Resource<MemberBudget> =>
  resource<MemberBudget>()({
    noun: 'budget',
    path: '/v1/users/{gid}/member_of/{orgaGid}/budget',
    table: b,
    key: 'membership',
    fields: {
      gid: column(user),
      href: expression<string>(raw(`'/v1/users/' || (b.state->>'user') || '/member_of/' || (b.state->>'organization') || '/budget'`)),
      user: userReference(user),
      organization: organizationReference(organization),
      is_manager: column(isManager),
      monthly_budget: expression<Money | null>(budget),
      monthly_spent: { value: () => spentAt(clock()) },
      waiting_approvals: expression<WaitingApprovals>(waiting),
      months: expression<BudgetMonth[]>(months),
    },
    aliases: { membership: b.key, created_at: createdAt, modified_at: changedAt },
    where: raw(`b.type = 'membership' and b.state is not null`),
    visible: (principal) => [
      sql`(${user.sql} = ${principal.user} and ${organization.sql} = any(${[...principal.memberOf]}))`,
      sql`${organization.sql} = any(${[...principal.manages]})`,
    ],
  }) as Resource<MemberBudget>;
