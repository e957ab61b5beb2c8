import { setTimeout as delay } from 'node:timers/promises';
import { createGateway, readEnvironment as readGatewayEnvironment, type Gateway } from '@partner-ordering/gateway';
import {
  keysInFolder,
  keyVariables,
  readAccessLog,
  serveMetrics,
  tracingOf,
  type Service,
  type ServiceConfig,
} from '@partner-ordering/service';
import { databaseClock } from '@partner-ordering/data';
import type { serviceLog } from '@partner-ordering/http';
import { byService, serviceNames, urlVariables, type ServiceName } from '@partner-ordering/kernel';
import type { Transport } from '@partner-ordering/messaging';
import type { Tracing } from '@partner-ordering/tracing';
import { modules } from '../generated/modules.ts';
import { seedDemo, type Demo } from './demo.ts';
import type { StandaloneOptions } from './environment.ts';
import { reservePort, type ReservedPort } from './ports.ts';

/** Connections of a service; one organization gets half. Together with relays and listeners they stay far below PostgreSQL's 100. */
const POOL_SIZE = 6;
/** The wait for slow clients after Ctrl-C. */
const STOP_TIMEOUT_MS = 3_000;

/** The configuration of a system. Port 0 takes any free one. */
export interface SystemOptions extends Pick<StandaloneOptions, 'host' | 'port' | 'issuer' | 'isProduction' | 'demo' | 'validateResponses'> {
  /** Undefined serves no metrics. */
  metricsPort?: number;
  /** Folder with the keys of all services, see `makeKeys`. */
  keyFolder: string;
  databaseUrls: Readonly<Record<ServiceName, string>>;
  transport: Transport;
  log: (service: string) => ReturnType<typeof serviceLog>;
  /** The services' own variables (CORS_ORIGINS, FILES_DIR …). */
  environment: NodeJS.ProcessEnv;
  /** The time of the services; by default that of their databases. */
  clock?: () => Date;
  /** Ends the start early. */
  stop: AbortSignal;
}

/** All services and the gateway, running in this process. */
export interface System {
  /** URL of the gateway, as this machine reaches it. */
  readonly url: string;
  readonly services: Readonly<Record<ServiceName, Service>>;
  readonly serviceUrls: Readonly<Record<ServiceName, string>>;
  /** URL of the metrics: `<metricsUrl>/<service>`; undefined when they are not served. */
  readonly metricsUrl: string | undefined;
  /** The first order to try; undefined without demo data. */
  readonly demo: Demo | undefined;
  /** Answers the requests in flight, then ends everything but the given databases and transport. */
  stop(): Promise<void>;
}

/** Starts the services and the gateway on databases that exist, and resolves when the gateway is ready. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { stop } = options;
  await using started = new AsyncDisposableStack();
  const ports = await reservePorts();
  const serviceUrls = byService((name) => `http://127.0.0.1:${ports[name].port}`);
  const traces = await openTraces(options, started);
  const services = await createServices(options, serviceUrls, traces);
  started.defer(() => services.identity.stop());
  // They ask identity for revoked sessions as long as they run.
  started.defer(() => forEachService(otherServices, (name) => services[name].stop()));
  await forEachService(serviceNames, (name) => services[name].migrate());
  stop.throwIfAborted();
  const demo = options.demo ? await seedDemo(services, new Date()) : undefined;
  // Identity first: the others ask it for keys and revoked sessions.
  const start = async (name: ServiceName): Promise<void> => {
    await ports[name].release();
    await services[name].start({ port: ports[name].port, host: '127.0.0.1' });
  };
  await start('identity');
  await forEachService(otherServices, start);
  const gateway = await startGateway(options, serviceUrls, traces);
  started.defer(() => gateway.close());
  const url = `${gateway.isTls ? 'https' : 'http'}://${reachableHost(options.host)}:${gateway.port}`;
  for (const service of Object.values(serviceUrls)) await untilReady(service, () => notReadyAt(service), stop);
  await untilReady(url, async () => (gateway.isReady() ? undefined : 'not ready'), stop);
  const metricsUrl = await startMetrics(options, { ...services, gateway }, started);
  const running = started.move();
  return { url, services, serviceUrls, metricsUrl, demo, stop: () => running.disposeAsync() };
}

/** The services, not yet started. */
export async function createServices(
  { databaseUrls, transport, issuer, keyFolder, log, validateResponses, environment, clock }: Omit<SystemOptions, 'host' | 'port'>,
  serviceUrls: Readonly<Record<ServiceName, string>>,
  traces: Traces = {},
): Promise<Record<ServiceName, Service>> {
  const create = async (name: ServiceName): Promise<[ServiceName, Service]> => {
    const config: ServiceConfig = {
      databaseUrl: databaseUrls[name],
      poolSize: POOL_SIZE,
      transport,
      issuer,
      serviceUrls: byService((other) => [serviceUrls[other]]),
      serviceKeys: keysInFolder(keyFolder, name, (err) => log(name).warn({ err }, 'The keys were not taken over')),
      log: log(name),
      accessLog: readAccessLog(environment),
      tracing: traces[name],
      clock: clock ?? databaseClock(),
      validateResponses,
    };
    return [name, await modules[name].create(config, { ...environment, ...keyVariables(keyFolder, name) })];
  };
  const outcomes = await Promise.allSettled(serviceNames.map(create));
  const created = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return Object.fromEntries(created) as Record<ServiceName, Service>;
  await Promise.all(created.map(([, service]) => service.stop()));
  throw failed.reason;
}

