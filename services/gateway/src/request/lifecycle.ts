import type { Logger } from 'pino';
import { networkOf } from '@partner-ordering/kernel';
import { gatewayErrors, hasBody, protocolErrors, type ErrorContent } from '@partner-ordering/http';
import { askAgain, closing, errorAnswerAt, invalidError, type Answer, type StreamedAnswer } from '../exchange/answers.ts';
import { isStreamed, isUpload } from '../exchange/body.ts';
import { isRead, openExchange, type Exchange, type VerifiedClaims } from '../exchange/exchange.ts';
import { isPreflight, preflightHeaders } from '../exchange/headers.ts';
import { faults } from '../faults.ts';
import { finish, type FinishOptions } from './finish.ts';
import type { Limits } from './limits.ts';
import type { RequestHandler } from './pipeline.ts';
import { forward, type BodyTimes, type TakeTurn } from '../upstream/proxy.ts';
import { isOfMail, type Route, type Router } from './routing.ts';
import { headFault } from './head-fault.ts';
import { hold, holdRequest, holdStream } from './concurrency-limit.ts';
import { isWaiting, type WaitingAnswers } from './waiting.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { writeAnswer } from '../exchange/write-answer.ts';

type Page = (exchange: Exchange) => Promise<Answer | StreamedAnswer>;

export interface HandlerOptions extends FinishOptions {
  router: Router;
  upstreams: ReadonlyMap<string, Upstream>;
  /** By path: pages that are not in the documents (`/docs`, `/livez` …), for GET and HEAD. */
  pages: ReadonlyMap<string, Page>;
  /**
   * What the console answers, for requests to it: undefined for others, and for one that it has made a request to the API. Undefined
   * while it is off.
   */
  console: ((exchange: Exchange) => Answer | Promise<Answer | undefined> | undefined) | undefined;
  /** By operationId: whose answers may carry secrets. */
  withSecrets: ReadonlySet<string>;
  /** Where a client reads which paths there are. */
  docsUrl: string;
  /** By operationId: what the gateway answers itself. */
  own: ReadonlyMap<string, Page>;
  /** What is answered instead of an error of the path `/v1/me`, or of one below it, to whoever may use none of them. */
  refuseOnMe: (exchange: Exchange, error: Answer) => Answer | Promise<Answer>;
  /** See `verifiedClaims`. */
  claimsOf: (exchange: Exchange) => Promise<VerifiedClaims | null>;
  bodies: BodyTimes;
  waiting: WaitingAnswers;
  logger: Logger;
}

/** Handles a request: reads it, finds its route, verifies its token, checks the limits, then forwards or answers it. */
export function createHandler(options: HandlerOptions): RequestHandler {
  return (request, response, { isTooMany, end }) => {
    const exchange = openExchange(request, response, options.exchange);
    options.metrics.started();
    options.slowClients.watch(response);
    response.on('close', () => {
      finish(exchange, options);
      end();
    });
    try {
      settle(isTooMany ? refuseRest(exchange) : dispatch(exchange, options), exchange, options);
    } catch (error) {
      fail(error, exchange, options);
    }
  };
}

/** Instead of an answer: it is passed on by itself, or nobody waits for it. */
const forwarded = Symbol('forwarded');

type Outcome = Answer | StreamedAnswer | typeof forwarded;

function dispatch(exchange: Exchange, options: HandlerOptions): Outcome | Promise<Outcome> {
  const refuse = (error: ErrorContent): Answer => errorAnswerAt(exchange.path, error);
  const fault = headFault(exchange);
  if (fault) return refuse(fault);
  const entered = options.console?.(exchange);
  if (entered === undefined) return find(exchange, options);
  if ('status' in entered) return entered;
  return entered.then((answer) => answer ?? (exchange.response.destroyed ? forwarded : find(exchange, options)));
}

/** Finds the page or operation of a request. */
function find(exchange: Exchange, options: HandlerOptions): Outcome | Promise<Outcome> {
  const refuse = (error: ErrorContent): Answer => errorAnswerAt(exchange.path, error);
  const page = options.pages.get(exchange.path);
  if (page) {
    exchange.route = exchange.path;
    return isRead(exchange) ? page(exchange) : refuse(gatewayErrors.methodNotAllowed('GET, HEAD'));
  }
  const match = options.router.match(exchange.method, exchange.path);
  if (match.kind === 'malformed') return refuse(invalidError(faults.not_percent_encoded('url')));
  if (match.kind === 'unknown') return options.refuseOnMe(exchange, refuse(gatewayErrors.unknownPath('url', options.docsUrl)));
  if (match.kind === 'methodNotAllowed') return answerOptions(exchange, match.allow, options);
  const { service, path: route, operationId } = match.route;
  Object.assign(exchange, { service, route, carriesSecrets: options.withSecrets.has(operationId) });
  return admit(exchange, match.route, options);
}

