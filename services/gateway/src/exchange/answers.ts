import { type Unauthenticated, invalid, type Detail } from '@partner-ordering/kernel';
import {
  contractAnswer,
  gatewayErrors,
  publicError,
  unauthenticatedAnswer,
  type ErrorAnswer,
  type PublicError,
} from '@partner-ordering/http';

/** A complete answer of the gateway itself; header names are in lower case. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | null;
}

/** JSON answer; `Content-Length` is added when it is written. */
export const jsonAnswer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** An error as the contract answers it; libs/http has the table of them. */
export const errorAnswer = (error: PublicError): Answer => answerOf(contractAnswer(error));

/** 400 naming each bad field. */
export const invalidAnswer = (...details: Detail[]): Answer => errorAnswer(publicError(invalid(...details)));

/** 401, not to be stored. */
export function authenticationAnswer(error: Unauthenticated): Answer {
  const { status, headers, body } = unauthenticatedAnswer(error);
  return answerOf({ status, headers: { ...headers, 'Cache-Control': 'no-store' }, body });
}

function answerOf({ status, headers, body }: ErrorAnswer): Answer {
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return jsonAnswer(status, body, Object.fromEntries(lowerCase));
}

/** Why a service gave no answer. Only after `broken` and `timeout` it may have received something. */
export type UpstreamFailure = 'unavailable' | 'overloaded' | 'malformed' | 'broken' | 'timeout';

export function upstreamFailureAnswer(failure: UpstreamFailure): Answer {
  if (failure === 'malformed') return invalidAnswer({ path: 'headers', message: 'A header of the request is not valid' });
  if (failure === 'timeout' || failure === 'broken') return errorAnswer(gatewayErrors[failure]);
  return errorAnswer(gatewayErrors.unreachable);
}
