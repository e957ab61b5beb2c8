import type { Condition } from '@partner-ordering/data';
import { forbidden, type Principal, type Right } from '@partner-ordering/kernel';
import { activities, type Activity } from './activities.ts';
import type { Role } from './transitions.ts';

/** What rights in a project depend on. */
interface OwnedProject {
  readonly ownerGid: string;
  readonly organizationGid: string;
}

/** The right that a role is, for a refusal. */
export const rightOf = (role: Role): Right | undefined =>
  role === 'customer' ? 'owner' : role === 'all' || role === 'system' ? undefined : role;

/** 403 unless the principal has the role for an activity in some project. */
export function mustPermitInSome(activity: Activity, principal: Principal): void {
  const { role, refused } = activities[activity];
  if (projectsOf(principal, role).length === 0) throw forbidden(...refused, rightOf(role));
}

/** The projects in which a principal has a role, of those they see: those for which any of the conditions holds. */
export function projectsOf({ user, isAdmin, memberOf, manages }: Principal, role: Exclude<Role, 'system'>): Condition<OwnedProject>[] {
  if (role === 'all' || (isAdmin && role !== 'customer')) return [{}];
  if (role === 'admin') return [];
  const managed = { organizationGid: manages };
  return role === 'manager' ? [managed] : [managed, { ownerGid: user, organizationGid: memberOf }];
}
