import { Gauge, Histogram, Registry } from 'prom-client';

/** One service's metrics. They have a registry of their own, since standalone runs several services in one process. */
export interface Metrics {
  readonly registry: Registry;
  observeRequest(operation: string, status: number, seconds: number): void;
  setOutboxLag(milliseconds: number): void;
  setConsumerLag(topic: string, messages: number): void;
}

/** Request durations by operation and status, the age of the oldest event in the outbox, and the number of messages not yet consumed. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from taking up a request to the end of its answer',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  const outboxLag = new Gauge({
    name: 'outbox_lag_seconds',
    help: 'Age of the oldest event that is not published yet',
    registers: [registry],
  });
  const consumerLag = new Gauge({
    name: 'consumer_lag_messages',
    help: 'Messages of a topic that this service has not taken in yet',
    labelNames: ['topic'],
    registers: [registry],
  });
  return {
    registry,
    observeRequest: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    setOutboxLag: (milliseconds) => outboxLag.set(milliseconds / 1000),
    setConsumerLag: (topic, messages) => consumerLag.set({ topic }, messages),
  };
}
