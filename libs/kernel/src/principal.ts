/** Who acts, or looks: a user with the rights of this moment, not those of when the token was issued. */
export interface Principal {
  /** Gid of the user; where nobody signed in, of the application's technical user. */
  readonly user: string;
  readonly isAdmin: boolean;
  /** Gids of the organizations the user belongs to, managed ones included. */
  readonly memberOf: readonly string[];
  /** Gids of the organizations the user manages. */
  readonly manages: readonly string[];
}

/** Who writes what an installation begins with: demo data, the first admin. The rules that hold for admins hold for them. */
export const installer: Principal = { user: 'installer', isAdmin: true, memberOf: [], manages: [] };
