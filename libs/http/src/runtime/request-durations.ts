import type { IncomingMessage } from 'node:http';
import { methodOf, type Scheme } from '@partner-ordering/tracing';
import { Histogram, type Registry } from 'prom-client';

/** A request that has ended. */
export interface MeasuredRequest {
  /** As it was sent. */
  method: string;
  scheme: Scheme;
  /** The document's path, `/v1/projects/{gid}`; undefined for an unknown path. */
  route: string | undefined;
  /** Undefined for an answer that did not reach its end. */
  status: number | undefined;
}

/**
 * `http_server_request_duration_seconds`, with the attributes of OpenTelemetry's `http.server.request.duration`. Its labels have few
 * values, whatever clients send. `more` names further labels.
 */
export function requestDurations<More extends string = never>(
  registry: Registry,
  more: readonly More[] = [],
): (request: MeasuredRequest, seconds: number, labels: Record<More, string>) => void {
  const histogram = new Histogram<string>({
    name: 'http_server_request_duration_seconds',
    help: 'Time from taking up a request to the end of its answer',
    labelNames: ['http_request_method', 'url_scheme', 'http_route', 'http_response_status_code', 'error_type', ...more],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return (request, seconds, labels) => histogram.observe({ ...requestAttributes(request), ...labels }, seconds);
}

function requestAttributes({ method, scheme, route, status }: MeasuredRequest): Record<string, string | number> {
  const error = errorType(status);
  return {
    http_request_method: methodOf(method),
    url_scheme: scheme,
    ...(route === undefined ? {} : { http_route: route }),
    ...(status === undefined ? {} : { http_response_status_code: status }),
    ...(error === undefined ? {} : { error_type: error }),
  };
}

export const schemeOf = ({ socket }: Pick<IncomingMessage, 'socket'>): Scheme => ('encrypted' in socket ? 'https' : 'http');

/** The status of a closed answer; undefined if it did not reach its end. */
export const statusSent = ({ writableFinished, statusCode }: { writableFinished: boolean; statusCode: number }): number | undefined =>
  writableFinished ? statusCode : undefined;

/** The error type of a status, which is undefined for an aborted answer. 4xx are no errors of the server. */
export function errorType(status: number | undefined): string | undefined {
  if (status === undefined) return 'aborted';
  return status >= 500 ? String(status) : undefined;
}
