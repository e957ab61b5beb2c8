import type { ErrorCode, ErrorDetail, ErrorReason, RefusalParams } from '../generated/models.ts';

/** One thing that is wrong with a request: `path` names the field (`options.due`), the parameter, or `body`; `code` says what is wrong. */
export type Detail = ErrorDetail;

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

/** A call that failed. */
export class CallError extends PartnerOrderingError {
  /** Its `operationId`. */
  readonly operation: string;
  /** The number of times that the call was sent. */
  attempts = 1;
  /** An attempt got no answer, or one that leaves it open, so that what was asked for may have been done. */
  mayHaveTakenEffect: boolean;
  /** The key of a POST that takes one, also if the client made it: the same call with it does nothing twice. */
  idempotencyKey: string | undefined;

  constructor(operation: string, message: string, mayHaveTakenEffect: boolean, options?: ErrorOptions) {
    super(message, options);
    this.operation = operation;
    this.mayHaveTakenEffect = mayHaveTakenEffect;
  }
}

/** A request that got no answer. `cause` has what the platform says of it. */
export class ConnectionError extends CallError {
  override name = 'ConnectionError';

  constructor(operation: string, cause: unknown, reason: 'unsent' | 'timeout' | 'lost') {
    const sentences = { unsent: 'could not be sent', timeout: 'was not answered in time', lost: 'was not answered' };
    super(operation, `${operation} ${sentences[reason]}`, reason !== 'unsent', { cause });
  }
}

/** The parts of an answer that make an error, as of a `Response`. */
export interface ErrorAnswer extends Pick<Response, 'status' | 'statusText'> {
  headers: Pick<Headers, 'get'>;
}

/** The body of a refusal by the API, or of one by OAuth 2.0. */
interface RefusalBody {
  error?: { reason?: ErrorReason; message?: string; params?: RefusalParams; details?: Detail[] } | string | null;
  error_description?: string;
}

/** An answer that is no success, of any status that has no class of its own. */
export class ApiError extends CallError {
  override name = 'ApiError';
  readonly status: number;
  /** Why it failed, where the API says so: `quota_full` and `too_many_requests` are both 429. */
  readonly reason: ErrorReason | null;
  /** The least right that would do, for a 403 whose caller lacks one. */
  readonly needs: RefusalParams['needs'] | null;
  /** The faults, by field; empty for most errors but 400. */
  readonly details: Detail[];
  /** The identifier to quote when asking for support. */
  readonly requestId: string | null;
  /** When to come again, where the service says so. */
  readonly retryAfterMs: number | null;
  /** Code of OAuth 2.0, where the answer has one: `invalid_grant`, `slow_down`, `temporarily_unavailable` … */
  readonly error: string | null;

  constructor(operation: string, { status, statusText, headers }: ErrorAnswer, { error, error_description: description }: RefusalBody) {
    const code = typeof error === 'string' ? error : null;
    const { reason = null, message = description, params, details: rawDetails } = (typeof error === 'string' ? undefined : error) ?? {};
    const details = Array.isArray(rawDetails) ? rawDetails : []; // a proxy may answer in another form
    const text = [code, message].filter(Boolean).join(': ') || statusText;
    const detailTexts = details.map((detail) => `${detail.path} ${detail.message}`).join('; ');
    super(operation, `${operation}: ${status} ${text}${detailTexts && `: ${detailTexts}`}`, status >= 500 || status === 408);
    this.status = status;
    this.reason = reason;
    this.needs = params?.needs ?? null;
    this.details = details;
    this.requestId = headers.get('x-request-id');
    const seconds = headers.get('retry-after') ?? '';
    this.retryAfterMs = /^\d+$/.test(seconds) ? Number(seconds) * 1000 : null;
    this.error = code;
  }

  /** The first detail with a code, of a field if `path` is given; its `params` have the values of the message. */
  detail(code: ErrorCode, path?: string): Detail | undefined {
    return this.details.find((detail) => detail.code === code && (path === undefined || detail.path === path));
  }

  /** Whether a detail has a code, of a field if `path` is given. */
  has(code: ErrorCode, path?: string): boolean {
    return this.detail(code, path) !== undefined;
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

const classes: Readonly<Record<number, typeof ApiError>> = {
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

/** The error of an answer, in the class of its status. */
export function errorOf(operation: string, answer: ErrorAnswer, text: string): ApiError {
  const { status } = answer;
  const body = bodyIn(text);
  const isOfOAuth = status === 400 && typeof body.error === 'string';
  const Class = isOfOAuth ? AuthenticationError : (classes[status] ?? (status >= 500 ? ServerError : ApiError));
  return new Class(operation, answer, body);
}

/** Whatever stands between may have answered in words of its own. */
function bodyIn(text: string): RefusalBody {
  try {
    return Object(JSON.parse(text)) as RefusalBody;
  } catch {
    return {};
  }
}
