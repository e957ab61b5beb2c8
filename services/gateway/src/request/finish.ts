import type { Logger } from 'pino';
import { errorType, statusSent } from '@partner-ordering/http';
import { spanOf } from '@partner-ordering/tracing';
import type { Exchange, ExchangeOptions } from '../exchange/exchange.ts';
import { schemeOf, type AnswerPolicy } from '../exchange/headers.ts';
import type { SlowClientTimeout } from '../exchange/slow-client-timeout.ts';
import type { Metrics } from './health.ts';
import type { Limits } from './limits.ts';

/** What hears of the end of each request. */
export interface FinishOptions {
  limits: Limits;
  policy: AnswerPolicy;
  slowClients: SlowClientTimeout;
  metrics: Metrics;
  /** Takes the line of each request. */
  requestLog: Logger;
  exchange: ExchangeOptions;
}

/** Also runs for requests that the client aborted. They are logged with status 499. */
export function finish(exchange: Exchange, { limits, slowClients, metrics, requestLog, policy, exchange: { nowMs } }: FinishOptions): void {
  const { response, method, service, route, atEnd } = exchange;
  slowClients.forget(response);
  const sent = statusSent(response);
  const status = sent ?? 499;
  const ms = nowMs() - exchange.startedAtMs;
  // Before the next has its turn.
  limits.answered(exchange, status);
  atEnd.forEach((leave) => leave());
  if (exchange.isWaiting) metrics.waited();
  else metrics.finished({ upstream: service, method, scheme: schemeOf(policy), route, status: sent }, ms / 1000);
  exchange.span?.end(spanOf.answer({ method, route, status: sent, requestId: exchange.requestId, error: errorType(sent) }));
  if (exchange.path === '/livez' || exchange.path === '/readyz') return;
  requestLog.info(
    { method, path: exchange.loggedPath, status, ms: Math.round(ms * 10) / 10, upstream: service, request_id: exchange.requestId },
    'request',
  );
}
