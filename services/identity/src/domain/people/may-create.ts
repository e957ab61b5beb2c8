import type { Principal } from '@partner-ordering/kernel';
import type { UserCreate } from '../../../generated/models.ts';

/** Whether the principal may create such a user: admins any, managers users of the organizations that they manage. */
export function mayCreate(principal: Principal, { roles, member_of: memberships = [] }: UserCreate): boolean {
  if (principal.isAdmin) return true;
  // An organization that the principal does not see is a bad reference (400), not a missing right. That is checked later.
  const managed = memberships.every(({ organization: { gid } }) => principal.manages.includes(gid) || !principal.memberOf.includes(gid));
  const asksForAdmin = roles !== undefined || memberships.some(({ is_manager: isManager }) => isManager === true);
  return principal.manages.length > 0 && memberships.length > 0 && managed && !asksForAdmin;
}
