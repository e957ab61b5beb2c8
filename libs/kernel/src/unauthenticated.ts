import { Refusal } from './refusals.ts';

/** 401, with the body `{error, error_description}` and the header `WWW-Authenticate: <challenge>` (RFC 6750, section 3). */
export class Unauthenticated extends Refusal {
  readonly error: 'invalid_grant' | 'access_denied';
  readonly description: string;
  /** Value of the `WWW-Authenticate` header. */
  readonly challenge: string;

  constructor(error: 'invalid_grant' | 'access_denied', description: string, challenge: string) {
    super(description);
    this.name = 'Unauthenticated';
    this.error = error;
    this.description = description;
    this.challenge = challenge;
  }
}

/** The token is malformed, expired, revoked, of another issuer, or of a user who may not sign in. */
export function invalidToken(description: string): Unauthenticated {
  return new Unauthenticated('invalid_grant', description, 'Bearer error="invalid_token"');
}

/** There is no token; RFC 6750 then asks for a challenge without an error code. */
export function missingToken(description = 'An access token is required'): Unauthenticated {
  return new Unauthenticated('access_denied', description, 'Bearer');
}
