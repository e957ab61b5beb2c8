import { forbidden, type Principal } from '@partner-ordering/kernel';

/** A membership, as far as it decides who may change its user. */
export interface Standing {
  organizationGid: string;
  isManager: boolean;
}

/** Whether the principal manages all of a user's organizations, of which there is at least one. */
export const managesAll = ({ manages }: Principal, memberships: readonly Standing[]): boolean =>
  memberships.length > 0 && memberships.every(({ organizationGid }) => manages.includes(organizationGid));

/**
 * The memberships of a user that end when the principal deletes the user: all of them for admins; for a manager those in the organizations
 * that they manage, and there a manager's only by admins (403).
 */
export function endedBy<One extends Standing>(principal: Principal, memberships: readonly One[]): readonly One[] {
  if (principal.isAdmin) return memberships;
  const ended = memberships.filter(({ organizationGid }) => principal.manages.includes(organizationGid));
  if (ended.length === 0 || ended.some(({ isManager }) => isManager)) throw forbidden('delete', 'user');
  return ended;
}
