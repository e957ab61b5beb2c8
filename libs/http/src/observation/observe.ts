import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { TokenClaims } from '@partner-ordering/auth';
import type { Cause } from '@partner-ordering/service-client';
import { methodOf, spanOf, withSpan, type Scheme, type Tracing } from '@partner-ordering/tracing';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { Histogram, type Registry } from 'prom-client';
import { type AccessLog, hasAccessLine, plainLines } from './service-log.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** Names the request in logs, answers and support cases. */
    id: string;
    /** When the sender stops waiting, in milliseconds of `performance.now()`; set once the body was read. */
    deadlineMs: number;
    /** The document's path of the route that took the request. */
    template?: string;
    /** Its answer waits for something to happen. */
    isWaiting?: true;
    /** The claims of the verified token; undefined on public operations. */
    claims?: TokenClaims;
    /** Gid of the organization of the resource, where the operation knows it. */
    organization?: string;
  }
}

interface Observers {
  metrics: { observeRequest: (request: MeasuredRequest, seconds: number) => void };
  tracing: Tracing | undefined;
  log: Logger;
  accessLog: AccessLog;
}

/** Tells the gateway the organization of the resource. It takes this header out of the answer. */
export const ORGANIZATION_HEADER = 'x-organization';

/**
 * Gives a request its id and the span of its caller's trace. At the end of its answer it is measured and logged. The gateway begins traces;
 * polls between services have none. Answers that wait are not measured.
 */
export function observe({ metrics, tracing, log, accessLog }: Observers): RequestHandler {
  const plainLog = plainLines(log);
  return (request, response, next) => {
    const startMs = performance.now();
    const { method, headers } = request;
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    const parent = headers['traceparent'] as string | undefined;
    const span = parent === undefined ? undefined : tracing?.begin(spanOf.request(method, scheme), { parent });
    if (span) headers['traceparent'] = span.traceparent;
    const { requestId, traceparent } = requestIdentity(headers);
    request.id = requestId;
    headers['traceparent'] = traceparent;
    response.setHeader('X-Request-Id', requestId);
    const { path } = request;
    response.once('close', () => {
      const durationMs = performance.now() - startMs;
      const status = statusSent(response);
      const { template: route, claims, organization } = request;
      if (!request.isWaiting) metrics.observeRequest({ method, scheme, route, status }, durationMs / 1000);
      span?.end(spanOf.answer({ method, route, status, requestId, error: errorType(status) }));
      if (!log.isLevelEnabled('info') || !hasAccessLine(accessLog, requestId, response.statusCode)) return;
      const ms = Math.round(durationMs * 10) / 10;
      // Services poll each other every second.
      const level = path.startsWith('/internal/') ? 'debug' : 'info';
      const line = { request_id: requestId, method, path: loggedPath(path), status: response.statusCode, ms };
      plainLog[level]({ ...line, user: claims?.user, application: claims?.client, organization }, 'request');
    });
    withSpan(span, next);
  };
}

/** The most open answers that wait, such as event streams, in an instance of the gateway or a service. */
export const MAX_WAITING_ANSWERS = 512;

/** Marks an answer that waits: its duration is not measured. The signal is aborted when the client has gone. */
export function waiting(request: Request): AbortSignal {
  request.isWaiting = true;
  const gone = new AbortController();
  const { res: response } = request;
  if (response === undefined || response.closed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}

/** The cause of a request's calls: its deadline, trace and id. */
export const causeOf = ({ deadlineMs, headers, id }: Request): Cause => ({
  deadlineMs,
  traceparent: headers['traceparent'] as string | undefined,
  requestId: id,
});

/** Names a request in logs, answers, events and support cases. */
export interface RequestIdentity {
  requestId: string;
  /** W3C Trace Context. */
  traceparent: string;
}

const validId = /^[\w.:/+=-]{1,128}$/;
const validTraceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Takes well-formed `X-Request-Id` and `traceparent` headers, else makes new ones. Of two new ones, the trace id holds the request id. */
export function requestIdentity({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): RequestIdentity {
  const hasId = typeof id === 'string' && validId.test(id);
  const hasTrace = typeof traceparent === 'string' && validTraceparent.test(traceparent);
  if (hasId && hasTrace) return { requestId: id, traceparent };
  const newId = randomUUID();
  const hex = newId.replaceAll('-', '');
  return { requestId: hasId ? id : newId, traceparent: hasTrace ? traceparent : `00-${hex}-${hex.slice(-16)}-01` };
}

/** The segment after these is a secret from a mail, `{token}` in the documents, unless it is a gid. */
const beforeToken =
  /(\/(?:password_resets|email_confirmations|email_restorations|invitations)\/)(?![\da-f]{8}-[\da-f-]{27}(?:\/|$))[^/]+/gi;
/** An access token that a client put into the path by mistake, as in `/v1/me&access_token=…`. */
const accessToken = /eyJ[\w-]*\.[\w-]*(?:\.[\w-]*)?/g;
/** A letter, digit, `-`, `.` or `_` that is percent-encoded, once or several times. */
const encodedCharacter = /%(?:25)*(3\d|[46][1-9a-f]|[57][\da]|2[de]|5f)/gi;

/** A longer path has an address in it. What takes secrets out reads a path several times. */
const MAX_LOGGED_PATH = 1_024;

/**
 * The beginning of a path for the log: without tokens in any spelling, and without the query of an address inside it (`/v1/files/{url}`),
 * which may be signed. The query of the request itself is never logged.
 */
export const loggedPath = (path: string): string =>
  path
    .slice(0, MAX_LOGGED_PATH)
    .replaceAll(/%(?:25)*3f[^/]*/gi, '')
    .replaceAll(encodedCharacter, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(beforeToken, '$1{token}')
    .replaceAll(accessToken, '{token}');

/** A request that has ended. */
export interface MeasuredRequest {
  /** As it was sent. */
  method: string;
  scheme: Scheme;
  /** The document's path, `/v1/projects/{gid}`; undefined for an unknown path. */
  route: string | undefined;
  /** Undefined for an answer that did not reach its end. */
  status: number | undefined;
}

/**
 * `http_server_request_duration_seconds`, with the attributes of OpenTelemetry's `http.server.request.duration`. Its labels have few
 * values, whatever clients send. `more` names further labels.
 */
export function requestDurations<More extends string = never>(
  registry: Registry,
  extraLabels: readonly More[] = [],
): (request: MeasuredRequest, seconds: number, labels?: Record<More, string>) => void {
  const histogram = new Histogram<string>({
    name: 'http_server_request_duration_seconds',
    help: 'Time from taking up a request to the end of its answer',
    labelNames: ['http_request_method', 'url_scheme', 'http_route', 'http_response_status_code', 'error_type', ...extraLabels],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return ({ method, scheme, route, status }, seconds, labels) => {
    const attributes: Record<string, string | number> = { http_request_method: methodOf(method), url_scheme: scheme };
    const error = errorType(status);
    if (route !== undefined) attributes['http_route'] = route;
    if (status !== undefined) attributes['http_response_status_code'] = status;
    if (error !== undefined) attributes['error_type'] = error;
    histogram.observe(Object.assign(attributes, labels), seconds);
  };
}

/** The status of a closed answer; undefined if it did not reach its end. */
export const statusSent = ({ writableFinished, statusCode }: { writableFinished: boolean; statusCode: number }): number | undefined =>
  writableFinished ? statusCode : undefined;

/** The error type of a status, which is undefined for an aborted answer. 4xx are no errors of the server. */
export function errorType(status: number | undefined): string | undefined {
  if (status === undefined) return 'aborted';
  return status >= 500 ? String(status) : undefined;
}
