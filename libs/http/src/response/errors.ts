import { type Detail, Failure, type FailureKind, invalid, unavailable } from '@partner-ordering/kernel';
import { isConnectionError } from '@partner-ordering/data';
import { Unauthenticated } from '@partner-ordering/auth';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { neverStored, oauthErrorBody } from './oauth-error.ts';
import { requestFailure } from './request-failure.ts';

/** An error of the protocol itself: method, media type, size. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, publicMessage: string, headers: Record<string, string> = {}) {
    super(publicMessage);
    this.status = status;
    this.headers = headers;
  }
}

/** The one table from kinds of failure to statuses. */
const statuses: Record<FailureKind, number> = {
  invalid: 400,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  preconditionFailed: 412,
  unavailable: 503,
};

/**
 * What a broken database constraint means, by the constraint's name: to the client who broke it, or, where chance did (a random
 * code that exists already), that the transaction runs `again`.
 */
export type ConstraintDetails = Readonly<Record<string, Detail | 'again'>>;

/** Error body of the contract: `{error: {code, message, details?, request_id?}}`. */
export function errorBody(
  code: number,
  message: string,
  extra: { details?: readonly Detail[] | undefined; request_id?: string } = {},
): string {
  const details = extra.details?.map(({ path, message: reason }) => ({ path: path.slice(0, 1024), message: reason.slice(0, 2048) }));
  return JSON.stringify({ error: { code, message, ...extra, ...(details ? { details } : {}) } });
}

/** The one place where an error becomes an answer. Faults say nothing of the inside, only the request id. */
export function errorHandler(log: Logger, constraints: ConstraintDetails): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (response.headersSent) return next(thrown);
    const error = recognize(thrown, constraints);
    if (error instanceof Unauthenticated) return sendUnauthenticated(error, response);
    if (error instanceof Failure) return send(request, response, statuses[error.kind], error.message, error);
    if (error instanceof HttpError) return send(request, response, error.status, error.message, error);
    log.error({ err: thrown, requestId: request.id, method: request.method, path: request.path }, 'A request failed');
    send(request, response, 500, 'Something went wrong on our side', { request_id: request.id });
  };
}

function recognize(thrown: unknown, constraints: ConstraintDetails): unknown {
  if (thrown instanceof Failure || thrown instanceof HttpError || thrown instanceof Unauthenticated) return thrown;
  const broken = constraintOf(thrown);
  const detail = broken === undefined ? undefined : constraints[broken];
  if (detail !== undefined && detail !== 'again')
    return new Failure('invalid', 'Data missing or invalid', { details: [detail], cause: thrown });
  if (isConnectionError(thrown)) return unavailable(thrown);
  return requestFailure(thrown) ?? protocolError(thrown) ?? thrown;
}

/** Name of the constraint that PostgreSQL found broken, through MikroORM's wrapping. */
export function constraintOf(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  }
  return undefined;
}

/** Errors of Express and its parsers carry a status; of these only the client's own mistakes are passed on. */
function protocolError(thrown: unknown): HttpError | Failure | undefined {
  const { status, type } = (thrown ?? {}) as { status?: unknown; type?: unknown };
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  if (status === 413) return new HttpError(413, 'The body is too large');
  if (status === 415)
    return new HttpError(415, type === 'charset.unsupported' ? 'The charset is not supported' : 'The content type is not supported');
  if (status === 404) return new HttpError(404, 'Could not find this resource');
  return invalid({ path: 'request', message: 'cannot be read' });
}

interface ErrorParts {
  details?: Detail[] | undefined;
  headers?: Readonly<Record<string, string>>;
  request_id?: string;
}

function send(
  request: Request,
  response: Response,
  status: number,
  message: string,
  { details, headers = {}, request_id }: ErrorParts,
): void {
  // RFC 6749 gives the token endpoints an error body of their own.
  const isOAuth = request.path.startsWith('/oauth2/');
  const body = isOAuth
    ? JSON.stringify(oauthErrorBody(oauthCode(status), oauthDescription(message, details)))
    : errorBody(status, message, { ...(details ? { details } : {}), ...(request_id === undefined ? {} : { request_id }) });
  response.status(status).set(headers);
  if (isOAuth) response.set(neverStored);
  response.type('json').send(body);
}

const oauthCode = (status: number): string => {
  if (status < 500) return 'invalid_request';
  return status === 503 ? 'temporarily_unavailable' : 'server_error';
};

const oauthDescription = (message: string, details: Detail[] | undefined): string =>
  details === undefined ? message : details.map(({ path, message: reason }) => `${path}: ${reason}`).join('; ');

function sendUnauthenticated({ error, description, challenge }: Unauthenticated, response: Response): void {
  response
    .status(401)
    .set('WWW-Authenticate', challenge)
    .type('json')
    .send(JSON.stringify(oauthErrorBody(error, description)));
}
