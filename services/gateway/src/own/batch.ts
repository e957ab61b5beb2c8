import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Detail } from '@partner-ordering/kernel';
import { gatewayErrors, announcesBody, httpFaults, protocolErrors } from '@partner-ordering/http';
import { closingConnection, errorAnswer, invalidAnswer, type Answer, type StreamedAnswer } from '../exchange/answers.ts';
import { readWholeBody } from '../exchange/body.ts';
import { MAX_BATCH_BYTES, parseActions, type Action } from './batch-actions.ts';
import { ResultBudget, resultOf, ResultReceiver, type ResultText } from './batch-results.ts';
import { MAX_URL_LENGTH, type BatchConfig } from '../config.ts';
import { withoutLastSlash, type Exchange, type Route } from '../exchange/exchange.ts';
import { addIdentity } from '../exchange/headers.ts';
import { faults } from '../faults.ts';
import { refuseParameters, type OwnOperations } from './own-operations.ts';
import { asksToWait } from '../request/waiting.ts';
import type { LifecycleOptions } from '../request/lifecycle.ts';
import { refuseOnMe, refuseWithoutToken } from '../request/authentication.ts';
import { parametersFault } from '../request/routing.ts';
import { isRepeatable, type Upstream, type UpstreamRequest } from '../upstream/upstream.ts';

export interface BatchOptions extends Pick<LifecycleOptions, 'router' | 'upstreams' | 'tokens' | 'docsUrl' | 'logger'> {
  operations: OwnOperations;
  batch: BatchConfig;
  limits: Pick<LifecycleOptions['limits'], 'admit' | 'admitAuthentication' | 'authenticationFailed' | 'takeBatchSlot'>;
}

const tooLate = Symbol('too late');
/** Characters of an `Idempotency-Key`: each action's number is added to it. */
const MAX_KEY = 250;

/** `POST /v1/batch`: carries out the actions in order, each as if it came alone. A failed one does not stop the rest. */
export function runBatch(options: BatchOptions): (exchange: Exchange) => Promise<Answer | StreamedAnswer> {
  return async (exchange) => {
    const { request, response, query, claims, clientAddress } = exchange;
    const refused =
      (await refuseWithoutToken(request.headers, query, options.tokens, true)) ?? refuseParameters(query) ?? refuseBody(request);
    if (refused) return refused;
    const slot = await options.limits.takeBatchSlot(claims?.user ?? clientAddress, response);
    if (slot === null) return errorAnswer(gatewayErrors.tooManyBatches);
    // Its body and results take memory until the client has read them, and another one has its slot.
    slot.addEventListener('abort', () => setTimeout(() => response.destroy(), options.batch.takeTimeoutMs).unref());
    const body = await readInTime(request, options.batch.bodyTimeoutMs, slot);
    if (body === tooLate) return closingConnection(errorAnswer(protocolErrors.requestTimeout));
    if (body === null) return errorAnswer(protocolErrors.batchTooLarge(MAX_BATCH_BYTES));
    const actions = parseActions(body);
    if ('status' in actions) return actions;
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string' && key.length > MAX_KEY)
      return invalidAnswer(faults.key_too_long_for_batch('Idempotency-Key', { max: MAX_KEY }));
    const waitMs = options.limits.admit(exchange, actions.length);
    if (waitMs > 0) return errorAnswer(protocolErrors.tooManyRequests(waitMs));
    const results = Readable.from(resultsOf(actions, exchange, options, slot), { objectMode: false });
    return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: results };
  };
}

/** The body; null if it is too large. A client that sends slowly keeps others waiting for their slot. */
function readInTime(request: IncomingMessage, timeoutMs: number, slot: AbortSignal): Promise<Buffer | null | typeof tooLate> {
  const { promise, resolve } = Promise.withResolvers<typeof tooLate>();
  const timer = setTimeout(resolve, timeoutMs, tooLate);
  slot.addEventListener('abort', () => resolve(tooLate));
  return Promise.race([readWholeBody(request, MAX_BATCH_BYTES), promise]).finally(() => clearTimeout(timer));
}

/** The results as JSON text, each as soon as its action has ended. An action runs when the client has taken what was before it. */
async function* resultsOf(
  actions: readonly Action[],
  exchange: Exchange,
  options: BatchOptions,
  slot: AbortSignal,
): AsyncGenerator<Buffer> {
  const { response } = exchange;
  const budget = new ResultBudget(options.batch.maxBytes, actions.length);
  // A client that takes nothing keeps others waiting for their slot.
  const startCutTimer = (): NodeJS.Timeout => setTimeout(() => response.destroy(), options.batch.takeTimeoutMs).unref();
  let timer: NodeJS.Timeout | undefined;
  const startedAt = performance.now();
  try {
    for (const [index, action] of actions.entries()) {
      const isLate = slot.aborted || (index > 0 && performance.now() - startedAt > options.batch.beginWithinMs);
      const result = isLate
        ? resultOf(errorAnswer(protocolErrors.batchIsLate))
        : await perform(action, index, exchange, { ...options, maxBytes: budget.bytesForNext() });
      budget.take(result);
      for (const piece of [Buffer.from(index === 0 ? '[' : ','), ...result]) {
        timer = startCutTimer();
        yield piece;
        clearTimeout(timer);
      }
    }
    yield Buffer.from(']');
  } finally {
    clearTimeout(timer);
    const last = startCutTimer();
    if (response.closed) clearTimeout(last);
    else response.once('close', () => clearTimeout(last));
  }
}

