import { LRUCache } from 'lru-cache';
import { PossiblyStale, type Principal, invalidToken } from '@partner-ordering/kernel';
import type { Queryable } from '@partner-ordering/data';
import { readState } from '@partner-ordering/messaging';
import type { TokenClaims } from './claims.ts';
import { principalOf } from './principal.ts';
import type { PrincipalState } from './principal.ts';

export interface PrincipalsOptions {
  /** Reads outside of any transaction. */
  query: Queryable['query'];
  clock: () => Date;
}

/** How old a principal may be for reads. */
const MAX_AGE_MS = 1_000;
/** How many users are cached. */
const MOST_USERS = 10_000;

/**
 * Turns token claims into a principal, from this service's replica of identity's `principal` states.
 * An unknown, deleted or disabled user throws `PossiblyStale` with an `Unauthenticated` as its refusal, because the
 * replica may be behind: identity is asked before the token is refused.
 */
export interface Principals {
  /** For reads: at most a second old. */
  forRead(claims: TokenClaims): Promise<Principal>;
  /** For writes: read in the write's transaction. */
  forWrite(claims: TokenClaims, tx: Queryable): Promise<Principal>;
  /** Forgets a user's cached principal, after a newer state was stored. */
  forget(user: string): void;
}

type Found = PrincipalState | undefined;

/** See `Principals`. */
export function principals({ query, clock }: PrincipalsOptions): Principals {
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

  async function forRead(claims: TokenClaims): Promise<Principal> {
    const state = await stateForRead(claims.user);
    // A refusal is not cached: identity is asked next, and its answer must count at once.
    if (!maySignIn(state)) cached.delete(claims.user);
    return admit(claims, state);
  }

  return {
    forRead,
    forWrite: async (claims, tx) => admit(claims, await principalState(tx, claims.user)),
    forget: (user) => void cached.delete(user),
  };
}

const principalState = async (database: Queryable, user: string): Promise<Found> =>
  ((await readState(database, 'principal', user))?.state as PrincipalState | null | undefined) ?? undefined;

function maySignIn(state: Found): state is PrincipalState {
  return state?.is_enabled === true;
}

function admit(claims: TokenClaims, state: Found): Principal {
  if (maySignIn(state)) return principalOf(claims.user, state);
  throw new PossiblyStale([{ type: 'principal', key: claims.user }], invalidToken('The user of the access token may not sign in'));
}
