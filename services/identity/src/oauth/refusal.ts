import OAuth2Server from '@node-oauth/oauth2-server';
import { oauthErrors, type OAuthError } from '@partner-ordering/http';
import type { Grant } from '../domain/application.ts';

/** A refusal in RFC 6749's form. The library lets it through, because it is one of its errors. */
export class OAuthRefusal extends OAuth2Server.OAuthError {
  readonly refusal: OAuthError;

  constructor(refusal: OAuthError) {
    super(refusal.description, { code: refusal.status });
    this.name = refusal.error;
    this.refusal = refusal;
  }
}

export const invalidRequest = (description: string): OAuthRefusal => new OAuthRefusal(oauthErrors.invalidRequest(description));
export const invalidGrant = (description: string): OAuthRefusal => new OAuthRefusal(oauthErrors.invalidGrant(description));
const invalidClient = (description: string): OAuthRefusal => new OAuthRefusal(oauthErrors.invalidClient(description));
export const withoutSecret = (): OAuthRefusal =>
  invalidClient('The client must authenticate with its secret, by HTTP Basic or as client_secret');
/** For a request that names no client. */
export const unnamedClient = (): OAuthRefusal =>
  invalidClient('The client must authenticate with HTTP Basic, or name itself with client_id and, unless it is public, client_secret');
/** Has the same text as an unknown client's refusal. */
export const disabledClient = (): OAuthRefusal => invalidClient('The client is unknown or its secret is wrong');
export const slowDown = (waitMs: number): OAuthRefusal => new OAuthRefusal(oauthErrors.slowDown(waitMs));
export const tooManyAtOnce = (waitMs: number): OAuthRefusal => new OAuthRefusal(oauthErrors.tooManyAtOnce(waitMs));
export const unsupportedGrantType = (): OAuthRefusal => new OAuthRefusal(oauthErrors.unsupportedGrantType);

/** A refusal for the application at its redirect URI (RFC 6749, section 4.1.2.1). */
export const authorizationRefusal = (
  error: 'access_denied' | 'consent_required' | 'invalid_scope' | 'login_required' | 'unsupported_response_type',
  description: string,
): OAuthRefusal => new OAuthRefusal({ status: 400, error, description });

/** The description of `invalid_grant`. */
export const refusedGrants: Readonly<Record<Grant, string>> = {
  authorization_code: 'The code, redirect_uri or code_verifier is not valid',
  client_credentials: 'The application cannot act on its own',
  password: 'The username or the password is wrong',
  refresh_token: 'The refresh token is not valid',
};
