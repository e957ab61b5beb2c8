import type { AttemptResult, JobBacklog } from '@partner-ordering/jobs';
import { Gauge, Histogram, Registry } from 'prom-client';
import { requestDurations, type MeasuredRequest } from './request-durations.ts';

/** One service's metrics. They have a registry of their own, since standalone runs several services in one process. */
export interface Metrics {
  readonly registry: Registry;
  observeRequest(request: MeasuredRequest, seconds: number): void;
  setOutboxLag(milliseconds: number): void;
  setConsumerLag(topic: string, messages: number): void;
  /** How many messages were set aside; undefined when that is not known. */
  setDeadLetters(messages: number | undefined): void;
  observeJob(job: string, result: AttemptResult, seconds: number): void;
  /** What stands in the queue; undefined when that is not known. */
  setJobBacklog(backlog: readonly JobBacklog[] | undefined): void;
}

/**
 * Request durations, the age of the oldest event in the outbox, the number of messages not yet consumed and of those set aside, and
 * jobs: how long their attempts took, and what waits.
 */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const observeDuration = requestDurations(registry);
  const outboxLag = new Gauge({
    name: 'outbox_lag_seconds',
    help: 'Age of the oldest event that is not published yet',
    registers: [registry],
  });
  const consumerLag = new Gauge({
    name: 'consumer_lag_messages',
    help: 'Messages of a topic that this service has not consumed yet',
    labelNames: ['topic'],
    registers: [registry],
  });
  const deadLetters = new Gauge({
    name: 'dead_letters',
    help: 'Messages whose handler kept failing, and that wait for a replay',
    registers: [registry],
  });
  return {
    registry,
    observeRequest: (request, seconds) => observeDuration(request, seconds, {}),
    setOutboxLag: (milliseconds) => outboxLag.set(milliseconds / 1000),
    setConsumerLag: (topic, messages) => consumerLag.set({ topic }, messages),
    setDeadLetters: (messages) => deadLetters.set(messages ?? NaN),
    ...jobMetrics(registry),
  };
}

function jobMetrics(registry: Registry): Pick<Metrics, 'observeJob' | 'setJobBacklog'> {
  const attempts = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time that an attempt to do a job took, by how it ended',
    labelNames: ['job', 'result'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['job'], registers: [registry] });
  const due = gauge('jobs_due', 'Jobs that are due and wait for a worker');
  const failing = gauge('jobs_failing', 'Jobs whose last attempt failed and that are tried again');
  const givenUp = gauge('jobs_given_up', 'Jobs that failed too often and wait for somebody to let them begin anew');
  const oldest = gauge('job_oldest_seconds', 'How long the oldest job that is due has been waiting');
  /** A job that was seen once keeps its row, at 0 when none is left. */
  const known = new Set<string>();

  function setJobBacklog(backlog: readonly JobBacklog[] | undefined): void {
    for (const each of [due, failing, givenUp, oldest]) each.reset();
    if (!backlog) return;
    backlog.forEach(({ name }) => known.add(name));
    const none = [...known].map((name) => ({ name, due: 0, failing: 0, givenUp: 0, oldestMs: 0 }));
    for (const { name, ...of } of [...none, ...backlog]) {
      due.set({ job: name }, of.due);
      failing.set({ job: name }, of.failing);
      givenUp.set({ job: name }, of.givenUp);
      oldest.set({ job: name }, of.oldestMs / 1000);
    }
  }
  return { observeJob: (job, result, seconds) => attempts.observe({ job, result }, seconds), setJobBacklog };
}
