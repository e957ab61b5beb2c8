import type { Request, RequestHandler } from 'express';
import type { Metrics } from '../runtime/metrics.ts';
import { schemeOf, statusSent } from '../runtime/request-durations.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** The document's path of the route that took the request. */
    template?: string;
    /** Its answer waits for something to happen. */
    isWaiting?: true;
  }
}

/** Measures each request to the end of its answer, except answers that wait. */
export function measure(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const { method } = request;
    const scheme = schemeOf(request);
    response.once('close', () => {
      if (request.isWaiting) return;
      const status = statusSent(response);
      metrics.observeRequest({ method, scheme, route: request.template, status }, (performance.now() - start) / 1000);
    });
    next();
  };
}

/** Marks an answer that waits: its duration is not measured. The signal is aborted when the client has gone. */
export function waiting(request: Request): AbortSignal {
  request.isWaiting = true;
  const gone = new AbortController();
  const { res: response } = request;
  if (response === undefined || response.closed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}
