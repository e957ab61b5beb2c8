import OAuth2Server from '@node-oauth/oauth2-server';
import { neverStored, oauthAnswer, oauthErrors, type OAuthError } from '@partner-ordering/http';
import type { Grant } from '../domain/application.ts';

/** What an endpoint under `/oauth2/` answers. */
export interface OAuthReply {
  status: number;
  /** Absent means empty. */
  body?: object;
  headers: Readonly<Record<string, string>>;
}

/** A refusal in RFC 6749's form. The library lets it through, because it is one of its errors. */
export class Refusal extends OAuth2Server.OAuthError {
  readonly refusal: OAuthError;

  constructor(refusal: OAuthError) {
    super(refusal.description, { code: refusal.status });
    this.name = refusal.error;
    this.refusal = refusal;
  }
}

export const invalidRequest = (description: string): Refusal => new Refusal(oauthErrors.invalidRequest(description));
export const invalidGrant = (description: string): Refusal => new Refusal(oauthErrors.invalidGrant(description));
export const invalidClient = (description: string): Refusal => new Refusal(oauthErrors.invalidClient(description));
/** In the words of an unknown client. */
export const disabledClient = (): Refusal => invalidClient('The client is unknown or its secret is wrong');
export const slowDown = (waitMs: number): Refusal => new Refusal(oauthErrors.slowDown(waitMs));
export const tooManyAtOnce = (waitMs: number): Refusal => new Refusal(oauthErrors.tooManyAtOnce(waitMs));
export const unsupportedGrantType = (): Refusal => new Refusal(oauthErrors.unsupportedGrantType);

/** What is said when what a grant rests on is not accepted. */
export const refusedGrants: Readonly<Record<Grant, string>> = {
  client_credentials: 'The application cannot act on its own',
  password: 'The username or the password is wrong',
  refresh_token: 'The refresh token is not valid',
};

/** What is said instead of the library's own texts, by its error codes. */
const texts: Readonly<Record<string, string>> = {
  invalid_request: 'A parameter contains a character that is not allowed',
  invalid_scope: 'A scope is unknown or not allowed here',
  unauthorized_client: 'The application may not use this grant type',
};

/** 200 with the headers that every answer of `/oauth2/` has. */
export function granted(body?: Record<string, unknown>): OAuthReply {
  return { status: 200, ...(body === undefined ? {} : { body }), headers: neverStored };
}

/**
 * The answer to a refusal, with what was asked for if that is known. Anything else is a fault and is thrown again, without the library's
 * wrapper.
 */
export function refusalReply(error: unknown, grant?: Grant): OAuthReply {
  if (error instanceof Refusal) return oauthAnswer(error.refusal);
  if (error instanceof OAuth2Server.ServerError) throw (error as { inner?: unknown }).inner ?? error;
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  const text = error.name === 'invalid_grant' && grant ? refusedGrants[grant] : texts[error.name];
  return oauthAnswer({ status: 400, error: error.name, description: text ?? error.message });
}
