/** One thing that is wrong with a request: `path` names the field (`options.due`), the parameter, or `body`. */
export interface Detail {
  path: string;
  message: string;
}

/** Whatever the client throws, but for the reason of an `AbortSignal` that a call was given. */
export class PartnerOrderingError extends Error {
  override name = 'PartnerOrderingError';
}

/** The client was set up or called in a way that cannot work. */
export class UsageError extends PartnerOrderingError {
  override name = 'UsageError';
}

/** There is no token and no way to get one by itself: somebody has to sign in. */
export class SignInRequiredError extends PartnerOrderingError {
  override name = 'SignInRequiredError';
}

/** What is known of a call that failed. */
interface Call {
  /** Its `operationId`. */
  operation: string;
  /** How often it was sent. */
  attempts: number;
  /** An attempt got no answer, or one that leaves it open, so that what was asked for may have been done. */
  mayHaveTakenEffect: boolean;
  /** Of a POST that takes one, also where the client made it: the same call with it does nothing twice. */
  idempotencyKey: string | undefined;
}

/** A request that got no answer. `cause` has what the platform says of it. */
export class ConnectionError extends PartnerOrderingError implements Call {
  override name = 'ConnectionError';
  readonly operation: string;
  attempts = 1;
  mayHaveTakenEffect: boolean;
  idempotencyKey: string | undefined;

  constructor(operation: string, cause: unknown, reason: 'unsent' | 'timeout' | 'lost') {
    const words = { unsent: 'could not be sent', timeout: 'was not answered in time', lost: 'was not answered' };
    super(`${operation} ${words[reason]}`, { cause });
    this.operation = operation;
    this.mayHaveTakenEffect = reason !== 'unsent';
  }
}

/** What an answer that is no success says. */
export interface Refusal {
  operation: string;
  status: number;
  message: string;
  details: Detail[];
  requestId: string | null;
  retryAfterMs: number | null;
  /** Error code of OAuth 2.0, where the answer has one. */
  error: string | null;
}

/** An answer that is no success, of any status that has no class of its own. */
export class ApiError extends PartnerOrderingError implements Call {
  override name = 'ApiError';
  readonly operation: string;
  readonly status: number;
  /** What is wrong, by field; empty for most errors but 400. */
  readonly details: Detail[];
  /** What to quote when asking for support. */
  readonly requestId: string | null;
  /** When to come again, where the service says so. */
  readonly retryAfterMs: number | null;
  /** Code of OAuth 2.0, where the answer has one: `invalid_grant`, `slow_down`, `temporarily_unavailable` … */
  readonly error: string | null;
  attempts = 1;
  mayHaveTakenEffect: boolean;
  idempotencyKey: string | undefined;

  constructor({ operation, status, message, details, requestId, retryAfterMs, error }: Refusal) {
    const named = details.map((detail) => `${detail.path} ${detail.message}`).join('; ');
    super(`${operation}: ${status} ${message}${named === '' ? '' : `: ${named}`}`);
    this.operation = operation;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.error = error;
    this.mayHaveTakenEffect = status >= 500 || status === 408;
  }
}

/** 400: `details` name what is wrong. */
export class InvalidRequestError extends ApiError {
  override name = 'InvalidRequestError';
}

/** 401, and 400 of the endpoints of OAuth 2.0: who calls is not who they have to be. `error` says more. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: it is visible, but may not be done. */
export class ForbiddenError extends ApiError {
  override name = 'ForbiddenError';
}

/** 404: it does not exist, or may not be seen. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409: a request with the same idempotency key is still running. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 410: it was there, and is no longer kept. */
export class GoneError extends ApiError {
  override name = 'GoneError';
}

/** 412: `ifMatch` named another version. */
export class PreconditionFailedError extends ApiError {
  override name = 'PreconditionFailedError';
}

/** 413: the body or the file is too large. */
export class TooLargeError extends ApiError {
  override name = 'TooLargeError';
}

/** 429: `retryAfterMs` says when to come again. */
export class TooManyRequestsError extends ApiError {
  override name = 'TooManyRequestsError';
}

/** 5xx: the service's fault. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

const classes: Readonly<Record<number, new (refusal: Refusal) => ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  412: PreconditionFailedError,
  413: TooLargeError,
  429: TooManyRequestsError,
};

/** The error of a refusal, in the class of its status; an outage is none of who calls, whatever code it bears. */
export function errorOf(refusal: Refusal): ApiError {
  const { status, error } = refusal;
  if (status === 400 && error !== null) return new AuthenticationError(refusal);
  const Class = classes[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class(refusal);
}
