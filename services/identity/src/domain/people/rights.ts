import type { TokenClaims } from '@partner-ordering/auth';
import { holds, type Condition } from '@partner-ordering/data';
import { forbidden, type Principal, type Right } from '@partner-ordering/kernel';
import type { MembershipAction, UserCreate } from '../../../generated/models.ts';

/** Whether a session may change how its person signs in. One that a code began may not: the application could take the account over. */
export const mayChangeSignIn = ({ grant }: Pick<TokenClaims, 'grant'>): boolean => grant !== 'authorization_code';

/** Whether the principal acts for the organization: its managers and all admins do. */
export const actsFor = (principal: Principal, organization: string): boolean =>
  principal.isAdmin || principal.manages.includes(organization);

/** 403 unless the principal may create such a user: admins any, managers users of the organizations that they manage. */
export function mustCreate(principal: Principal, { roles, member_of: memberships = [] }: UserCreate): void {
  if (principal.isAdmin) return;
  // An organization that the principal does not see is a bad reference (400), not a missing right. That is checked later.
  const managed = memberships.every(({ organization: { gid } }) => principal.manages.includes(gid) || !principal.memberOf.includes(gid));
  const asksForAdmin = roles !== undefined || memberships.some(({ is_manager: isManager }) => isManager === true);
  const needs = memberships.length > 0 && !asksForAdmin ? 'manager' : 'admin';
  if (needs === 'admin' || principal.manages.length === 0 || !managed) throw forbidden('create', 'user', needs);
}

/** The part of a membership that decides who may change its user. */
export interface MembershipRole {
  organizationGid: string;
  isManager: boolean;
}

/** What the principal may do with memberships, each with the condition of those memberships. Only admins decide who manages. */
export function membershipActions({
  isAdmin,
  manages,
}: Pick<Principal, 'isAdmin' | 'manages'>): [MembershipAction, Condition<MembershipRole>][] {
  const all = { change_budget: {}, change_role: {}, delete: {} };
  const managed = { organizationGid: manages };
  return Object.entries(isAdmin ? all : { change_budget: managed, delete: { ...managed, isManager: false } });
}

/** Whether the principal may do this with the membership. */
export const permitsAction = (
  principal: Pick<Principal, 'isAdmin' | 'manages'>,
  action: MembershipAction,
  membership: MembershipRole,
): boolean => membershipActions(principal).some(([name, condition]) => name === action && holds(membership, condition));

/** The least right to do this with the membership. */
export const rightTo = (action: MembershipAction, membership: MembershipRole): Right =>
  permitsAction({ isAdmin: false, manages: [membership.organizationGid] }, action, membership) ? 'manager' : 'admin';

/** Whether the principal manages all of a user's organizations. */
export const managesAll = ({ manages }: Principal, memberships: readonly MembershipRole[]): boolean =>
  memberships.every(({ organizationGid }) => manages.includes(organizationGid));

/** The memberships that a deletion ends: all for admins, for managers those in their organizations. 403 for none and for a manager's. */
export function membershipsToEnd<Member extends MembershipRole>(principal: Principal, memberships: readonly Member[]): readonly Member[] {
  if (principal.isAdmin) return memberships;
  const ended = memberships.filter(({ organizationGid }) => principal.manages.includes(organizationGid));
  const needs = ended.length === 0 && memberships.some((membership) => rightTo('delete', membership) === 'manager') ? 'manager' : 'admin';
  if (ended.length === 0 || !ended.every((membership) => permitsAction(principal, 'delete', membership)))
    throw forbidden('delete', 'user', needs);
  return ended;
}
