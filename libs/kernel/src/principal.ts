import { NIL_GID, type StateKey } from './identifiers.ts';

/** The user a request acts for, with the rights of this moment, not those of when the token was issued. */
export interface Principal {
  /** Gid of the user; for a `client_credentials` token, of the application's technical user. */
  readonly user: string;
  readonly isAdmin: boolean;
  /** Gids of the organizations the user belongs to, managed ones included. */
  readonly memberOf: readonly string[];
  /** Gids of the organizations the user manages. */
  readonly manages: readonly string[];
}

/** The state that a user's rights come from. Refusals for want of a right rest on it. */
export const rightsOf = ({ user }: Pick<Principal, 'user'>): StateKey => ({ type: 'principal', key: user });

/** The principal of the commands that fill an installation: demo data, the first admin. It has the rights of an admin. */
export const installer: Principal = { user: 'installer', isAdmin: true, memberOf: [], manages: [] };

/** A manager of these organizations. A payload for all managers must not depend on which of them reads it. */
export const managerOf = (...organizations: readonly string[]): Principal => ({
  user: NIL_GID,
  isAdmin: false,
  memberOf: organizations,
  manages: organizations,
});
