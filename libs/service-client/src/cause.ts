import type { IncomingHttpHeaders } from 'node:http';

/** The cause of a call to another service: a request, or work of the service's own. */
export interface Cause {
  /** When the caller stops waiting for the result, in milliseconds of `performance.now()`. */
  readonly deadlineMs: number;
  /** W3C Trace Context of the request, if there is one. */
  readonly traceparent?: string | undefined;
  /** Names the request in the logs of both services. */
  readonly requestId?: string | undefined;
}

/** The time for which a client's request may wait for other services, all its calls together. The gateway waits longer for the answer. */
export const REQUEST_LIMIT_MS = 10_000;

/** Header of a call between services: how many milliseconds its caller still waits. Only `/internal` reads it. */
export const TIME_LEFT_HEADER = 'X-Time-Left-Ms';

/** Work that no request began: it waits this long for its calls. */
export const deadlineIn = (timeoutMs: number): Cause => ({ deadlineMs: performance.now() + timeoutMs });

/** The same cause with less time: `timeoutMs` from now at most. */
export const withTimeLimit = (timeoutMs: number, cause: Cause): Cause => ({
  ...cause,
  deadlineMs: Math.min(cause.deadlineMs, performance.now() + timeoutMs),
});

/** The deadline of a call from another service: its caller's, or that of any request if it names none. */
export function callerDeadline(headers: IncomingHttpHeaders, arrivedMs: number): number {
  const header = headers[TIME_LEFT_HEADER.toLowerCase()];
  const leftMs = typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : REQUEST_LIMIT_MS;
  return arrivedMs + leftMs;
}
