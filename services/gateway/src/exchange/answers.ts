import { pipeline, Readable } from 'node:stream';
import { type Unauthenticated, invalid, type Detail } from '@partner-ordering/kernel';
import {
  asksForStream,
  asOAuthError,
  contractAnswer,
  gatewayErrors,
  oauthAnswer,
  errorContent,
  unauthenticatedAnswer,
  type ErrorAnswer,
  type ErrorContent,
} from '@partner-ordering/http';
import { faults } from '../faults.ts';
import { chooseEncoding, compress, encodedHeaders, mayBeCompressed } from './compression.ts';
import type { Exchange } from './exchange.ts';
import { commonHeaders, isPrivacyHeader, type AnswerPolicy } from './headers.ts';

/** A complete answer of the gateway itself; header names are in lower case. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | null;
}

/** An answer whose body is made while it is sent. */
export interface StreamedAnswer extends Omit<Answer, 'body'> {
  body: Readable;
}

/** JSON answer; `Content-Length` is added when it is written. */
export const jsonAnswer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});

/** An error as the contract answers it; libs/http has the table of them. */
export const errorAnswer = (error: ErrorContent): Answer => answerOf(contractAnswer(error));

/** An error in answer to a request, by its path: those of the OAuth endpoints, or of what stands beside them, have RFC 6749's shape. */
export const errorAnswerAt = ({ path }: { path: string }, error: ErrorContent): Answer =>
  /^\/oauth2(?:\/|$)/.test(path) ? answerOf(oauthAnswer(asOAuthError(error))) : errorAnswer(error);

/** The same answer, which closes the connection. */
export const closingConnection = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers, connection: 'close' } });

/** 400 naming each bad field. */
export const invalidAnswer = (...details: Detail[]): Answer => errorAnswer(invalidError(...details));

export const invalidError = (...details: Detail[]): ErrorContent => errorContent(invalid(...details));

/** 401 to a request whose caller is not known. */
export const authenticationAnswer = (error: Unauthenticated): Answer => answerOf(unauthenticatedAnswer(error));

/** Makes a waiting client ask again. Streams get an empty 200: an EventSource reconnects only after that (HTML standard, 9.2.3). */
export const askAgain = ({ request }: Pick<Exchange, 'request'>): Answer | ErrorContent =>
  asksForStream(request.headers) ? emptyStream : gatewayErrors.unreachable;

const emptyStream: Answer = {
  status: 200,
  headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', vary: 'Accept, Authorization' },
  body: 'retry: 1000\n\n',
};

function answerOf({ status, headers, body }: ErrorAnswer): Answer {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return jsonAnswer(status, body, Object.fromEntries(entries));
}

/** Why a service gave no answer. Only after `broken` and `timeout` it may have carried something out. */
export type UpstreamFailure = 'unavailable' | 'overloaded' | 'malformed' | 'broken' | 'timeout';

/** The error that a client gets for it. */
export function upstreamError(failure: UpstreamFailure): ErrorContent {
  if (failure === 'malformed') return invalidError(faults.invalid_header('headers'));
  if (failure === 'timeout' || failure === 'broken') return gatewayErrors[failure];
  return gatewayErrors.unreachable;
}

/** Writes one of the gateway's own answers, or its answer to an error. HEAD gets the head only. */
export function writeAnswer(exchange: Exchange, answer: Answer | StreamedAnswer | ErrorContent, policy: AnswerPolicy): void {
  const { response } = exchange;
  if (response.headersSent || response.destroyed) return;
  const { status, headers: ownHeaders, body } = 'message' in answer ? errorAnswerAt(exchange, answer) : answer;
  const headers = commonHeaders(exchange, policy, ownHeaders);
  for (const [name, value] of Object.entries(ownHeaders)) {
    if (!(exchange.queryToken && isPrivacyHeader(name))) headers.push(name, value);
  }
  if (body instanceof Readable) {
    response.writeHead(status, headers);
    // A fault in the middle ends the connection, which is all that is left to say.
    pipeline(body, response, () => undefined);
    return;
  }
  const isBodyless = status === 204 || status === 304;
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  if (!isBodyless) headers.push('content-length', String(bytes));
  if (!mayBeCompressed(exchange, status, ownHeaders)) return send(exchange, status, headers, isBodyless ? null : body);
  const encoding = chooseEncoding(exchange, status, bytes);
  const encoded = encodedHeaders(headers, encoding, exchange);
  if (encoding === null || exchange.method === 'HEAD') return send(exchange, status, encoded, isBodyless ? null : body);
  const sendCompressed = (compressed: Buffer): void =>
    send(exchange, status, [...encoded, 'content-length', String(compressed.length)], compressed);
  const compressed = compress(body!, encoding);
  if (compressed instanceof Promise) compressed.then(sendCompressed, () => response.destroy());
  else sendCompressed(compressed);
}

function send({ method, response }: Exchange, status: number, headers: string[], body: string | Buffer | null): void {
  if (response.destroyed) return;
  response.writeHead(status, headers);
  response.end(method === 'HEAD' ? undefined : (body ?? undefined));
}
