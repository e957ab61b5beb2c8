import OAuth2Server from '@node-oauth/oauth2-server';

/** Error codes of RFC 6749 (section 5.2), RFC 7009, and RFC 8628 (`slow_down`). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'slow_down'
  | 'server_error'
  | 'temporarily_unavailable';

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

/** Tokens must not be kept by anything in between (RFC 6749, section 5.1). */
export const noStore: Readonly<Record<string, string>> = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** 200 with the headers that every answer of `/oauth2/` has. */
export function granted(body?: Record<string, unknown>): OAuthReply {
  return { status: 200, ...(body === undefined ? {} : { body }), headers: { ...noStore } };
}

/**
 * The RFC 6749 form of an error of any `/oauth2/` request, also of one that never reached its handler.
 * `error` and `error_description` keep to the characters that section 5.2 allows.
 */
export function oauthError(
  status: number,
  code: OAuthErrorCode,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): OAuthReply {
  const plain = description.replaceAll('"', "'").replaceAll(/[^\x20-\x5B\x5D-\x7E]/g, '?');
  return { status, body: { error: code, error_description: plain }, headers: { ...noStore, ...headers } };
}

/** Answers a refusal; anything else is a fault and is thrown again, without the library's wrapping. */
export function refusalReply(error: unknown): OAuthReply {
  if (error instanceof Refusal) return oauthError(error.code, error.name as OAuthErrorCode, error.message, error.headers);
  if (error instanceof OAuth2Server.ServerError) throw (error as { inner?: unknown }).inner ?? error;
  if (error instanceof OAuth2Server.OAuthError) return oauthError(400, error.name as OAuthErrorCode, error.message);
  throw error;
}
