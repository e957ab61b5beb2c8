import type { Logger } from 'pino';
import {
  type AccessLog,
  errorType,
  gatewayErrors,
  announcesBody,
  hasAccessLine,
  httpFaults,
  presentedToken,
  protocolErrors,
  statusSent,
  type ErrorContent,
} from '@partner-ordering/http';
import { spanOf } from '@partner-ordering/tracing';
import {
  askAgain,
  closingConnection,
  errorAnswerAt,
  invalidError,
  writeAnswer,
  type Answer,
  type StreamedAnswer,
} from '../exchange/answers.ts';
import { isStreamed, type SlowClientTimeout } from '../exchange/body.ts';
import { isBelow, isProbe, isRead, openExchange, type Exchange, type ExchangeOptions } from '../exchange/exchange.ts';
import { isPreflight, preflightHeaders, schemeOf, type AnswerPolicy } from '../exchange/headers.ts';
import { faults } from '../faults.ts';
import { forward, type BodyTimes } from '../upstream/proxy.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { refuseOnMe, type TokenCheck } from './authentication.ts';
import { takeSlot, takeStreamSlot, queueOf, type ConcurrencyLimits } from './concurrency.ts';
import type { Metrics } from './health.ts';
import type { RequestHandler } from './pipelining.ts';
import type { RateLimits } from './rate-limits.ts';
import { refuseMalformedHead, type Router } from './routing.ts';
import { asksForEvents, type WaitingAnswers } from './waiting.ts';

/** An answer of the gateway itself; undefined when the next step is to answer. */
type Outcome = Answer | StreamedAnswer | ErrorContent | undefined;
type LifecycleStep = (exchange: Exchange, options: LifecycleOptions) => Outcome | Promise<Outcome>;

/** The life of a request, from top to bottom. The first step that gives an answer ends it; the last one passes it to a service. */
const steps: readonly LifecycleStep[] = [
  refuseMalformedHead,
  enterConsole,
  answerPage,
  matchRoute,
  authenticate,
  limitRate,
  limitWaitingAnswers,
  limitConcurrency,
  answerOwnOperation,
  forwardToService,
];

/** Answers at a path or for an operation, without a service. */
export type Page = (exchange: Exchange) => Answer | StreamedAnswer | Promise<Answer | StreamedAnswer>;

export interface LifecycleOptions {
  router: Router;
  upstreams: ReadonlyMap<string, Upstream>;
  /** By path: pages that are not in the documents (`/livez` …), for GET and HEAD. */
  pages: ReadonlyMap<string, Page>;
  /** The documentation below `/docs`, where no page stands; undefined without one. */
  docs: Page | undefined;
  /** See `openConsole`; undefined while it is off. */
  console: ((exchange: Exchange) => Answer | Promise<Answer | undefined> | undefined) | undefined;
  /** The operationIds whose answers may carry secrets. */
  secretOperations: ReadonlySet<string>;
  /** The address of the documentation. */
  docsUrl: string;
  /** The gateway's own operations by operationId. */
  ownPages: ReadonlyMap<string, Page>;
  tokens: TokenCheck;
  limits: RateLimits & ConcurrencyLimits;
  policy: AnswerPolicy;
  bodies: BodyTimes;
  exchange: ExchangeOptions;
  waiting: WaitingAnswers;
  slowClients: SlowClientTimeout;
  metrics: Metrics;
  logger: Logger;
  requestLog: Logger;
  accessLog: AccessLog;
}

/** Handles the requests of a server, each by the steps above. */
export function createLifecycle(options: LifecycleOptions): RequestHandler {
  return (request, response, end, isTooMany) => {
    const exchange = openExchange(request, response, options.exchange);
    options.metrics.inFlight.inc();
    const watched = options.slowClients.watch(response, exchange.startedAtMs);
    response.on('close', () => {
      options.slowClients.unwatch(watched);
      finish(exchange, options);
      end();
    });
    if (isTooMany) writeAnswer(exchange, closingConnection(errorAnswerAt(exchange, protocolErrors.tooManyRequests(1000))), options.policy);
    else runSteps(exchange, options, 0);
  };
}

