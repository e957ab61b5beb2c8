import type { Unauthenticated, Detail, DomainRefusal, DomainRefusalKind, Right } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';
import { reasonOf, type ErrorReason } from './error-reasons.ts';

/** An error as clients see it. */
export interface ErrorContent {
  readonly status: number;
  readonly message: string;
  /** That of the status by default. */
  readonly reason?: ErrorReason | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The bad fields of a 400, or other help for the client. */
  readonly details?: readonly Detail[] | undefined;
  /** The least right that would do. */
  readonly needs?: Right | undefined;
  /** For support; defects only. */
  readonly requestId?: string;
}

/** An error of the OAuth endpoints; `error` is a code of RFC 6749 (section 5.2), RFC 7009 or RFC 8628 (`slow_down`). */
export interface OAuthError {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A complete error answer. The sender writes the body as JSON and adds `Content-Type`. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** `Retry-After` counts whole seconds, and 0 would mean "at once". */
const retryAfter = (waitMs: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) });

/** The protocol's own errors, of the services and of the gateway. */
export const protocolErrors = {
  notHttp: { status: 400, message: 'The request is not valid HTTP' },
  notFound: { status: 404, message: 'Could not find this resource' },
  methodNotAllowed: (allow: string) => ({ status: 405, message: 'This method is not allowed here', headers: { Allow: allow } }),
  onlyJson: { status: 406, message: 'Not acceptable, choose application/json' },
  notAcceptable: (offered: readonly string[]) => ({
    status: 406,
    message: `Not acceptable, choose one of ${offered.join(', ')}`,
    headers: { Vary: 'Accept' },
  }),
  requestTimeout: { status: 408, message: 'The request took too long to arrive' },
  bodyTooLarge: { status: 413, message: 'The body is too large' },
  batchTooLarge: (maxBytes: number) => ({ status: 413, message: `A batch may have at most ${maxBytes} bytes` }),
  /** Answers a reading action of a batch. */
  resultTooLarge: { status: 413, message: 'The answer is too large for a batch, fetch this one by itself' },
  /** Answers any action of a batch. */
  batchIsFull: { status: 413, message: 'Not carried out: the answers before it have left no place in this batch' },
  /** Answers any action of a batch. */
  batchIsLate: { status: 503, message: 'Not carried out: the batch has taken too long' },
  urlTooLong: { status: 414, message: 'The URL is too long' },
  bodyNotJson: { status: 415, message: 'The body must be application/json' },
  /** RFC 9110, section 15.5.16. */
  unsupportedEncoding: { status: 415, message: 'The content encoding is not supported', headers: { 'Accept-Encoding': 'identity' } },
  tooManyRequests: (waitMs: number) => ({ status: 429, message: 'Too many requests', headers: retryAfter(waitMs) }),
  headTooLarge: { status: 431, message: 'The head of the request is too large' },
  internal: (requestId: string) => ({ status: 500, message: 'Something went wrong on our side', requestId }),
  notText: { status: 406, message: 'Not acceptable: a batch answers text only, fetch this one by itself' },
  unavailable: { status: 503, message: 'The service is unavailable' },
  restoring: {
    status: 503,
    reason: 'restoring',
    message: 'Only reads are answered while a restored database is checked',
    headers: retryAfter(60_000),
  },
  notReady: (why: string) => ({ status: 503, message: `Not ready: ${why}` }),
} as const;

/** The gateway's errors, partly in other words than the services': clients know both. */
export const gatewayErrors = {
  /** For a path without operations. `field` is the detail's path, `docsUrl` the address of the documentation. */
  unknownPath: (field: string, docsUrl: string) => ({
    ...protocolErrors.notFound,
    details: [faults.unknown_path(field, { url: docsUrl })],
  }),
  methodNotAllowed: (allow: string) => ({ status: 405, message: 'Method not allowed', headers: { Allow: allow } }),
  internal: (requestId: string) => ({ status: 500, message: 'Internal server error', requestId }),
  /** Nothing was carried out. */
  unreachable: { ...protocolErrors.unavailable, headers: retryAfter(0) },
  /** Answers requests to the console, whose API acts with the cookie of a browser. */
  foreignOrigin: { status: 403, message: 'Only pages of this address may send this: `Origin` must name it' },
  notOfConsole: { status: 403, message: 'The console sends `X-Console: 1` with each request; programs use /v1 with an access token' },
  tooManyBatches: { status: 503, message: 'Too many batches are running', headers: retryAfter(1000) },
  broken: { status: 503, message: 'The service broke off; the request may have been carried out' },
  timeout: { status: 504, message: 'The service did not answer in time; the request may have been carried out' },
} as const;

