import type { Principal } from '@partner-ordering/kernel';

/** Public state of the aggregate `principal`, published by identity under the user's gid. */
export interface PrincipalState {
  readonly roles: readonly string[];
  readonly is_enabled: boolean;
  readonly memberships: readonly { readonly organization: string; readonly is_manager: boolean }[];
}

/** The rights that identity says a user has. */
export function principalOf(user: string, { roles, memberships }: PrincipalState): Principal {
  return {
    user,
    isAdmin: roles.includes('admin'),
    memberOf: memberships.map(({ organization }) => organization),
    manages: memberships.filter((membership) => membership.is_manager).map(({ organization }) => organization),
  };
}
