import OAuth2Server from '@node-oauth/oauth2-server';
import { neverStored, oauthErrorBody } from '@partner-ordering/http';

/** Error codes of RFC 6749 (section 5.2), RFC 7009, and RFC 8628 (`slow_down`). */
type OAuthErrorCode =
  'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unauthorized_client' | 'unsupported_grant_type' | 'slow_down';

/** What an endpoint under `/oauth2/` answers. */
export interface OAuthReply {
  status: number;
  /** Absent = empty. */
  body?: Record<string, unknown>;
  headers: Record<string, string>;
}

/** A refusal in RFC 6749's form. The library passes it through, because it is one of its errors. */
export class Refusal extends OAuth2Server.OAuthError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: OAuthErrorCode, description: string, headers: Record<string, string> = {}) {
    super(description, { code: status });
    this.name = code;
    this.headers = headers;
  }
}

export const invalidRequest = (description: string): Refusal => new Refusal(400, 'invalid_request', description);
export const invalidGrant = (description: string): Refusal => new Refusal(400, 'invalid_grant', description);

/** 401, with the only way in which clients authenticate here. */
export const invalidClient = (description: string): Refusal =>
  new Refusal(401, 'invalid_client', description, { 'WWW-Authenticate': 'Basic realm="oauth2", charset="UTF-8"' });

/** 429: too many wrong passwords for this account; `waitMs` until the next try counts. */
export const slowDown = (waitMs: number): Refusal =>
  new Refusal(429, 'slow_down', 'Too many failed attempts for this account; try again later', {
    'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))),
  });

/** 200 with the headers that every answer of `/oauth2/` has. */
export function granted(body?: Record<string, unknown>): OAuthReply {
  return { status: 200, ...(body === undefined ? {} : { body }), headers: { ...neverStored } };
}

/** Answers a refusal; anything else is a fault and is thrown again, without the library's wrapping. */
export function refusalReply(error: unknown): OAuthReply {
  if (error instanceof Refusal) return refused(error.code, error, error.headers);
  if (error instanceof OAuth2Server.ServerError) throw (error as { inner?: unknown }).inner ?? error;
  if (error instanceof OAuth2Server.OAuthError) return refused(400, error);
  throw error;
}

function refused(status: number, { name, message }: Error, headers: Readonly<Record<string, string>> = {}): OAuthReply {
  return { status, body: oauthErrorBody(name, message), headers: { ...neverStored, ...headers } };
}
