import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TokenClaims } from '@partner-ordering/auth';
import { loggedPath, mayHoldToken, requestIdentity, type RequestIdentity } from '@partner-ordering/http';
import type { Span } from '@partner-ordering/tracing';
import { openTrace, type TraceOptions } from './trace.ts';
import { plainTags } from './entity-tags.ts';

/** What the gateway reads of a valid access token. */
export type VerifiedClaims = Pick<TokenClaims, 'client' | 'grant' | 'session' | 'user'>;

/** A client's request with everything that is worked out about it once. */
export interface Exchange extends RequestIdentity {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  /** Path and query as sent, but for a slash at the end of the path. */
  target: string;
  path: string;
  query: string;
  clientAddress: string;
  /** What the client says it asks for, see `Sender`. */
  claimedAddress: string | undefined;
  /** The query holds `access_token`: the answer must not be stored, and nobody else may see the query. */
  queryToken: boolean;
  /** The answer may carry a secret. */
  carriesSecrets: boolean;
  /** Tags of coded answers that the client has, by the tag of the answer itself; null when it sent none. */
  codedTags: ReadonlyMap<string, string> | null;
  startedAtMs: number;
  /** Filled by routing; `gateway` for the gateway's own answers. */
  service: string;
  /** Path of the operation in the documents, or of the gateway's page; undefined when nothing stands at the path. */
  route: string | undefined;
  /** Of its token, once that was verified; null on public operations too. */
  claims: VerifiedClaims | null;
  /** Sent to `/console` or below it, whatever it becomes. */
  isConsole: boolean;
  /** Its answer waits for something to happen, so that how long it takes says nothing. */
  isWaiting: boolean;
  /** What to call when the response has closed. */
  atEnd: (() => void)[];
  /** Its part of a trace; undefined when it is not traced. */
  span: Span | undefined;
  /** What the log shows instead of a path that carries a secret. */
  loggedPath: string;
}

const absoluteForm = /^https?:\/\/[^/?#]*/i;

export interface ExchangeOptions {
  nowMs: () => number;
  traces?: TraceOptions | undefined;
  senderOf: (request: IncomingMessage) => Pick<Exchange, 'clientAddress' | 'claimedAddress'>;
}

/** Reads identity, address and target of a request. */
export function openExchange(request: IncomingMessage, response: ServerResponse, options: ExchangeOptions): Exchange {
  const target = withoutLastSlash(originForm(request.url ?? '/'));
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  return {
    request,
    response,
    method: request.method ?? 'GET',
    target,
    path,
    query,
    ...openTrace({ request, path, ...requestIdentity(request.headers) }, options.traces),
    ...options.senderOf(request),
    queryToken: mayHoldToken(query),
    carriesSecrets: false,
    codedTags: takeCodedTags(request),
    startedAtMs: options.nowMs(),
    service: 'gateway',
    route: undefined,
    claims: null,
    isConsole: path === '/console' || path.startsWith('/console/'),
    isWaiting: false,
    atEnd: [],
    loggedPath: loggedPath(path).slice(0, 256),
  };
}

/** Services and our own operations know nothing of codings: the request names the tags of the answers themselves from here on. */
function takeCodedTags({ headers, rawHeaders }: IncomingMessage): ReadonlyMap<string, string> | null {
  const given = (['if-none-match', 'if-match'] as const).filter((name) => headers[name]?.includes('.'));
  if (given.length === 0) return null;
  const all = new Map<string, string>();
  for (const name of given) {
    const { tags, coded } = plainTags(headers[name]!);
    headers[name] = tags;
    for (const [tag, sent] of coded) all.set(tag, sent);
  }
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    if (/^if-(?:none-)?match$/i.test(rawHeaders[index]!)) rawHeaders[index + 1] = plainTags(rawHeaders[index + 1]!).tags;
  return all;
}

/** Whether it changes nothing. */
export const isRead = ({ method }: Pick<Exchange, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** RFC 9112, section 3.2.2: the absolute form is accepted, and its host is ignored. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const rest = url.replace(absoluteForm, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The same path and query; `/v1/projects/` is `/v1/projects`. */
export const withoutLastSlash = (target: string): string => target.replace(/^([^?]*[^/?])\/(?=\?|$)/, '$1');