/** Runs the steps from `next` on. After a step that waits, the next ones follow, unless the client has gone. */
function runSteps(exchange: Exchange, options: LifecycleOptions, next: number): void {
  try {
    for (let index = next; index < steps.length; index += 1) {
      const outcome = steps[index]!(exchange, options);
      if (outcome === undefined) continue;
      if ('status' in outcome) return writeAnswer(exchange, outcome, options.policy);
      const continueSteps = (answer: Outcome): void => {
        if (answer !== undefined) writeAnswer(exchange, answer, options.policy);
        else if (!exchange.response.destroyed) runSteps(exchange, options, index + 1);
      };
      return void outcome.then(continueSteps).catch((error: unknown) => fail(error, exchange, options));
    }
  } catch (error) {
    fail(error, exchange, options);
  }
}

function fail(error: unknown, exchange: Exchange, { logger, policy }: LifecycleOptions): void {
  if (exchange.response.destroyed) return;
  logger.error({ err: error, request_id: exchange.requestId }, 'unexpected error');
  writeAnswer(exchange, gatewayErrors.internal(exchange.requestId), policy);
}

/** Delays a 429 by about this much, so that a client that retries at once costs others little; `delayRefusal` spreads the retries. */
export const REFUSAL_DELAY_MS = 1_000;

async function refuseDelayed({ policy }: LifecycleOptions, waitMs = REFUSAL_DELAY_MS): Promise<ErrorContent> {
  await policy.delayRefusal();
  return protocolErrors.tooManyRequests(waitMs);
}

/** The console answers, or makes the request one to the API. It also sees which sessions of browsers may end. */
function enterConsole(exchange: Exchange, { console }: LifecycleOptions): Outcome | Promise<Outcome> {
  return exchange.isConsole || exchange.takesCookies ? console?.(exchange) : undefined;
}

function answerPage(exchange: Exchange, { pages, docs }: LifecycleOptions): Outcome | Promise<Outcome> {
  const page = pages.get(exchange.path) ?? (isBelow(exchange.path, '/docs') ? docs : undefined);
  if (page === undefined) return undefined;
  exchange.route = page === docs ? '/docs/{page}' : exchange.path;
  return isRead(exchange) ? page(exchange) : gatewayErrors.methodNotAllowed('GET, HEAD');
}

function matchRoute(exchange: Exchange, options: LifecycleOptions): Outcome | Promise<Outcome> {
  const { router, policy, docsUrl, secretOperations } = options;
  const match = router.match(exchange.method, exchange.path);
  if (match.kind === 'malformed') return invalidError(faults.not_percent_encoded('url'));
  if (match.kind === 'unknown') return refuseOnMe(exchange, gatewayErrors.unknownPath('url', docsUrl), options);
  if (match.kind === 'methodNotAllowed') {
    if (isPreflight(exchange, policy)) return { status: 204, headers: preflightHeaders, body: null };
    return refuseOnMe(exchange, gatewayErrors.methodNotAllowed(match.allow), options);
  }
  exchange.operation = match.route;
  exchange.route = match.route.path;
  exchange.carriesSecrets = secretOperations.has(match.route.operationId);
  return undefined;
}

/**
 * Verifies the token, unless the operation is public. Without a valid one, or while it cannot be checked, the claims stay null: operations
 * that need a token refuse the request themselves. An address with too many failures is let through with a valid token alone.
 */
function authenticate(exchange: Exchange, options: LifecycleOptions): Outcome | Promise<Outcome> {
  const { operation, request, query, queryToken } = exchange;
  const mayTakeToken = operation.scopes.length > 0 && (request.headers.authorization !== undefined || queryToken);
  const waitMs = !operation.public || mayTakeToken || operation.mail ? options.limits.admitAuthentication(exchange) : 0;
  // A public operation need not check the token. Counted by token, clients could avoid the limit by inventing tokens.
  if (operation.public && waitMs === 0) return undefined;
  if (operation.mail) return refuseDelayed(options, waitMs);
  const admitClaims = (claims: Exchange['claims']): Outcome | Promise<Outcome> => {
    if (!operation.public) exchange.claims = claims;
    return waitMs > 0 && claims === null ? refuseDelayed(options, waitMs) : undefined;
  };
  const presented = presentedToken(request.headers.authorization, query);
  if (presented === undefined || presented === 'several') return admitClaims(null);
  const claims = options.tokens.cachedClaims(presented.token);
  return claims ? admitClaims(claims) : options.tokens.check(presented.token).then(admitClaims, () => admitClaims(null));
}

