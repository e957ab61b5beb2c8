import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TokenClaims } from '@partner-ordering/auth';
import { loggedPath, containsToken, requestIdentity, type RequestIdentity } from '@partner-ordering/http';
import { networkOf } from '@partner-ordering/kernel';
import { spanOf, type Scheme, type Span, type Tracing } from '@partner-ordering/tracing';
import { takeEncodedTags, type Compressible } from './compression.ts';
import type { Sender } from './sender.ts';

/** The claims of a valid access token that the gateway reads. */
export type VerifiedClaims = Pick<TokenClaims, 'client' | 'grant' | 'session' | 'user'>;

/** One operation of the documents, as `generated/routes.ts` lists them. */
export interface Route {
  method: string;
  /** Template with `{parameter}` segments, for instance `/v1/projects/{gid}`. */
  path: string;
  service: string;
  operationId: string;
  public: boolean;
  scopes: readonly string[];
  /** It may answer with server-sent events, or wait for one (`wait`). */
  waits?: true;
  /** A GET that changes something. */
  hasEffect?: true;
  /** A GET that has no HEAD. */
  hasNoHead?: true;
  /** It answers with a file, which may take long. */
  sendsFile?: true;
  /** Public, and about a mail: it asks for one, or takes the token of one. The router says so. */
  mail?: 'request' | 'token' | undefined;
}

/** What is left of a limit, as `RateLimit` says it. */
export interface LimitWindow {
  limit: number;
  remaining: number;
  /** By the clock of the gateway; `-Infinity` before the first request. A window that is over has no `RateLimit`. */
  endsAtMs: number;
}

/** A client's request with everything that is worked out about it once. */
export interface Exchange extends RequestIdentity, Sender, Compressible {
  response: ServerResponse;
  method: string;
  /** Path and query as sent, but for a slash at the end of the path. */
  target: string;
  path: string;
  query: string;
  startedAtMs: number;
  /** The operation that the documents have for it: `noOperation` until it is found, and where the gateway answers with a page. */
  operation: Route;
  /** Path of the operation in the documents, or of the gateway's page; undefined when nothing stands at the path. */
  route: string | undefined;
  /** The claims of its token, once that was verified; null on public operations too. */
  claims: VerifiedClaims | null;
  /** Gid of the organization of the resource, by the service's answer. */
  organization: string | undefined;
  /** People are signed in by a cookie at its path. Nothing else of the API gets or sets cookies. */
  takesCookies: boolean;
  /** Sent to `/console` or below it, whatever it becomes. */
  isConsole: boolean;
  /** Its answer waits for something to happen, so that how long it takes says nothing. */
  isWaiting: boolean;
  /** `networkOf` of the client's address. */
  network: string;
  /** Its windows of the limits of requests, in which it was counted or refused. */
  windows: readonly LimitWindow[];
  /** Functions to call when the response has closed. */
  atEnd: (() => void)[];
  /** Its part of a trace; undefined when it is not traced. */
  span: Span | undefined;
  /** The path in the log, without its secrets. */
  loggedPath: string;
}

export interface ExchangeOptions {
  nowMs: () => number;
  traces?: { tracing: Tracing; scheme: Scheme } | undefined;
  senderOf: (request: IncomingMessage) => Sender;
}

/** Stands for the operation of a request that the documents do not have. */
const noOperation: Route = { method: '', path: '', service: 'gateway', operationId: '', public: true, scopes: [] };
const cookiePaths = new Set(['/oauth2/authorize', '/oauth2/sign_in', '/oauth2/sign_out']);

/** Reads identity, address and target of a request. */
export function openExchange(request: IncomingMessage, response: ServerResponse, options: ExchangeOptions): Exchange {
  const { url = '/' } = request;
  const target = withoutLastSlash(url.startsWith('/') ? url : originForm(url));
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  const sender = options.senderOf(request);
  return {
    request,
    response,
    method: request.method ?? 'GET',
    target,
    path,
    query,
    ...openTrace(request, path, options.traces),
    ...sender,
    network: networkOf(sender.clientAddress),
    queryToken: containsToken(query),
    carriesSecrets: false,
    encodedTags: takeEncodedTags(request),
    startedAtMs: options.nowMs(),
    operation: noOperation,
    route: undefined,
    claims: null,
    organization: undefined,
    takesCookies: cookiePaths.has(path),
    isConsole: isBelow(path, '/console'),
    isWaiting: false,
    windows: [],
    atEnd: [],
    loggedPath: loggedPath(path).slice(0, 256),
  };
}

/** Whether a path is this folder or below it. */
export const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Begins a request's trace. A client's `traceparent` is linked to only: clients must not choose what we record, or join others' traces. */
function openTrace(request: IncomingMessage, path: string, traces: ExchangeOptions['traces']): RequestIdentity & Pick<Exchange, 'span'> {
  const { requestId, traceparent } = requestIdentity(request.headers);
  if (!traces || isProbe(path)) return { requestId, traceparent, span: undefined };
  const isClients = request.headers['traceparent'] === traceparent;
  const span = traces.tracing.begin(spanOf.request(request.method ?? 'GET', traces.scheme), isClients ? { link: traceparent } : {});
  return { requestId, traceparent: isClients ? traceparent : span.traceparent, span };
}

/** Probes come every few seconds: they are neither traced nor logged. */
export const isProbe = (path: string): boolean => path === '/livez' || path === '/readyz';

/** Whether it changes nothing. */
export const isRead = ({ method }: Pick<Exchange, 'method'>): boolean => method === 'GET' || method === 'HEAD';

const absoluteForm = /^https?:\/\/[^/?#]*/i;

/** RFC 9112, section 3.2.2: the absolute form is accepted, and its host is ignored. */
function originForm(url: string): string {
  const rest = url.replace(absoluteForm, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The same path and query; `/v1/projects/` is `/v1/projects`. */
export const withoutLastSlash = (target: string): string => target.replace(/^([^?]*[^/?])\/(?=\?|$)/, '$1');
