import { isIn, sql, type Column, type VisibilityPredicate } from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';

/** Organizations that the principal belongs to without managing them. What they manage, they see completely anyway. */
export const memberOnlyOf = ({ memberOf, manages }: Principal): string[] =>
  memberOf.filter((organization) => !manages.includes(organization));

/** The rows that a principal sees: all of organizations they manage, and their own while they are a member of the row's organization. */
export function ownOrManaged(
  principal: Principal,
  { owner, organization }: { owner: Column; organization: Column },
): VisibilityPredicate[] {
  const memberOnly = memberOnlyOf(principal);
  const own = sql`(${owner.sql} = ${principal.user} and ${organization.sql} = any(${memberOnly}))`;
  return [isIn(organization, principal.manages), ...(memberOnly.length > 0 ? [own] : [])];
}
