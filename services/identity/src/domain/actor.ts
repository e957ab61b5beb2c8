import type { Principal } from '@partner-ordering/auth';

/** Who acts, as far as the rules ask: every principal is one. */
export type Actor = Pick<Principal, 'isAdmin' | 'memberOf' | 'manages' | 'isMemberOf' | 'isManagerOf'>;

/** Whether they act for the organization: its managers and all admins do. */
export const actsFor = (actor: Actor, organization: string): boolean => actor.isAdmin || actor.isManagerOf(organization);
