import {
  conditionSql,
  isIn,
  column,
  join,
  literal,
  expression,
  fieldsOf,
  jsonObject,
  money,
  raw,
  reference,
  resource,
  sql,
  table,
  type Field,
  type Resource,
  type Sql,
  valueFor,
} from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';
import type { Membership, MembershipAction, UserReference } from '../../generated/models.ts';
import { Membership as MembershipEntity } from '../domain/membership.ts';
import { Organization } from '../domain/organization.ts';
import { membershipActions } from '../domain/people/rights.ts';
import { User } from '../domain/user.ts';
import { organizationReference } from './organizations.ts';

const m = table(MembershipEntity, 'm');
const member = table(User, 'mu');
const joinedOrganization = table(Organization, 'mo');

/** Spent in the UTC month of `now`, in the budget's currency, from ordering's state; 0 for a month without orders. */
const spentAt = (
  now: Date,
): Sql => sql`(select ${jsonObject({ amount: raw('money_major(c.minor, c.currency)'), currency: raw('c.currency') })} from
  (select c.currency, coalesce(max((s.state->>'spent_minor')::bigint), 0) as minor from (values (coalesce(m.budget_currency, 'EUR'))) c(currency) left join shared_state s
    on s.type = 'budget_account' and s.key = m.user_gid || '/' || m.organization_gid
    and s.state->>'month' = ${now.toISOString().slice(0, 7)} and s.state->>'currency' = c.currency
  group by c.currency) c)`;

/** What the caller may do with the membership, as `membershipActions` says. */
const actions: Field<MembershipAction[]> = {
  value: (principal) => {
    const open = membershipActions(principal).map(
      ([action, condition]) => sql`case when ${conditionSql(m, condition, (value) => sql`${value}`)} then ${raw(literal(action))} end`,
    );
    return sql`array_to_json(array_remove(array[${join(open)}], null))`;
  },
};

/** One's own memberships and those in organizations one manages, by organization within a user. `clock` sets the month. */
export const membershipsOf = (clock: () => Date): Resource<Membership, MembershipEntity> =>
  resource<Membership>()({
    noun: 'membership',
    path: '/v1/users/{gid}/member_of',
    table: m,
    key: 'organization',
    fields: {
      href: expression<string>(raw(`'/v1/users/' || m.user_gid || '/member_of/' || m.organization_gid`)),
      user: reference<UserReference>('/v1/users', member, { gid: member.gid, firstname: member.firstname, lastname: member.lastname })(
        m.userGid,
      ),
      organization: organizationReference(joinedOrganization)(m.organizationGid),
      monthly_budget: money(m.budgetMinor, m.budgetCurrency),
      monthly_spent: { value: () => spentAt(clock()) },
      is_manager: column(m.isManager),
      actions,
    },
    organization: m.organizationGid,
    visible: ({ user, manages }) => [isIn(m.userGid, [user]), isIn(m.organizationGid, manages)],
  });

/** A membership as JSON, for `member_of`; its row is `m`. */
export const membershipJson = (memberships: Resource<Membership, MembershipEntity>, principal: Principal): Sql =>
  jsonObject(Object.fromEntries(Object.entries(fieldsOf(memberships)).map(([name, field]) => [name, valueFor(field, principal)])));

/** The rows of a list of memberships, and its columns. */
export const membershipTable = { from: raw('membership m'), columns: m };
