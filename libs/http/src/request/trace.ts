import { spanOf, within, type Tracing } from '@partner-ordering/tracing';
import type { RequestHandler } from 'express';
import { errorType, schemeOf, statusSent } from '../runtime/request-durations.ts';

/** Runs each request in a span of its caller's trace. The gateway begins traces; polls between services have none. */
export function trace(tracing: Tracing | undefined): RequestHandler {
  return (request, response, next) => {
    const { method, headers } = request;
    const parent = headers['traceparent'] as string | undefined;
    if (!tracing || parent === undefined) return next();
    const span = tracing.begin(spanOf.request(method, schemeOf(request)), { parent });
    headers['traceparent'] = span.traceparent;
    response.once('close', () => {
      const status = statusSent(response);
      span.end(spanOf.answer({ method, route: request.template, status, requestId: request.id, error: errorType(status) }));
    });
    within(span, next);
  };
}
