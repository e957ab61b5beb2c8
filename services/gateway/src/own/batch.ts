import type { IncomingHttpHeaders } from 'node:http';
import type { BatchResult } from '../../generated/models.ts';
import { faultTexts, gatewayErrors, protocolErrors } from '@partner-ordering/http';
import { errorAnswer, invalidAnswer, jsonAnswer, upstreamError } from '../exchange/answers.ts';
import type { Answer } from '../exchange/answers.ts';
import { readWhole } from '../exchange/body.ts';
import { MAX_BATCH_BYTES, parseActions } from './batch-actions.ts';
import type { Action } from './batch-actions.ts';
import { MAX_URL_LENGTH } from '../config.ts';
import { withoutLastSlash, type Exchange } from '../exchange/exchange.ts';
import { addIdentity, answerHeaders } from '../exchange/headers.ts';
import { refuseParameters, type OwnOperations } from './own-operations.ts';
import type { Router } from '../request/routing.ts';
import type { Upstream, UpstreamRequest } from '../upstream/upstream.ts';

export interface BatchOptions {
  router: Router;
  upstreams: ReadonlyMap<string, Upstream>;
  operations: OwnOperations;
  /** Null when the request has a valid token in its header. */
  refuse: (exchange: Exchange) => Promise<Answer | null>;
  /** See `HandlerOptions`. */
  refuseOnMe: (exchange: Pick<Exchange, 'path' | 'method' | 'query' | 'request'>, error: Answer) => Answer | Promise<Answer>;
  /** Counts the actions as requests of the caller. Returns the milliseconds to wait, 0 when there were not too many. */
  admit: (exchange: Exchange, actions: number) => number;
}

const MAX_RESULT_BYTES = 5 * 1024 * 1024;

/** `POST /v1/batch`: carries out the actions in order, each as if it came alone. A failed one does not stop the rest. */
export function runBatch(options: BatchOptions): (exchange: Exchange) => Promise<Answer> {
  return async (exchange) => {
    const refused = (await options.refuse(exchange)) ?? refuseParameters(exchange.query) ?? refuseContentType(exchange.request.headers);
    if (refused) return refused;
    const body = await readWhole(exchange.request, MAX_BATCH_BYTES);
    if (body === null) return errorAnswer(protocolErrors.batchTooLarge(MAX_BATCH_BYTES));
    const actions = parseActions(body);
    if ('status' in actions) return actions;
    const key = exchange.request.headers['idempotency-key'];
    if (typeof key === 'string' && key.length > 250)
      return invalidAnswer({ path: 'Idempotency-Key', message: 'must have at most 250 characters for a batch' });
    const waitMs = options.admit(exchange, actions.length);
    if (waitMs > 0) return errorAnswer(protocolErrors.tooManyRequests(waitMs));
    const results: BatchResult[] = [];
    for (const [index, action] of actions.entries()) {
      if (exchange.response.destroyed) break;
      results.push(await perform(action, index, exchange, options));
    }
    return jsonAnswer(200, results);
  };
}

function refuseContentType(headers: IncomingHttpHeaders): Answer | null {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  return type === 'application/json' && isPlain ? null : errorAnswer(protocolErrors.bodyNotJson);
}

async function perform(action: Action, index: number, exchange: Exchange, options: BatchOptions): Promise<BatchResult> {
  const target = targetOf(action.relativeUrl);
  if (typeof target !== 'string') return resultOf(target);
  const [path = '', ...rest] = target.split('?');
  const match = options.router.match(action.method, path);
  if (match.kind === 'malformed') return resultOf(badUrl(faultTexts.notEncoded));
  if (match.kind !== 'route') {
    const error = match.kind === 'unknown' ? protocolErrors.notFound : gatewayErrors.methodNotAllowed(match.allow);
    return resultOf(await options.refuseOnMe({ path, method: action.method, query: '', request: exchange.request }, errorAnswer(error)));
  }
  const { service, operationId } = match.route;
  if (operationId === 'runBatch') return resultOf(badUrl('must not be a batch itself'));
  const upstream = options.upstreams.get(service);
  if (upstream) return callService(upstream, actionRequest(action, index, target, exchange));
  const operation = options.operations[operationId as keyof OwnOperations];
  const headers = { authorization: exchange.request.headers.authorization };
  const answer = await operation({ headers, query: rest.join('?') });
  return resultOf(action.method === 'HEAD' ? { ...answer, body: null } : answer);
}

/** Path and query below `/v1`, or a refusal if the URL is not relative. */
function targetOf(relativeUrl: string): string | Answer {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|[\\/]\\)/i.test(relativeUrl)) return badUrl('must be relative');
  if (!/^[!-~]*$/.test(relativeUrl) || relativeUrl.includes('#')) return badUrl('must be percent-encoded and without a fragment');
  if (relativeUrl.length > MAX_URL_LENGTH) return errorAnswer(protocolErrors.urlTooLong);
  const target = withoutLastSlash(relativeUrl.startsWith('/') ? relativeUrl : `/${relativeUrl}`);
  return /^\/v1(?:[/?]|$)/.test(target) ? target : `/v1${target}`;
}

const badUrl = (message: string): Answer => invalidAnswer({ path: 'relative_url', message });

function actionRequest(action: Action, index: number, target: string, exchange: Exchange): UpstreamRequest {
  const { authorization = '', 'idempotency-key': key, 'accept-language': language } = exchange.request.headers;
  const headers = addIdentity(['authorization', authorization, 'accept', 'application/json'], exchange);
  if (language !== undefined) headers.push('accept-language', language);
  if (typeof key === 'string') headers.push('idempotency-key', `${key}:${index}`);
  if (action.body === null) return { method: action.method, target, headers, body: null };
  headers.push('content-type', 'application/json');
  return { method: action.method, target, headers, body: Buffer.from(action.body) };
}

function callService(upstream: Upstream, request: UpstreamRequest): Promise<BatchResult> {
  return new Promise((resolve) => {
    let status = 0;
    let headers: string[] = [];
    const chunks: Buffer[] = [];
    let bytes = 0;
    const call = upstream.call(request, {
      head(answerStatus, answer) {
        status = answerStatus;
        headers = answerHeaders(answer, [], false);
        if (isText(answer['content-type'])) return;
        call.cancel();
        resolve(resultOf(errorAnswer(protocolErrors.notText)));
      },
      data(chunk) {
        bytes += chunk.length;
        if (bytes <= MAX_RESULT_BYTES) chunks.push(chunk);
        else {
          call.cancel();
          resolve(resultOf(errorAnswer(protocolErrors.resultTooLarge)));
        }
        return true;
      },
      end: () => resolve({ status, headers: visibleHeaders(headers), body: bytes === 0 ? null : Buffer.concat(chunks).toString() }),
      failed: (failure) => resolve(resultOf(errorAnswer(upstreamError(failure)))),
    });
  });
}

/** A result holds the answer as text. Bytes of an image or a PDF would not survive that. */
const isText = (type: string | undefined): boolean =>
  type === undefined || /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)\b)/i.test(type);

const resultOf = ({ status, headers, body }: Answer): BatchResult => ({
  status,
  headers: { ...headers },
  body: body === null ? null : body.toString(),
});

/** Repeated headers are joined (RFC 9110, section 5.3). `Content-Length` is left out, since the body is text in the result. */
function visibleHeaders(flat: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const name = flat[index]!;
    if (name === 'content-length' || name === 'date') continue;
    headers[name] = name in headers ? `${headers[name]}, ${flat[index + 1]!}` : flat[index + 1]!;
  }
  return headers;
}