type Traces = Readonly<Partial<Record<ServiceName | 'gateway', Tracing | undefined>>>;

/** Each service keeps its own name in traces, whatever `OTEL_SERVICE_NAME` says. */
async function openTraces({ environment, log }: SystemOptions, started: AsyncDisposableStack): Promise<Traces> {
  const variables = { ...environment, OTEL_SERVICE_NAME: undefined };
  const open = async (name: ServiceName | 'gateway') => [name, await tracingOf(variables, name, log(name))] as const;
  const opened = await Promise.all([...serviceNames, 'gateway' as const].map(open));
  // Together: each waits up to two seconds for a collector that does not answer.
  started.defer(() => Promise.all(opened.map(([, tracing]) => tracing?.close())).then(() => undefined));
  return Object.fromEntries(opened);
}

async function reservePorts(): Promise<Record<ServiceName, ReservedPort>> {
  const reserved = await Promise.all(serviceNames.map(async (name) => [name, await reservePort()] as const));
  return Object.fromEntries(reserved) as Record<ServiceName, ReservedPort>;
}

const otherServices = serviceNames.filter((name) => name !== 'identity');

/** Waits for all, then throws the first error: nothing runs on while the rest stops. */
async function forEachService(names: readonly ServiceName[], work: (name: ServiceName) => Promise<unknown>): Promise<void> {
  const outcomes = await Promise.allSettled(names.map(work));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The gateway reads its own variables, as it does alone. Its metrics show the process. */
async function startGateway(
  { host, port, metricsPort, issuer, isProduction, environment, keyFolder, log }: SystemOptions,
  serviceUrls: System['serviceUrls'],
  { gateway: tracing }: Traces,
): Promise<Pick<Gateway, 'isReady' | 'metrics'> & { port: number; isTls: boolean; close(): Promise<void> }> {
  const { config } = readGatewayEnvironment({
    ...environment,
    NODE_ENV: isProduction ? 'production' : 'development',
    ISSUER: issuer,
    ...keyVariables(keyFolder, 'gateway'),
    ...urlVariables((name) => serviceUrls[name]),
  });
  const timeouts = { ...config.timeouts, stopTimeoutMs: STOP_TIMEOUT_MS };
  const showsProcess = metricsPort !== undefined;
  const gateway = await createGateway({ ...config, timeouts, showsProcess }, { logger: log('gateway'), tracing });
  try {
    const listening = await gateway.listen(port, host);
    return { ...gateway, ...listening, isTls: config.certificate !== undefined, close: () => gateway.close() };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

/** Each has its own page, since metrics of several services share names. */
async function startMetrics(
  { host, metricsPort }: SystemOptions,
  measured: Readonly<Record<string, Pick<Service, 'metrics'>>>,
  started: AsyncDisposableStack,
): Promise<string | undefined> {
  if (metricsPort === undefined) return undefined;
  const pages = Object.fromEntries(Object.entries(measured).map(([name, { metrics }]) => [`/metrics/${name}`, metrics]));
  const server = await serveMetrics(pages, { host, port: metricsPort });
  started.defer(server.close);
  return `http://${reachableHost(host)}:${server.port}/metrics`;
}

const READY_INTERVAL_MS = 20;
const READY_LIMIT_MS = 60_000;

/** Why a service is not ready; undefined when it is. */
async function notReadyAt(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } });
  const reason = await response.text();
  return response.ok ? undefined : reason;
}

async function untilReady(url: string, notReady: () => Promise<string | undefined>, stop: AbortSignal): Promise<void> {
  for (const end = performance.now() + READY_LIMIT_MS; ; await delay(READY_INTERVAL_MS)) {
    stop.throwIfAborted();
    const reason = await notReady();
    if (reason === undefined) return;
    if (performance.now() > end) throw new Error(`${url} is not ready after ${READY_LIMIT_MS / 1000} s: ${reason}`);
  }
}

/** The host by which this machine reaches a server that listens on `host`. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