function limitRate(exchange: Exchange, options: LifecycleOptions): Outcome | Promise<Outcome> {
  const waitMs = options.limits.admit(exchange);
  return waitMs > 0 ? refuseDelayed(options, waitMs) : undefined;
}

/** An answer that waits has no part in the limit per user. A body is refused, as it would need its own slot. */
function limitWaitingAnswers(exchange: Exchange, options: LifecycleOptions): Outcome | Promise<Outcome> {
  const { claims, operation, request } = exchange;
  if (operation.waits === undefined || claims === null || !asksForEvents(exchange)) return undefined;
  if (options.policy.state.draining) return askAgain(exchange);
  if (announcesBody(request.headers)) return invalidError(httpFaults.body_not_allowed('body'));
  if (!options.waiting.hasRoom) return gatewayErrors.unreachable;
  if (!takeSlot(exchange, options.limits.waitingOfUser, claims.user)) return refuseDelayed(options);
  exchange.isWaiting = true;
  options.metrics.inFlight.dec();
  options.metrics.waiting.inc();
  return undefined;
}

/** Requests with a valid token count apart from others of the address. */
function limitConcurrency(exchange: Exchange, options: LifecycleOptions): Outcome | Promise<Outcome> {
  const { requestsOfAddress, requestsOfUser } = options.limits;
  if (exchange.isWaiting) return undefined;
  const { claims, network } = exchange;
  const isFree = takeSlot(exchange, requestsOfAddress, claims === null ? network : `tokens ${network}`);
  return isFree && (claims === null || takeSlot(exchange, requestsOfUser, claims.user)) ? undefined : refuseDelayed(options);
}

function answerOwnOperation(exchange: Exchange, { ownPages }: LifecycleOptions): Outcome | Promise<Outcome> {
  if (exchange.operation.service !== 'gateway') return undefined;
  return ownPages.get(exchange.operation.operationId)?.(exchange) ?? protocolErrors.notFound;
}

/** The service's answer passes by the steps: it is written while it arrives. */
function forwardToService(exchange: Exchange, options: LifecycleOptions): Outcome {
  const { operation, request, isWaiting, atEnd } = exchange;
  const { limits, waiting } = options;
  const upstream = options.upstreams.get(operation.service)!;
  const slot = announcesBody(request.headers) && isStreamed(request) ? takeStreamSlot(exchange, upstream, limits) : null;
  if (slot && 'status' in slot) return slot;
  // It waits for no earlier failures: it is counted before its answer, as in a batch.
  if (slot && operation.mail) limits.authenticationFailed(exchange);
  const forwarded = forward(exchange, upstream, options, slot, isWaiting ? null : queueOf(exchange, limits));
  if (isWaiting) atEnd.push(waiting.add(() => forwarded.stopWaiting()));
  return undefined;
}

/** Ends an exchange whose response has closed. A request that the client aborted is logged with status 499. */
function finish(exchange: Exchange, { limits, metrics, requestLog, accessLog, policy, exchange: { nowMs } }: LifecycleOptions): void {
  const { response, method, route, requestId, operation, claims, organization } = exchange;
  const sent = statusSent(response);
  const status = sent ?? 499;
  const ms = nowMs() - exchange.startedAtMs;
  // Before the next has its slot.
  limits.answered(exchange, status);
  for (const leave of exchange.atEnd) leave();
  if (exchange.isWaiting) metrics.waiting.dec();
  else {
    metrics.inFlight.dec();
    metrics.observeDuration({ method, scheme: schemeOf(policy), route, status: sent }, ms / 1000, { upstream: operation.service });
  }
  exchange.span?.end(spanOf.answer({ method, route, status: sent, requestId, error: errorType(sent) }));
  if (isProbe(exchange.path) || !hasAccessLine(accessLog, requestId, status)) return;
  const line = { method, path: exchange.loggedPath, status, ms: Math.round(ms * 10) / 10, upstream: operation.service };
  requestLog.info({ ...line, request_id: requestId, user: claims?.user, application: claims?.client, organization }, 'request');
}
