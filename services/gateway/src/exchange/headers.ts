import type { IncomingHttpHeaders } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import { ORGANIZATION_HEADER, tokenInUrlHeaders } from '@partner-ordering/http';
import type { Scheme } from '@partner-ordering/tracing';
import type { Exchange } from './exchange.ts';

/** Headers that belong to one connection only (RFC 9110, section 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
];
/** Headers that the gateway sets itself. The client's values are dropped. */
const gatewayHeaders = [
  'host',
  'x-request-id',
  'traceparent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'forwarded',
];

const droppedFromRequest = new Set([...hopByHop, ...gatewayHeaders]);
const droppedFromAnswer = new Set([...hopByHop, 'x-request-id', 'traceparent', 'x-powered-by', 'server', ORGANIZATION_HEADER]);
const cookieHeaders = new Set(['cookie', 'set-cookie']);
const privacyHeaders = new Set(['cache-control', 'referrer-policy', 'expires', 'pragma']);

const tokenHeaders = Object.fromEntries(Object.entries(tokenInUrlHeaders).map(([name, value]) => [name.toLowerCase(), value]));
const rawTokenHeaders = Object.entries(tokenHeaders).flat();

/** The headers that scripts of other origins may read (the Fetch standard), besides the length, the type and the like. */
const EXPOSED_HEADERS =
  'Location, Link, RateLimit, RateLimit-Policy, Retry-After, ETag, X-Request-Id, WWW-Authenticate, Idempotency-Replayed, Preference-Applied, Deprecation, Sunset';

/** Headers for the service as a flat list of names and values. */
export function requestHeaders(exchange: Exchange): string[] {
  const raw = exchange.request.rawHeaders;
  const connectionHeaders = connectionHeadersOf(exchange.request.headers.connection);
  const headers: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    if (droppedFromRequest.has(name) || connectionHeaders?.has(name)) continue;
    if (exchange.takesCookies || !cookieHeaders.has(name)) headers.push(name, raw[index + 1]!);
  }
  // Identity's pages show the partner of the host.
  if (exchange.takesCookies) headers.push('x-forwarded-host', exchange.request.headers.host ?? '');
  return addIdentity(headers, exchange);
}

/** Adds the request's id, its trace and its client's address. */
export function addIdentity(headers: string[], { requestId, traceparent, span, path, clientAddress, claimedAddress }: Exchange): string[] {
  headers.push('x-request-id', requestId, 'traceparent', span?.traceparent ?? traceparent);
  // Only identity gets the address that an application claims for its end user: it knows which applications to trust.
  const isClaimed = path === '/oauth2/token' && claimedAddress !== undefined;
  headers.push('x-forwarded-for', isClaimed ? `${claimedAddress}, ${clientAddress}` : clientAddress);
  return headers;
}

/** Adds the headers of a service's answer, without those of the connection. Names are in lower case. */
export function answerHeaders(
  upstream: IncomingHttpHeaders,
  headers: string[],
  { takesCookies, queryToken }: Pick<Exchange, 'takesCookies' | 'queryToken'>,
): string[] {
  const connectionHeaders = connectionHeadersOf(upstream.connection);
  for (const name in upstream) {
    if (droppedFromAnswer.has(name) || connectionHeaders?.has(name) || (!takesCookies && cookieHeaders.has(name))) continue;
    if (queryToken && privacyHeaders.has(name)) continue;
    const value = upstream[name];
    if (typeof value === 'string') headers.push(name, value);
    else for (const one of value ?? []) headers.push(name, one);
  }
  return headers;
}

export interface AnswerPolicy {
  corsOrigins: ReadonlySet<string>;
  state: Readonly<{ draining: boolean }>;
  /** Whether TLS ends here. */
  isTls: boolean;
  /** The headers of its limits, as a flat list. */
  limitsOf: (exchange: Exchange) => readonly string[];
  /** Resolves when a 429 may be sent, see `REFUSAL_DELAY_MS`. */
  delayRefusal: () => Promise<unknown>;
}

/** By which protocol requests come: the gateway speaks one alone. */
export const schemeOf = ({ isTls }: Pick<AnswerPolicy, 'isTls'>): Scheme => (isTls ? 'https' : 'http');

/** The headers of every answer besides `ownHeaders`, which are in lower case. Answers to query tokens are not stored (RFC 6750, 2.3). */
export function commonHeaders(exchange: Exchange, policy: AnswerPolicy, ownHeaders: Readonly<Record<string, unknown>>): string[] {
  const headers = ['x-request-id', exchange.requestId, 'traceparent', exchange.traceparent];
  const { isTls } = policy;
  addSecurityHeaders(headers, exchange.queryToken ? { ...ownHeaders, ...tokenHeaders } : ownHeaders, {
    isTls,
    isEmbedded: exchange.operation.service === 'files' && !exchange.isConsole,
  });
  headers.push(...policy.limitsOf(exchange));
  // No other origin may use the console, and a cache that keeps an answer keeps it for one person.
  if (exchange.isConsole && exchange.path.startsWith('/v1')) headers.push('vary', 'Cookie');
  if (policy.corsOrigins.size > 0 && !exchange.isConsole) {
    headers.push('vary', 'Origin');
    const origin = exchange.request.headers.origin;
    if (origin && policy.corsOrigins.has(origin)) {
      headers.push('access-control-allow-origin', origin, 'access-control-expose-headers', EXPOSED_HEADERS);
    }
  }
  if (exchange.queryToken) headers.push(...rawTokenHeaders);
  if (policy.state.draining) headers.push('connection', 'close');
  return headers;
}

/** Whether a browser asks if pages of another origin, one of ours, may send a request. */
export const isPreflight = ({ method, isConsole, request: { headers } }: Exchange, { corsOrigins }: AnswerPolicy): boolean =>
  method === 'OPTIONS' &&
  !isConsole &&
  headers['access-control-request-method'] !== undefined &&
  headers.origin !== undefined &&
  corsOrigins.has(headers.origin);

export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, X-Request-Id, traceparent',
  'access-control-max-age': '600',
};

export const isPrivacyHeader = (name: string): boolean => privacyHeaders.has(name);

function connectionHeadersOf(connection: string | undefined): ReadonlySet<string> | null {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return null;
  const names = connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  // These describe the message itself. A client must not be able to remove them (request smuggling).
  return new Set(names.filter((name) => name !== 'content-length' && name !== 'authorization' && name !== 'content-type'));
}

/** The headers that helmet sets with these options, by name in lower case. They are the same for every request. */
export function helmetHeaders(options: HelmetOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as never, response as never, () => undefined);
  return headers;
}

/** Defaults of every answer: a browser that shows it as a page runs nothing, frames it nowhere, and sends no referrer. */
const securityHeaders = Object.entries(
  helmetHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xXssProtection: false,
  }),
);

/** A year. Names below ours may belong to others, who have no TLS. */
const hsts = ['strict-transport-security', 'max-age=31536000'] as const;

/** Adds HSTS if TLS ends here, and the defaults that `ownHeaders` lack, to a flat list. Pages of partners embed our images and files. */
export function addSecurityHeaders(
  headers: string[],
  ownHeaders: Readonly<Record<string, unknown>>,
  { isTls, isEmbedded = false }: { isTls: boolean; isEmbedded?: boolean },
): string[] {
  if (isTls) headers.push(...hsts);
  for (const [name, value] of securityHeaders)
    if (!(name in ownHeaders)) headers.push(name, isEmbedded && name === 'cross-origin-resource-policy' ? 'cross-origin' : value);
  return headers;
}
