import type { RequestHandler } from 'express';
import type { Metrics } from '../runtime/metrics.ts';
import { schemeOf, statusSent } from '../runtime/request-durations.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** The document's path of the route that took the request. */
    template?: string;
  }
}

/** Measures each request to the end of its answer, also one that no route takes. */
export function measure(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const { method } = request;
    const scheme = schemeOf(request);
    response.once('close', () => {
      const status = statusSent(response);
      metrics.observeRequest({ method, scheme, route: request.template, status }, (performance.now() - start) / 1000);
    });
    next();
  };
}
