import { Counter, Gauge, Registry } from 'prom-client';
import { protocolErrors, readyGauge, requestDurations, watchProcess } from '@partner-ordering/http';
import { errorAnswer, jsonAnswer, type Answer } from '../exchange/answers.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics of this instance. They have a registry of their own, so that several services can share a process. */
export function createMetrics(showsProcess: boolean, isReady: () => boolean, certificateExpiresAt: (() => Date) | undefined) {
  const registry = new Registry();
  registry.setDefaultLabels({ service: 'gateway' });
  watchProcess(registry, showsProcess);
  const ready = readyGauge(registry);
  const inFlight = new Gauge({ name: 'gateway_requests_in_flight', help: 'Requests being answered', registers: [registry] });
  const waiting = new Gauge({
    name: 'gateway_waiting_answers',
    help: 'Streams of events, and answers that wait for one',
    registers: [registry],
  });
  const connectionsRefused = new Counter({
    name: 'gateway_connections_refused_total',
    help: 'Connections beyond those that an address may have',
    registers: [registry],
  });
  const repeated = new Counter({
    name: 'gateway_repeated_requests_total',
    help: 'Requests that an instance did not answer, and that were sent once more',
    labelNames: ['upstream'],
    registers: [registry],
  });
  if (certificateExpiresAt)
    new Gauge({
      name: 'gateway_certificate_expiry_timestamp_seconds',
      help: 'When the certificate that is shown, or one of its chain, expires',
      registers: [registry],
      collect() {
        this.set(certificateExpiresAt().getTime() / 1000);
      },
    });
  return {
    inFlight,
    /** Answers that wait for an event; their requests are in flight no longer. */
    waiting,
    connectionsRefused,
    repeated,
    /** `upstream` is the service that was to answer, or `gateway`. */
    observeDuration: requestDurations(registry, ['upstream']),
    registry,
    text: () => {
      ready.set(Number(isReady()));
      return registry.metrics();
    },
  };
}

/** The organizations with the most requests, each with their number. Others have no series, so that these stay few. */
export const watchOrganizations = (registry: Registry, busiest: () => readonly (readonly [gid: string, requests: number])[]): Gauge =>
  new Gauge({
    name: 'gateway_organization_requests',
    help: 'Requests in the last whole minute by members of the ten busiest organizations',
    labelNames: ['organization'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [organization, requests] of busiest()) this.set({ organization }, requests);
    },
  });

/** `/livez` and `/readyz` of the gateway itself; those of the services cannot be reached through it. */
export function healthPages(whyNotReady: () => string | undefined): Record<string, () => Promise<Answer>> {
  const headers = { 'cache-control': 'no-store' };
  return {
    '/livez': async () => jsonAnswer(200, { status: 'live' }, headers),
    '/readyz': async () => {
      const why = whyNotReady();
      return why === undefined ? jsonAnswer(200, { status: 'ready' }, headers) : errorAnswer(protocolErrors.notReady(why));
    },
  };
}
