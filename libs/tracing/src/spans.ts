import { AsyncLocalStorage } from 'node:async_hooks';

/** The attributes of a span, by the names of OpenTelemetry's semantic conventions. See `spanOf`. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A span as it begins. */
export interface SpanStart {
  kind: 'server' | 'client' | 'consumer' | 'internal';
  /** One of few: a method with the document's path, an event's type. */
  name: string;
  attributes?: Attributes;
}

/** The changes of a span at its end. */
export interface SpanEnd {
  /** Instead of the one that it began with. */
  name?: string;
  attributes?: Attributes;
  /** The kind of error that ended it, see `errorKind`. */
  error?: string | undefined;
}

/** A part of a trace: something that takes time. */
export interface Span {
  /** W3C Trace Context, for whom it asks. */
  readonly traceparent: string;
  /** Whether anybody will see it. */
  readonly isRecorded: boolean;
  /** Begins a span within this one; undefined when it is not recorded. */
  child(start: SpanStart): Span | undefined;
  end(end?: SpanEnd): void;
}

/** The relation of a span to one elsewhere. Both are `traceparent`s of W3C Trace Context; one that is malformed counts as none. */
export interface Origin {
  /** The span that it is a part of. */
  parent?: string | undefined;
  /** A trace that it links to without being a part of it. The span begins a trace of its own. */
  link?: string | undefined;
}

/** The traces of one service. */
export interface Tracing {
  /** Begins the service's part of a trace: of the trace of its `parent`, or a new one. */
  begin(start: SpanStart, origin?: Origin): Span;
  /** Sends what is still to be sent, for two seconds at most. */
  close(): Promise<void>;
}

const active = new AsyncLocalStorage<Span>();

/** The span in which this code runs; undefined when it is not traced. */
export const activeSpan = (): Span | undefined => active.getStore();

/** Runs `work`, and whatever it begins, within a span. */
export const withSpan = <Result>(span: Span | undefined, work: () => Result): Result =>
  span === undefined ? work() : active.run(span, work);

/** Runs `work` within a span, which ends with it. */
export async function inSpan<Result>(span: Span | undefined, work: () => Promise<Result>): Promise<Result> {
  if (span === undefined) return work();
  try {
    const result = await active.run(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error: errorKind(error) });
    throw error;
  }
}

/** The code or the class of an error. Its message may repeat what a client has sent. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, name } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : name;
}

/**
 * All contents of spans. More people read a collector than a database, so spans never hold what may be a token or a name: a path as sent,
 * a query, a body, a header, a parameter of SQL or an error's message.
 */
export const spanOf = { request, answer, call, statement, event, job };

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT']);

/** The method of a request by the semantic conventions: `_OTHER` for any that few know, whatever a client sends. */
export const methodOf = (sent: string): string => (methods.has(sent) ? sent : '_OTHER');

/** The method in the name of a span. */
const nameOf = (sent: string): string => (methods.has(sent) ? sent : 'HTTP');

/** By which protocol a request came. */
export type Scheme = 'http' | 'https';

/** A request that a client or another service has sent. */
function request(method: string, scheme: Scheme): SpanStart {
  return { kind: 'server', name: nameOf(method), attributes: { 'http.request.method': methodOf(method), 'url.scheme': scheme } };
}

/** The end of a request. */
interface AnsweredRequest {
  method: string;
  /** The document's path; undefined when nothing stands at the path. */
  route: string | undefined;
  /** undefined when the answer did not reach its end. */
  status: number | undefined;
  /** By which the log has its line. */
  requestId: string;
  /** Why it failed, if the server did. */
  error: string | undefined;
}

function answer({ method, route, status, requestId, error }: AnsweredRequest): SpanEnd {
  return {
    ...(route === undefined ? {} : { name: `${nameOf(method)} ${route}` }),
    attributes: { 'http.route': route, 'http.response.status_code': status, 'request.id': requestId },
    error,
  };
}

/** A call of another service. */
function call(called: { service: string; operationId: string; operation: { method: string; path: string } }): SpanStart {
  const { service, operationId, operation } = called;
  const attributes = { 'http.request.method': operation.method, 'url.template': operation.path, 'peer.service': service };
  return { kind: 'client', name: `${service} ${operationId}`, attributes };
}

/** A statement of SQL. */
function statement(text: string): SpanStart {
  const { operation, table, summary } = summaryOf(text);
  const attributes = { 'db.operation.name': operation, 'db.collection.name': table, 'db.query.summary': summary };
  return { kind: 'client', name: summary, attributes: { 'db.system.name': 'postgresql', ...attributes } };
}

/** The handling of an event. */
function event({ type, id, source }: { type: string; id: string; source: string }): SpanStart {
  const attributes = { 'messaging.operation.type': 'process', 'messaging.message.id': id };
  const cloudEvent = { 'cloudevents.event_type': type, 'cloudevents.event_source': source };
  return { kind: 'consumer', name: `process ${type}`, attributes: { ...attributes, ...cloudEvent } };
}

/** One attempt of a job. */
function job(name: string): SpanStart {
  return { kind: 'internal', name: `job ${name}` };
}

/** The operation and the table of a statement. */
interface StatementSummary {
  /** In small letters: `insert`, `commit`. */
  operation: string;
  table: string | undefined;
  /** Both: `insert project`. */
  summary: string;
}

/** `for update` changes nothing, and `do update` belongs to an insert. */
const changePattern =
  /\b(insert)\s+into\s+"?(\w+)|(?<!\b(?:for|key|do)\s+)\b(update)\s+(?:only\s+)?"?(\w+)|\b(delete)\s+from\s+(?:only\s+)?"?(\w+)/gi;
/** A function, as in `from unnest(…)`, is no table. */
const readPattern = /^\s*(?:with\b[^]*?\b(?=select\b))?([a-z]+)(?:[^]*?\sfrom\s+"?([a-z_]\w*)\b(?!\s*\())?/i;

/** The summary of a statement's text, without anything that stands in it as a value. */
export function summaryOf(text: string): StatementSummary {
  // The parts of `with` come first; the purpose of the statement is last.
  const parts = [...text.matchAll(changePattern)].at(-1) ?? readPattern.exec(text) ?? [];
  const [, verb = 'query', table] = parts.filter((part) => part !== undefined);
  const operation = verb.toLowerCase();
  return { operation, table, summary: table === undefined ? operation : `${operation} ${table}` };
}
