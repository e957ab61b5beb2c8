import { LRUCache } from 'lru-cache';
import { type Principal, invalidToken, rightsOf } from '@partner-ordering/kernel';
import type { Queryable } from '@partner-ordering/data';
import { readState } from '@partner-ordering/messaging';
import type { TokenClaims } from './claims.ts';
import { principalOf, type PrincipalState } from './principal.ts';

interface PrincipalsOptions {
  /** Reads outside of any transaction. */
  query: Queryable['query'];
  clock: () => Date;
}

/** How old a principal may be for reads. */
const MAX_AGE_MS = 1_000;
/** How many users are cached. */
const MOST_USERS = 10_000;

export type Principals = ReturnType<typeof principals>;

type Found = PrincipalState | undefined;

/**
 * Turns token claims into a principal, from this service's replica of identity's `principal` states. Throws an `Unauthenticated` that
 * rests on that state for a user who may not sign in.
 */
export function principals({ query, clock }: PrincipalsOptions) {
  const cached = new LRUCache<string, { readAtMs: number; state: Promise<Found> }>({ max: MOST_USERS });

  function stateForRead(user: string): Promise<Found> {
    const nowMs = clock().getTime();
    const entry = cached.get(user);
    if (entry !== undefined && nowMs - entry.readAtMs < MAX_AGE_MS) return entry.state;
    const state = principalState({ query }, user);
    cached.set(user, { readAtMs: nowMs, state });
    state.catch(() => cached.delete(user));
    return state;
  }

  /** For reads: at most a second old. */
  async function forRead(claims: TokenClaims): Promise<Principal> {
    const state = await stateForRead(claims.user);
    // A refusal is not cached: identity is asked next, and its answer must count at once.
    if (!maySignIn(state)) cached.delete(claims.user);
    return admit(claims, state);
  }

  return {
    forRead,
    /** For writes: read in the write's transaction. */
    forWrite: async (claims: TokenClaims, tx: Queryable): Promise<Principal> => admit(claims, await principalState(tx, claims.user)),
    /** Forgets a user's cached principal, after a newer state was stored. */
    forget: (user: string): void => void cached.delete(user),
  };
}

const principalState = async (database: Queryable, user: string): Promise<Found> =>
  ((await readState(database, 'principal', user))?.state as PrincipalState | null | undefined) ?? undefined;

/** The rights of a user at this moment, uncached; undefined for one who is unknown or disabled. */
export async function principalNow(database: Queryable, user: string): Promise<Principal | undefined> {
  const state = await principalState(database, user);
  return maySignIn(state) ? principalOf(user, state) : undefined;
}

function maySignIn(state: Found): state is PrincipalState {
  return state?.is_enabled === true;
}

function admit(claims: TokenClaims, state: Found): Principal {
  if (maySignIn(state)) return principalOf(claims.user, state);
  throw invalidToken('The user of the access token may not sign in').restingOn([rightsOf(claims)]);
}
