import { isIn, isVisible, raw, sql, type Column, type Queryable, type Sql, type VisibilityPredicate } from '@partner-ordering/data';
import { forbidden, isGid, notFound, rightsOf, type Principal, type Right, type Verb } from '@partner-ordering/kernel';
import { followedOrganizations } from './identity-references.ts';

/** Organizations that the principal belongs to without managing them. What they manage, they see completely anyway. */
export const memberOnlyOf = ({ memberOf, manages }: Principal): string[] =>
  memberOf.filter((organization) => !manages.includes(organization));

/** The rows that a principal sees: all of organizations they manage, and their own while they are a member of the row's organization. */
export function ownOrManaged(
  principal: Principal,
  { owner, organization }: { owner: Column; organization: Column },
): VisibilityPredicate[] {
  const managed = isIn(organization, principal.manages);
  const memberOnly = memberOnlyOf(principal);
  if (memberOnly.length === 0) return [managed];
  return [managed, sql`(${owner.sql} = ${principal.user} and ${organization.sql} = any(${memberOnly}))`];
}

interface Asked {
  /** The transaction of a write, or the database of a read. */
  queryable: Queryable;
  principal: Principal;
}

const sees = ({ queryable, principal }: Asked, gid: string): Promise<boolean> =>
  isVisible(queryable, followedOrganizations, { gid, principal });
const manages = ({ principal }: Asked, gid: string): boolean => principal.isAdmin || principal.manages.includes(gid);

/** Whether somebody is a manager of an organization that is not closed, or an admin. */
export const mayManage = async (asked: Asked, gid: string): Promise<boolean> => manages(asked, gid) && sees(asked, gid);

/**
 * Lets managers of the organization and admins go on: 404 for who does not see it, 403 about `noun` for other members. Identity confirms
 * a refusal first. `needs` is what the operation asks of managers too.
 */
export async function manageOrganization(asked: Asked, gid: string, verb: Verb, noun: string, needs: Right = 'manager'): Promise<void> {
  const states = [rightsOf(asked.principal), ...(isGid(gid) ? [{ type: 'organization', key: gid }] : [])];
  if (!(await sees(asked, gid))) throw notFound('organization').restingOn(states);
  if (!manages(asked, gid)) throw forbidden(verb, noun, needs).restingOn(states);
}

/** A manager as the recipient of mails. */
export interface Manager {
  gid: string;
  firstname: string;
  email: string;
  locale: string;
}

/** Whether the row `alias` of a `principal` state is an enabled account of a person, not of an application. */
export const isActivePerson = (alias: string): Sql =>
  raw(`(${alias}.state->'is_enabled' = 'true' and ${alias}.state->'is_technical' is distinct from 'true')`);

/** The people who manage an organization and have enabled accounts, or `user` alone. The service follows `principal` and `user`. */
export const managersOf = (queryable: Queryable, organization: string, user?: string): Promise<Manager[]> =>
  queryable.query<Manager>(sql`
    select u.key as gid, u.state->>'firstname' as firstname, u.state->>'email' as email, coalesce(u.state->>'locale', 'en') as locale
    from shared_state p join shared_state u on u.type = 'user' and u.key = p.key
    where p.type = 'principal' and ${user === undefined ? raw('true') : sql`p.key = ${user}`} and ${isActivePerson('p')}
      and p.state->'memberships' @> ${JSON.stringify([{ organization, is_manager: true }])}::jsonb and u.state->>'email' is not null
    order by u.key`);
