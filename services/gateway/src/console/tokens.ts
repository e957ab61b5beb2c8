import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Unauthenticated } from '@partner-ordering/kernel';
import type { TokenCheck } from '../request/authentication.ts';

/** Half of a token's lifetime. */
const MAX_AGE_MS = 60_000;
const MOST_TOKENS = 50_000;

/** The access tokens of browser sessions, kept by the hash of the secret. */
export type BrowserTokens = ReturnType<typeof browserTokens>;

/** Trades secrets of browser sessions for access tokens at identity. */
export function browserTokens(tokens: Pick<TokenCheck, 'check' | 'issueBrowserToken'>, nowMs: () => number) {
  const cache = new LRUCache<string, { token: string; untilMs: number }>({ max: MOST_TOKENS });
  /** Those that go on. */
  const trades = new Map<string, Promise<string | undefined>>();

  function trade(key: string, secret: string): Promise<string | undefined> {
    const untilMs = nowMs() + MAX_AGE_MS;
    const isLast = (): boolean => trades.get(key) === tokenPromise;
    const tokenPromise = tokens
      .issueBrowserToken(secret)
      .then((token) => {
        // `undefined` deletes.
        if (isLast()) cache.set(key, token === undefined ? undefined : { token, untilMs });
        return token;
      })
      .finally(() => isLast() && trades.delete(key));
    trades.set(key, tokenPromise);
    return tokenPromise;
  }

  return {
    of(secret: string) {
      const key = hashOf(secret);
      return {
        /** Whether somebody was signed in with it, when it was last traded: it is not invented. */
        isKnown: cache.has(key),
        /** The token for the secret; undefined if it is of no living session. Throws while identity is unreachable. */
        async token(): Promise<string | undefined> {
          const entry = cache.get(key);
          if (entry && nowMs() < entry.untilMs) {
            if (await isGood(entry.token, tokens)) return entry.token;
            // The session has ended, or the key of the token has.
            entry.untilMs = 0;
          }
          return trades.get(key) ?? trade(key, secret);
        },
      };
    },
    /** The session may end now: what was traded until now is used no more. */
    forget(secret: string): void {
      const key = hashOf(secret);
      const entry = cache.get(key);
      if (entry) entry.untilMs = 0;
      trades.delete(key);
    },
  };
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** One that cannot be checked now is left to the services. */
const isGood = (token: string, { check }: Pick<TokenCheck, 'check'>): Promise<boolean> =>
  check(token).then(
    () => true,
    (error: unknown) => !(error instanceof Unauthenticated),
  );
