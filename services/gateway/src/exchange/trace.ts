import type { IncomingMessage } from 'node:http';
import type { RequestIdentity } from '@partner-ordering/http';
import { spanOf, type Scheme, type Span, type Tracing } from '@partner-ordering/tracing';

export interface TraceOptions {
  tracing: Tracing;
  /** By which protocol all requests come. */
  scheme: Scheme;
}

interface Identified extends RequestIdentity {
  request: IncomingMessage;
  path: string;
}

/** Begins a request's trace. A client's `traceparent` is linked to only: clients must not choose what we record, or join others' traces. */
export function openTrace(
  { request, path, requestId, traceparent }: Identified,
  traces: TraceOptions | undefined,
): RequestIdentity & { span: Span | undefined } {
  // Probes come every few seconds.
  if (!traces || path === '/livez' || path === '/readyz') return { requestId, traceparent, span: undefined };
  const isClients = request.headers['traceparent'] === traceparent;
  const span = traces.tracing.begin(spanOf.request(request.method ?? 'GET', traces.scheme), isClients ? { link: traceparent } : {});
  return { requestId, traceparent: isClients ? traceparent : span.traceparent, span };
}
