import { LRUCache } from 'lru-cache';
import { PossiblyStale, type Principal } from '@partner-ordering/kernel';
import type { Queryable } from '@partner-ordering/data';
import type { TokenClaims } from './claims.ts';
import { principalOf } from './principal.ts';
import type { PrincipalState } from './principal.ts';
import { invalidToken } from './unauthenticated.ts';

export interface PrincipalsOptions {
  /** Reads outside of any transaction. */
  query: Queryable['query'];
  clock: () => Date;
  /** How old a principal may be for reads, in milliseconds. */
  maxAgeMs?: number;
  /** How many users are remembered. */
  cacheSize?: number;
}

/**
 * Turns token claims into a principal, from this service's replica of identity's `principal` states.
 * An unknown, deleted or disabled user throws `PossiblyStale` with an `Unauthenticated` as its refusal, because the
 * replica may be behind: identity is asked once before the token is refused.
 */
export interface Principals {
  /** For reads: at most `maxAgeMs` old. */
  forRead(claims: TokenClaims): Promise<Principal>;
  /** For writes: read in the write's transaction. */
  forWrite(claims: TokenClaims, tx: Queryable): Promise<Principal>;
  /** Drops what is remembered of a user, after a newer state was stored. */
  forget(user: string): void;
}

type Found = PrincipalState | undefined;

/** See `Principals`; reads `shared_state`. */
export function principals({ query, clock, maxAgeMs = 1_000, cacheSize = 10_000 }: PrincipalsOptions): Principals {
  const remembered = new LRUCache<string, { readAtMs: number; state: Promise<Found> }>({ max: cacheSize });

  function stateForRead(user: string): Promise<Found> {
    const nowMs = clock().getTime();
    const entry = remembered.get(user);
    if (entry !== undefined && nowMs - entry.readAtMs < maxAgeMs) return entry.state;
    const state = readState({ query }, user);
    remembered.set(user, { readAtMs: nowMs, state });
    state.catch(() => remembered.delete(user));
    return state;
  }

  async function forRead(claims: TokenClaims): Promise<Principal> {
    const state = await stateForRead(claims.user);
    // A refusal is not remembered: identity is about to be asked, and its answer must be seen at once.
    if (!maySignIn(state)) remembered.delete(claims.user);
    return admit(claims, state);
  }

  return {
    forRead,
    forWrite: async (claims, tx) => admit(claims, await readState(tx, claims.user)),
    forget: (user) => void remembered.delete(user),
  };
}

async function readState(database: Queryable, user: string): Promise<Found> {
  const rows = await database.query<{ state: PrincipalState | null }>({
    name: 'principal_state',
    text: `select state from shared_state where type = 'principal' and key = $1`,
    values: [user],
  });
  return rows[0]?.state ?? undefined;
}

function maySignIn(state: Found): state is PrincipalState {
  return state?.is_enabled === true;
}

function admit(claims: TokenClaims, state: Found): Principal {
  if (maySignIn(state)) return principalOf(claims.user, state);
  throw new PossiblyStale([{ type: 'principal', key: claims.user }], invalidToken('The user of the access token may not sign in'));
}
