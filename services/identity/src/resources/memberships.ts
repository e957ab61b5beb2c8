import {
  abbreviation,
  conditionSql,
  isIn,
  column,
  join,
  literal,
  expression,
  jsonObject,
  money,
  projection,
  raw,
  reference,
  resource,
  sql,
  table,
  type Field,
  type Resource,
  Sql,
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

/** Spent in a UTC month, in the budget's currency, from ordering's state; 0 for a month without orders. */
const spent = abbreviation(sql`(select ${jsonObject({ amount: raw('money_major(c.minor, c.currency)'), currency: raw('c.currency') })} from
  (select c.currency, coalesce(max((s.state->>'spent_minor')::bigint), 0) as minor from (values (coalesce(m.budget_currency, 'EUR'))) c(currency) left join shared_state s
    on s.type = 'budget_account' and s.key = m.user_gid || '/' || m.organization_gid
    and s.state->>'month' = ${'month'} and s.state->>'currency' = c.currency
  group by c.currency) c)`);

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
      monthly_spent: { value: () => new Sql(spent.strings, [clock().toISOString().slice(0, 7)]) },
      is_manager: column(m.isManager),
      actions,
    },
    organization: m.organizationGid,
    visible: ({ user, manages }) => [isIn(m.userGid, [user]), isIn(m.organizationGid, manages)],
  });

/** A membership as JSON, for `member_of`; its row is `m`. */
export const membershipJson = (memberships: Resource<Membership, MembershipEntity>, principal: Principal): Sql =>
  sql`(select row_to_json(j) from (select ${projection(memberships as Resource, principal)}) j)`;

/** The rows of a list of memberships, and its columns. */
export const membershipTable = { from: raw('membership m'), columns: m };
