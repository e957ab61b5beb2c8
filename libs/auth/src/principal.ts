import type { SessionGrant, TokenClaims } from './claims.ts';

/** Public state of the aggregate `principal`, published by identity under the user's gid. */
export interface PrincipalState {
  readonly gid: string;
  readonly roles: readonly string[];
  readonly is_enabled: boolean;
  readonly memberships: readonly { readonly organization: string; readonly is_manager: boolean }[];
}

/** Who acts: a user through an application, with the rights of this moment (not those at token issue). */
export interface Principal {
  /** Gid of the user. */
  readonly user: string;
  /** Client id of the application. */
  readonly client: string;
  readonly grant: SessionGrant;
  readonly scopes: ReadonlySet<string>;
  /** Session id of the token. */
  readonly session: string;
  readonly roles: readonly string[];
  readonly isAdmin: boolean;
  /** Gids of the organizations the user belongs to, managed ones included. */
  readonly memberOf: readonly string[];
  /** Gids of the organizations the user manages. */
  readonly manages: readonly string[];
  isMemberOf(organization: string): boolean;
  isManagerOf(organization: string): boolean;
}

/** Joins what the token says with what identity says about its user. */
export function principalOf(claims: TokenClaims, state: PrincipalState): Principal {
  const memberOf = state.memberships.map((membership) => membership.organization);
  const manages = state.memberships.filter((membership) => membership.is_manager).map((membership) => membership.organization);
  return {
    user: claims.user,
    client: claims.client,
    grant: claims.grant,
    scopes: claims.scopes,
    session: claims.session,
    roles: state.roles,
    isAdmin: state.roles.includes('admin'),
    memberOf,
    manages,
    isMemberOf: (organization) => memberOf.includes(organization),
    isManagerOf: (organization) => manages.includes(organization),
  };
}
