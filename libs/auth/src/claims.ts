import type { JWTPayload } from 'jose';
import { invalidToken } from '@partner-ordering/kernel';

/** Whether an application acts for itself, for a person who allowed it (a code), or for one who gave it their password. */
const claimedGrants = ['authorization_code', 'client_credentials', 'password'] as const;
type ClaimedGrant = (typeof claimedGrants)[number];

/** `client_id` of the tokens that the console's browsers act with. No application has it: theirs are gids, or in our code. */
export const CONSOLE_CLIENT = 'console';
/** `client_id` of the public application with which people try requests in the reference; in identity's schema. */
export const DOCS_CLIENT = 'docs';

/** The claims of a verified access token (RFC 9068 claims plus `sid` and `gty`). */
export interface TokenClaims {
  /** Gid of the user the token acts as (`sub`). */
  readonly user: string;
  /** Client id of the application (`client_id`). */
  readonly client: string;
  /** Grant that started the session (`gty`); a refreshed token keeps it. The console's is `password`. */
  readonly grant: ClaimedGrant;
  readonly scopes: ReadonlySet<string>;
  /** Session id (`sid`); revocation is by session. */
  readonly session: string;
  /** End of life in milliseconds since the epoch (`exp`). */
  readonly expiresAtMs: number;
}

/** Reads our claims out of a payload whose signature, issuer, audience and expiry are already checked. */
export function claimsOf(payload: JWTPayload): TokenClaims {
  const { sub, exp, client_id: client, sid: session, gty: grant, scope } = payload;
  const complete = isText(sub) && isText(client) && isText(session) && isText(scope) && typeof exp === 'number' && isClaimedGrant(grant);
  if (!complete) throw invalidToken('The access token lacks a claim');
  return { user: sub, client, grant, scopes: new Set(scope.split(' ')), session, expiresAtMs: exp * 1000 };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0;
}

function isClaimedGrant(value: unknown): value is ClaimedGrant {
  return (claimedGrants as readonly unknown[]).includes(value);
}
