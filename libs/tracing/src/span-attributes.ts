import type { SpanEnd, SpanStart } from './spans.ts';
import { summaryOf } from './statement-summary.ts';

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

/** How a request ended. */
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

/** What a service asks another one. */
function call(asked: { service: string; operationId: string; operation: { method: string; path: string } }): SpanStart {
  const { service, operationId, operation } = asked;
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