const slowDown = (description: string, waitMs: number) => ({ status: 429, error: 'slow_down', description, headers: retryAfter(waitMs) });

/** The errors of the OAuth endpoints that say more than a code. */
export const oauthErrors = {
  invalidRequest: (description: string) => ({ status: 400, error: 'invalid_request', description }),
  invalidGrant: (description: string) => ({ status: 400, error: 'invalid_grant', description }),
  unsupportedGrantType: { status: 400, error: 'unsupported_grant_type', description: 'The grant type is not supported' },
  invalidClient: (description: string) => ({
    status: 401,
    error: 'invalid_client',
    description,
    headers: { 'WWW-Authenticate': 'Basic realm="oauth2", charset="UTF-8"' },
  }),
  /** Too many wrong passwords, for this account or from this address; `waitMs` until the next try counts. */
  slowDown: (waitMs: number) => slowDown('Too many failed attempts; try again later', waitMs),
  /** The password queue is full. */
  tooManyAtOnce: (waitMs: number) => slowDown('Too many sign-ins at once; try again later', waitMs),
} as const;

const statuses: Record<DomainRefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  gone: 410,
  preconditionFailed: 412,
  unavailable: 503,
};

/** A refusal of the domain, with its status. */
export const errorContent = ({ kind, message, headers, details, needs }: DomainRefusal): ErrorContent => ({
  status: statuses[kind],
  message,
  headers,
  details,
  needs,
});

/** Without it caches may store a 404, 405 or 414 (RFC 9110, section 15.1). */
const notStored = { 'Cache-Control': 'no-store' };

/** `Link` to what the portal says about an error (RFC 8631). */
const explainedAt = (paragraph: string) => ({ Link: `</docs/${paragraph}>; rel="service-doc"` });

/** For 401 and the errors of OAuth, which have no reason. */
const explainedBySigningIn = explainedAt('signing-in#when-it-fails');

/** Characters of a `path` in `details`. */
export const MAX_DETAIL_PATH = 1024;

/** Characters of any other text in `details`. */
const MAX_DETAIL_TEXT = 2048;

/** The contract's error answer: `{error: {code, reason, message, params?, details?, request_id?}}`, never stored. */
export function contractAnswer(error: ErrorContent): ErrorAnswer {
  const { status, message, headers = {}, details, needs, requestId, reason = reasonOf(status) } = error;
  return {
    status,
    headers: { ...notStored, ...explainedAt(`errors#${reason}`), ...headers },
    body: { error: { code: status, reason, message, params: needs && { needs }, details: details?.map(shortened), request_id: requestId } },
  };
}

const shortened = ({ path, code, message, params }: Detail): object => ({
  path: path.slice(0, MAX_DETAIL_PATH),
  code,
  message: message.slice(0, MAX_DETAIL_TEXT),
  ...(params && { params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shortenedValue(value)])) }),
});

const shortenedValue = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, MAX_DETAIL_TEXT) : value);

/** 401 (RFC 6750, section 3): `{error, error_description}` and `WWW-Authenticate`, never stored. */
export const unauthenticatedAnswer = ({ error, description, challenge }: Unauthenticated): ErrorAnswer => ({
  status: 401,
  headers: { ...notStored, ...explainedBySigningIn, 'WWW-Authenticate': challenge },
  body: oauthErrorBody(error, description),
});

/** For answers with tokens and their refusals (RFC 6749, section 5.1). */
export const noStoreHeaders: Readonly<Record<string, string>> = { ...notStored, Pragma: 'no-cache' };

/** The error answer of the OAuth endpoints (RFC 6749, section 5.2): `{error, error_description}`, never stored. */
export const oauthAnswer = ({ status, error, description, headers = {} }: OAuthError): ErrorAnswer => ({
  status,
  headers: { ...noStoreHeaders, ...explainedBySigningIn, ...headers },
  body: oauthErrorBody(error, description),
});

/** An error that is not OAuth's own, in the form that the OAuth endpoints need. */
export function asOAuthError({ status, message, headers = {}, details }: ErrorContent): OAuthError {
  const named = details?.map((detail) => `${detail.path}: ${detail.message}`) ?? [];
  const description = (status === 400 && named.length > 0 ? named : [message, ...named]).join('; ');
  return { status, error: oauthCode(status), description, headers };
}

function oauthCode(status: number): string {
  if (status < 500) return 'invalid_request';
  return status === 503 ? 'temporarily_unavailable' : 'server_error';
}

/** RFC 6749 allows only some characters in a description. */
const oauthErrorBody = (error: string, description: string) => ({
  error,
  error_description: description.replaceAll('"', "'").replaceAll(/[^\x20-\x5B\x5D-\x7E]/g, '?'),
});