/** Checks the limits, then carries out what was asked for. */
function admit(exchange: Exchange, route: Route, options: HandlerOptions): Outcome | Promise<Outcome> {
  const mayTakeToken = route.scopes.length > 0 && (exchange.request.headers.authorization !== undefined || exchange.queryToken);
  const isLimited = !route.public || mayTakeToken || isOfMail(route.path);
  const waitMs = isLimited ? options.limits.admitAuthentication(exchange) : 0;
  // A public operation need not check the token. Counted by token, clients could avoid the limit by inventing tokens.
  if (route.public && waitMs === 0) return carryOut(exchange, route, options);
  if (isOfMail(route.path)) return refuseLater(exchange, waitMs, options);
  return options.claimsOf(exchange).then((claims) => {
    if (!route.public) exchange.claims = claims;
    if (exchange.response.destroyed) return forwarded;
    // Others at this address present bad tokens. Whoever has a valid one notices nothing of it.
    const isRefused = waitMs > 0 && claims === null;
    return isRefused ? refuseLater(exchange, waitMs, options) : carryOut(exchange, route, options);
  });
}

function carryOut(exchange: Exchange, route: Route, options: HandlerOptions): Outcome | Promise<Outcome> {
  const refuse = (error: ErrorContent): Answer => errorAnswerAt(exchange.path, error);
  const { limits } = options;
  const waitMs = limits.admit(exchange);
  if (waitMs > 0) return refuseLater(exchange, waitMs, options);
  const upstream = options.upstreams.get(route.service);
  if (upstream && exchange.claims !== null && isWaiting(exchange, route)) return follow(exchange, exchange.claims, upstream, options);
  if (!holdRequest(exchange, limits)) return refuseLater(exchange, REFUSAL_DELAY_MS, options);
  if (!upstream) return options.own.get(route.operationId)?.(exchange) ?? refuse(protocolErrors.notFound);
  const place = isStreamed(exchange.request) ? holdStream(exchange, upstream, limits) : null;
  if (place && 'status' in place) return refuse(place);
  // It waits for no earlier failures: it is counted before its answer, as in a batch.
  if (place && isOfMail(route.path)) limits.authenticationFailed(exchange);
  forward(exchange, upstream, options, place, turnOf(exchange, route, limits));
  return forwarded;
}

/**
 * Turns with the other requests of the user, or of the address: with its large bodies, or where tokens of mails can be guessed: what fails
 * meanwhile counts too. Uploads have no token; the service of files bounds them per user.
 */
function turnOf(exchange: Exchange, { path }: Route, { perUser, admitAuthentication }: Limits): TakeTurn | null {
  const { claims, request } = exchange;
  if (claims !== null) return (begin) => perUser.take(claims.user, begin);
  const address = networkOf(exchange.clientAddress);
  if (isStreamed(request)) return isUpload(request) ? null : (begin) => perUser.take(`bodies ${address}`, begin);
  if (!isOfMail(path)) return null;
  return (begin) => perUser.take(address, (refusedForMs) => begin(refusedForMs || admitAuthentication(exchange)));
}

/** Forwards a request whose answer waits, outside the per-user limit. A body is refused, as it would need its own place. */
function follow(exchange: Exchange, { user }: VerifiedClaims, upstream: Upstream, options: HandlerOptions): Outcome | Promise<Outcome> {
  const refuse = (error: ErrorContent): Answer => errorAnswerAt(exchange.path, error);
  const { limits, waiting, metrics, policy } = options;
  if (policy.isDraining()) return askAgain(exchange);
  if (hasBody(exchange.request.headers)) return refuse(invalidError(faults.body_not_allowed('body')));
  if (!waiting.hasRoom) return refuse(gatewayErrors.unreachable);
  if (!hold(exchange, limits.waitingOfUser, user)) return refuseLater(exchange, REFUSAL_DELAY_MS, options);
  exchange.isWaiting = true;
  metrics.waits();
  exchange.atEnd.push(waiting.add(forward(exchange, upstream, options, null, null)));
  return forwarded;
}

/** Delays a 429 by about this much, so that a client that retries at once costs others little; `holdBack` spreads the retries. */
export const REFUSAL_DELAY_MS = 1_000;

async function refuseLater({ path, response }: Exchange, waitMs: number, { policy }: HandlerOptions): Promise<Outcome> {
  await policy.holdBack();
  return response.destroyed ? forwarded : errorAnswerAt(path, protocolErrors.tooManyRequests(waitMs));
}

/** Answers for everything that waits on a connection, see `oneAfterAnother`. */
const refuseRest = ({ path }: Exchange): Answer => closing(errorAnswerAt(path, protocolErrors.tooManyRequests(1000)));

function answerOptions(exchange: Exchange, allow: string, { policy, refuseOnMe }: HandlerOptions): Answer | Promise<Answer> {
  const { request, path, isConsole } = exchange;
  const isOurs = !isConsole && isPreflight(request) && policy.corsOrigins.has(String(request.headers.origin));
  if (isOurs) return { status: 204, headers: preflightHeaders, body: null };
  return refuseOnMe(exchange, errorAnswerAt(path, gatewayErrors.methodNotAllowed(allow)));
}

function settle(outcome: Outcome | Promise<Outcome>, exchange: Exchange, options: HandlerOptions): void {
  if (outcome === forwarded) return;
  if ('status' in outcome) return writeAnswer(exchange, outcome, options.policy);
  outcome.then((ready) => settle(ready, exchange, options)).catch((error: unknown) => fail(error, exchange, options));
}

function fail(error: unknown, exchange: Exchange, { logger, policy }: HandlerOptions): void {
  if (exchange.response.destroyed) return;
  logger.error({ err: error, request_id: exchange.requestId }, 'unexpected error');
  writeAnswer(exchange, errorAnswerAt(exchange.path, gatewayErrors.internal(exchange.requestId)), policy);
}
