import {
  anyOf,
  column,
  expression,
  fieldsOf,
  jsonObject,
  money,
  raw,
  reference,
  resource,
  sql,
  table,
  type Sql,
} from '@partner-ordering/data';
import type { Membership, Money, UserReference } from '../../generated/models.ts';
import { Membership as MembershipEntity } from '../domain/membership.ts';
import { Organization } from '../domain/organization.ts';
import { User } from '../domain/user.ts';
import { organizationReference } from './organizations.ts';

const m = table(MembershipEntity, 'm');
const member = table(User, 'mu');
const joined = table(Organization, 'mo');

/** What was spent this month in the currency of the budget, from ordering's state. There is none for a month without orders. */
const monthlySpent = sql`(select ${jsonObject({ amount: raw('money_major(c.minor, c.currency)'), currency: raw('c.currency') })} from
  (select c.currency, coalesce(max((s.state->>'spent_minor')::bigint), 0) as minor from (values (coalesce(m.budget_currency, 'EUR'))) c(currency) left join shared_state s
    on s.type = 'budget_account' and s.key = m.user_gid || '/' || m.organization_gid
    and s.state->>'month' = to_char(now() at time zone 'UTC', 'YYYY-MM') and s.state->>'currency' = c.currency
  group by c.currency) c)`;

/** The caller's own memberships and those in the organizations they manage. Within a user, a membership is named by its organization. */
export const memberships = resource<Membership>()({
  noun: 'membership',
  path: '/v1/users/{gid}/member_of',
  table: m,
  key: 'organization',
  fields: {
    href: expression<string>(raw(`'/v1/users/' || m.user_gid || '/member_of/' || m.organization_gid`)),
    user: reference<UserReference>('/v1/users', member, { gid: member.gid, firstname: member.firstname, lastname: member.lastname })(
      m.userGid,
    ),
    organization: organizationReference(joined)(m.organizationGid),
    monthly_budget: money(m.budgetMinor, m.budgetCurrency),
    monthly_spent: expression<Money>(monthlySpent),
    is_manager: column(m.isManager),
  },
  visible: ({ user, manages }) => [anyOf(m.userGid, [user]), anyOf(m.organizationGid, manages)],
});

/** A membership as JSON, for `member_of`; its row is `m`. */
export const membershipJson = jsonObject(
  Object.fromEntries(Object.entries(fieldsOf(memberships)).map(([name, { value }]) => [name, value as Sql])),
);

/** The rows of a list of memberships, and its columns. */
export const membershipTable = { from: raw('membership m'), columns: m };
