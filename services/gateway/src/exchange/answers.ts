import type { Unauthenticated } from '@partner-ordering/auth';
import { errorBody, oauthErrorBody } from '@partner-ordering/http';
import type { ErrorDetail } from '../../generated/models.ts';

/** A complete answer of the gateway itself. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | null;
}

/** JSON answer; `Content-Length` is added when it is written. */
export const jsonAnswer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  jsonTextAnswer(status, JSON.stringify(body), headers);

const jsonTextAnswer = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body,
});

/** The error body of the contract. */
export function errorAnswer(
  status: number,
  message: string,
  extra: { details?: readonly ErrorDetail[]; headers?: Readonly<Record<string, string>>; request_id?: string } = {},
): Answer {
  const { headers, ...fields } = extra;
  return jsonTextAnswer(status, errorBody(status, message, fields), headers);
}

/** 400 naming each bad field. */
export function invalidAnswer(...details: readonly ErrorDetail[]): Answer {
  return errorAnswer(400, 'Data missing or invalid', { details });
}

/** 401 of RFC 6750. */
export function authenticationAnswer({ error, description, challenge }: Unauthenticated): Answer {
  return jsonAnswer(401, oauthErrorBody(error, description), { 'www-authenticate': challenge, 'cache-control': 'no-store' });
}

export const notFoundAnswer = (): Answer => errorAnswer(404, 'Could not find this resource');

export const methodNotAllowedAnswer = (allow: string): Answer => errorAnswer(405, 'Method not allowed', { headers: { allow } });

export function tooManyRequestsAnswer(retryAfterMs: number): Answer {
  return errorAnswer(429, 'Too many requests', { headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) } });
}

/** Why a service gave no answer. Only after `broken` and `timeout` it may have received something. */
export type UpstreamFailure = 'unavailable' | 'overloaded' | 'malformed' | 'broken' | 'timeout';

export function upstreamFailureAnswer(failure: UpstreamFailure): Answer {
  if (failure === 'timeout') return errorAnswer(504, 'The service did not answer in time; the request may have been carried out');
  if (failure === 'broken') return errorAnswer(503, 'The service broke off; the request may have been carried out');
  if (failure === 'malformed') return invalidAnswer({ path: 'headers', message: 'A header of the request is not valid' });
  return errorAnswer(503, 'The service is unavailable', { headers: { 'retry-after': '1' } });
}
