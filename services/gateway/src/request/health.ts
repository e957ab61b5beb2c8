import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { protocolErrors } from '@partner-ordering/http';
import { errorAnswer, jsonAnswer } from '../exchange/answers.ts';
import type { Answer } from '../exchange/answers.ts';

/** Metrics of this instance. They have a registry of their own, so that several services can share a process. */
export interface Metrics {
  started(): void;
  finished(labels: { service: string; method: string; status: number }, seconds: number): void;
  text(): Promise<string>;
}

export function createMetrics(processMetrics: boolean): Metrics {
  const registry = new Registry();
  if (processMetrics) collectDefaultMetrics({ register: registry });
  const inFlight = new Gauge({ name: 'gateway_requests_in_flight', help: 'Requests being answered', registers: [registry] });
  const duration = new Histogram({
    name: 'gateway_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['service', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    started: () => inFlight.inc(),
    finished(labels, seconds) {
      inFlight.dec();
      duration.observe(labels, seconds);
    },
    text: () => registry.metrics(),
  };
}

/** `/livez` and `/readyz` of the gateway itself; those of the services cannot be reached through it. */
export function healthPages(isReady: () => boolean): Record<string, () => Promise<Answer>> {
  const headers = { 'cache-control': 'no-store' };
  return {
    '/livez': async () => jsonAnswer(200, { status: 'live' }, headers),
    '/readyz': async () => (isReady() ? jsonAnswer(200, { status: 'ready' }, headers) : errorAnswer(protocolErrors.notReady)),
  };
}
