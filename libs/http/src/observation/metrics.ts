import type { AttemptResult, JobBacklog } from '@partner-ordering/jobs';
import type { Database } from '@partner-ordering/data';
import type { OutboxLag } from '@partner-ordering/messaging';
import { release } from '@partner-ordering/kernel';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { requestDurations } from './observe.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of one service, in a registry of its own, since standalone runs several services in one process. */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const gauge = gaugesOf(registry);
  const outboxLag = gauge('outbox_lag_seconds', 'Age of the oldest event that is not published yet');
  const outboxEvents = gauge('outbox_events', 'Events that are not published yet, counted up to 10,000');
  const consumerLag = gauge('consumer_lag_messages', 'Messages of a topic that this service has not consumed yet', ['topic']);
  const stopped = gauge('consumer_stopped_partitions', 'Partitions of a topic that are not read until recover: their log is lost', [
    'topic',
  ]);
  const deadLetters = gauge('dead_letters', 'Messages that were set aside and wait for a replay, counted up to 10,000');
  const behind = gauge('database_behind_seconds', 'How much older the database is than what its service has published; 0 once accepted');
  const ready = readyGauge(registry);
  return {
    registry,
    setReady: (isReady: boolean) => ready.set(Number(isReady)),
    setBehind: (ms: number) => behind.set(ms / 1000),
    observeRequest: requestDurations(registry),
    setOutboxLag({ oldestMs, events }: OutboxLag) {
      outboxLag.set(oldestMs / 1000);
      outboxEvents.set(events);
    },
    setConsumerLag: (topic: string, messages: number) => consumerLag.set({ topic }, messages),
    setStopped: (topics: readonly { topic: string; partitions: number }[]) =>
      topics.forEach(({ topic, partitions }) => stopped.set({ topic }, partitions)),
    setDeadLetters: (messages: number) => deadLetters.set(messages),
    ...jobMetrics(registry),
  };
}

const gaugesOf =
  (registry: Registry) =>
  (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

/** Whether `/readyz` answers 200. The gateway has it too. */
export const readyGauge = (registry: Registry): Gauge => gaugesOf(registry)('ready', '1 while the instance takes requests, else 0');

/** `build_info`, and the figures of the process (`process_…`, `nodejs_…`), which one of the services in a process shows. */
export function watchProcess(registry: Registry, showsProcess = false): void {
  new Gauge({ name: 'build_info', help: 'Always 1', labelNames: ['version', 'node'], registers: [registry] })
    .labels(release, process.version)
    .set(1);
  if (showsProcess) collectDefaultMetrics({ register: registry });
}

/** The pool of connections, with the names of OpenTelemetry's `db.client.connection.*`. */
export function watchConnections(registry: Registry, { connections }: Pick<Database, 'connections'>): void {
  new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections of the pool to the database, by state: used or idle',
    labelNames: ['db_client_connection_state'],
    registers: [registry],
    collect() {
      const { used, idle } = connections();
      this.set({ db_client_connection_state: 'used' }, used);
      this.set({ db_client_connection_state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Requests and jobs that wait for a connection of the pool',
    registers: [registry],
    collect() {
      this.set(connections().waiting);
    },
  });
}

/** How far the clock of this machine is from others, by their names. The gateway measures it too. */
export const watchClocks = (registry: Registry, skewSeconds: () => Readonly<Record<string, number>>): Gauge =>
  new Gauge({
    name: 'clock_skew_seconds',
    help: 'By how much the clock of this machine is ahead of that of its database, or of a service that it asks',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      for (const [source, seconds] of Object.entries(skewSeconds())) this.set({ source }, seconds);
    },
  });

/** The age of the known revocations, which decides what is answered while identity is away. */
export const watchRevocations = (registry: Registry, ageMs: () => number): Gauge =>
  new Gauge({
    name: 'revocations_age_seconds',
    help: 'Time since identity last said which sessions have ended; +Inf before it has',
    registers: [registry],
    collect() {
      this.set(ageMs() / 1000);
    },
  });

function jobMetrics(registry: Registry) {
  const attempts = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time that an attempt to do a job took, by how it ended',
    labelNames: ['job', 'result'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  const gauge = gaugesOf(registry);
  const due = gauge('jobs_due', 'Jobs that are due and wait for a worker, counted up to 10,000', ['job']);
  const failing = gauge('jobs_failing', 'Jobs whose last attempt failed and that are tried again', ['job']);
  const givenUp = gauge('jobs_given_up', 'Jobs that failed too often and wait for somebody to let them begin anew', ['job']);
  const oldest = gauge('job_oldest_seconds', 'How long the oldest job that is due has been waiting', ['job']);
  /** A job that was seen once keeps its row, at 0 without jobs. */
  const knownJobs = new Set<string>();

  function setJobBacklog(backlog: readonly JobBacklog[]): void {
    backlog.forEach(({ name }) => knownJobs.add(name));
    const none = [...knownJobs].map((name) => ({ name, due: 0, failing: 0, givenUp: 0, oldestMs: 0 }));
    for (const { name, ...of } of [...none, ...backlog]) {
      due.set({ job: name }, of.due);
      failing.set({ job: name }, of.failing);
      givenUp.set({ job: name }, of.givenUp);
      oldest.set({ job: name }, of.oldestMs / 1000);
    }
  }
  const observeJob = (job: string, result: AttemptResult, seconds: number) => attempts.observe({ job, result }, seconds);
  return { observeJob, setJobBacklog };
}
