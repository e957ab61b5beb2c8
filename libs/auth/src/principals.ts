import { LRUCache } from 'lru-cache';
import { type Principal, invalidToken, rightsOf, type StateKey } from '@partner-ordering/kernel';
import type { Queryable, Transaction } from '@partner-ordering/data';
import { readInTransaction, readState } from '@partner-ordering/messaging';
import type { TokenClaims } from './claims.ts';

/** Public state of the aggregate `principal`, published by identity under the user's gid. */
export interface PrincipalState {
  readonly roles: readonly string[];
  readonly is_enabled: boolean;
  readonly memberships: readonly { readonly organization: string; readonly is_manager: boolean }[];
}

/** The rights that identity says a user has; undefined for one who is unknown or disabled. */
function principalOf(user: string, state: PrincipalState | null | undefined): Principal | undefined {
  if (state?.is_enabled !== true) return undefined;
  const { roles, memberships } = state;
  return {
    user,
    isAdmin: roles.includes('admin'),
    memberOf: memberships.map(({ organization }) => organization),
    manages: memberships.filter((membership) => membership.is_manager).map(({ organization }) => organization),
  };
}

interface PrincipalsOptions {
  /** Reads outside of any transaction. */
  query: Queryable['query'];
  clock: () => Date;
}

/** The maximum age of a principal for reads. */
const MAX_AGE_MS = 1_000;
const MOST_USERS = 10_000;

export type Principals = ReturnType<typeof principals>;

/**
 * Turns token claims into a principal, from this service's replica of identity's `principal` states. Throws an `Unauthenticated` that
 * rests on that state for a user who may not sign in.
 */
export function principals({ query, clock }: PrincipalsOptions) {
  const cached = new LRUCache<string, { readAtMs: number; principal: Promise<Principal | undefined> }>({ max: MOST_USERS });
  const organizations = new LRUCache<string, readonly string[]>({ max: MOST_USERS });

  function remember(user: string, principal: Principal | undefined): Principal | undefined {
    organizations.set(user, principal?.isAdmin === false ? principal.memberOf : []);
    return principal;
  }

  /** For reads: at most a second old. */
  async function forRead(claims: TokenClaims): Promise<Principal> {
    const { user } = claims;
    const nowMs = clock().getTime();
    let entry = cached.get(user);
    if (entry === undefined || nowMs - entry.readAtMs >= MAX_AGE_MS) {
      entry = { readAtMs: nowMs, principal: principalNow({ query }, user).then((principal) => remember(user, principal)) };
      entry.principal.catch(() => cached.delete(user));
      cached.set(user, entry);
    }
    const principal = await entry.principal;
    // A refusal is not cached: identity is asked next, and its answer must count at once.
    if (!principal) cached.delete(user);
    return principal ?? refuseSignIn(claims);
  }

  return {
    forRead,
    /** For writes: read in the write's transaction, in one statement with `states`, which the write needs. */
    async forWrite(claims: TokenClaims, tx: Transaction, states: readonly StateKey[] = []): Promise<Principal> {
      const { user } = claims;
      const read = await readInTransaction<{ principal: PrincipalState }>(tx, [rightsOf(claims), ...states]);
      return remember(user, principalOf(user, read.get('principal', user))) ?? refuseSignIn(claims);
    },
    /** Who shares the caller's connections to the database: the organizations last read, or the user alone if there are none, or admin. */
    partiesOf({ user }: TokenClaims): readonly string[] {
      const known = organizations.get(user) ?? [];
      return known.length > 0 ? known : [user];
    },
    /** Forgets a user's cached principal, after a newer state was stored. */
    forget: (user: string): void => void cached.delete(user),
  };
}

/** The rights of a user at this moment, uncached; undefined for one who is unknown or disabled. */
export async function principalNow(database: Queryable, user: string): Promise<Principal | undefined> {
  return principalOf(user, (await readState(database, 'principal', user))?.state as PrincipalState | null | undefined);
}

function refuseSignIn(claims: TokenClaims): never {
  throw invalidToken('The user of the access token may not sign in').restingOn([rightsOf(claims)]);
}