/** The result of one action. A fault of ours is the result of its action too, since the answer has begun. */
async function perform(action: Action, index: number, exchange: Exchange, options: ActionOptions): Promise<ResultText> {
  try {
    return await runAction(action, index, exchange, options);
  } catch (error) {
    options.logger.error({ err: error, request_id: exchange.requestId }, 'unexpected error');
    return resultOf(errorAnswer(gatewayErrors.internal(exchange.requestId)));
  }
}

interface ActionOptions extends BatchOptions {
  /** See `ResultBudget`. */
  maxBytes: number;
}

function refuseBody({ headers }: IncomingMessage): Answer | null {
  if (!announcesBody(headers)) return invalidAnswer(httpFaults.body_required('body'));
  if ((headers['content-encoding'] || 'identity').toLowerCase() !== 'identity') return errorAnswer(protocolErrors.unsupportedEncoding);
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/json' ? null : errorAnswer(protocolErrors.bodyNotJson);
}

async function runAction(action: Action, index: number, exchange: Exchange, options: ActionOptions): Promise<ResultText> {
  const target = targetOf(action.relativeUrl);
  if (typeof target !== 'string') return resultOf(target);
  const [path = '', ...rest] = target.split('?');
  const match = options.router.match(action.method, path);
  if (match.kind === 'malformed') return resultOf(badUrl(faults.not_percent_encoded));
  if (match.kind !== 'route') {
    const error =
      match.kind === 'unknown' ? gatewayErrors.unknownPath('relative_url', options.docsUrl) : gatewayErrors.methodNotAllowed(match.allow);
    const request = { path, method: action.method, query: '', request: exchange.request };
    return resultOf(errorAnswer(await refuseOnMe(request, error, options)));
  }
  const { service, operationId } = match.route;
  if (operationId === 'runBatch') return resultOf(badUrl(faults.nested_batch));
  if (match.route.mail !== undefined) {
    const authentication = { network: exchange.network, operation: match.route };
    const waitMs = options.limits.admitAuthentication(authentication);
    if (waitMs > 0) return resultOf(errorAnswer(protocolErrors.tooManyRequests(waitMs)));
    // Whatever comes of it: its answer is not looked into.
    options.limits.authenticationFailed(authentication);
  }
  if (match.route.waits && asksToWait(rest.join('?'))) return resultOf(badUrl(faults.wait_not_allowed));
  if (options.maxBytes === 0) return resultOf(errorAnswer(protocolErrors.batchIsFull));
  const upstream = options.upstreams.get(service);
  if (upstream) return callService(upstream, actionRequest(action, index, target, exchange, match.route), exchange, options.maxBytes);
  const operation = options.operations[operationId as keyof OwnOperations];
  const headers = { authorization: exchange.request.headers.authorization };
  const answer = await operation({ headers, path, query: rest.join('?') });
  return resultOf(action.method === 'HEAD' ? { ...answer, body: null } : answer, options.maxBytes);
}

/** Path and query below `/v1`, or a refusal if the URL is not relative. */
function targetOf(relativeUrl: string): string | Answer {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|[\\/]\\)/i.test(relativeUrl)) return badUrl(faults.not_relative);
  if (!/^[!-~]*$/.test(relativeUrl) || relativeUrl.includes('#')) return badUrl(faults.unencoded_or_with_fragment);
  if (relativeUrl.length > MAX_URL_LENGTH) return errorAnswer(protocolErrors.urlTooLong);
  const fault = parametersFault(relativeUrl, 'relative_url');
  if (fault) return invalidAnswer(fault);
  const target = withoutLastSlash(relativeUrl.startsWith('/') ? relativeUrl : `/${relativeUrl}`);
  return /^\/v1(?:[/?]|$)/.test(target) ? target : `/v1${target}`;
}

const badUrl = (fault: (path: string) => Detail): Answer => invalidAnswer(fault('relative_url'));

function actionRequest(action: Action, index: number, target: string, exchange: Exchange, route: Route): UpstreamRequest {
  const { authorization = '', 'idempotency-key': key, 'accept-language': language } = exchange.request.headers;
  const headers = addIdentity(['authorization', authorization, 'accept', 'application/json'], exchange);
  if (language !== undefined) headers.push('accept-language', language);
  if (typeof key === 'string') headers.push('idempotency-key', `${key}:${index}`);
  const request = { method: action.method, target, headers, isPrompt: false };
  if (action.body === null) return { ...request, body: null, isRepeatable: isRepeatable(route) };
  headers.push('content-type', 'application/json');
  return { ...request, body: Buffer.from(action.body), isRepeatable: false };
}

function callService(upstream: Upstream, request: UpstreamRequest, exchange: Exchange, maxBytes: number): Promise<ResultText> {
  return new Promise((resolve) => {
    const receiver = new ResultReceiver(request.method, exchange, maxBytes, resolve);
    receiver.call = upstream.call(request, receiver);
  });
}
