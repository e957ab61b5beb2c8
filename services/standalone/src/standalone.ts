import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@partner-ordering/data';
import { createCatalog } from '@partner-ordering/catalog';
import { createGateway, readEnvironment as readGatewayEnvironment } from '@partner-ordering/gateway';
import { serviceLog, type CreateService, type Service, type ServiceConfig } from '@partner-ordering/http';
import { createIdentity } from '@partner-ordering/identity';
import { postgresTransport } from '@partner-ordering/messaging';
import { createOrdering } from '@partner-ordering/ordering';
import type { DestinationStream } from 'pino';
import { keepDemoApart, seedDemo, type Demo } from './demo.ts';
import type { StandaloneOptions } from './environment.ts';
import { makeDatabases } from './migrations/databases.ts';
import { refuseUsedPort, reservePort, type ReservedPort } from './ports.ts';
import { readSecrets, type Secrets } from './secrets.ts';

/** Every service of the system but the gateway, by its bare name, in the order in which they start. */
const creators = { identity: createIdentity, catalog: createCatalog, ordering: createOrdering };
type Name = keyof typeof creators;
const names = Object.keys(creators) as Name[];

/** Of each service; together with relays and listeners far below PostgreSQL's 100 connections. */
const POOL_SIZE = 6;

/** The whole system, running. */
export interface Standalone {
  /** What the demo data offers to try; undefined without demo data. */
  readonly demo: Demo | undefined;
  /** Requests in flight are answered, then everything ends, PostgreSQL last. */
  stop(): Promise<void>;
}

/** What standalone runs with besides its options. */
export interface StandaloneDependencies {
  environment: NodeJS.ProcessEnv;
  /** Takes the log of all services. */
  output: DestinationStream;
  /** Ends the start early. */
  stop: AbortSignal;
}

/**
 * Starts PostgreSQL, the services and the gateway in this process, and resolves when the gateway is ready. What was started is stopped again
 * when something fails. Rejects with Node's error when the port is in use, with one line otherwise.
 */
export async function startStandalone(options: StandaloneOptions, dependencies: StandaloneDependencies): Promise<Standalone> {
  await refuseUsedPort(options.port, options.host);
  await using started = new AsyncDisposableStack();
  const { stop, output } = dependencies;
  const log = (service: string) => serviceLog(() => service, options.logLevel, output);
  keepDemoApart(options);
  const postgres = await startPostgres(options, log('postgres'));
  started.defer(() => postgres.stop());
  const secrets = readSecrets(options.dataDir, [...names, 'messaging']);
  await makeDatabases(postgres.superuserUrl(), secrets.passwords);
  stop.throwIfAborted();

  const transport = await postgresTransport({ url: databaseUrl(postgres, secrets, 'messaging'), logger: log('messaging') });
  started.defer(() => transport.close());
  const ports = await reservePorts();
  const serviceUrls = Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${ports[name].port}`]));
  const configFor = (name: Name): ServiceConfig => ({
    databaseUrl: databaseUrl(postgres, secrets, name),
    poolSize: POOL_SIZE,
    transport,
    issuer: options.issuer,
    serviceUrls,
    serviceSecret: secrets.serviceSecret,
    log: log(name),
    clock: () => new Date(),
    validateResponses: options.validateResponses,
  });
  const services = await createAll(configFor);
  started.defer(() => everyone((name) => services[name].stop()));
  await everyone((name) => services[name].migrate());
  stop.throwIfAborted();
  const demo = options.demo ? await seedDemo(services, new Date()) : undefined;
  // Identity first: the others ask it for keys and revoked sessions.
  for (const name of names) {
    await ports[name].release();
    await services[name].start({ port: ports[name].port, host: '127.0.0.1' });
  }
  started.defer(await startGateway(options, dependencies, { serviceUrls, secrets, log: log('gateway') }));
  const gatewayUrl = `http://${reachable(options.host)}:${options.port}`;
  for (const url of [...Object.values(serviceUrls), gatewayUrl]) await untilReady(url, stop);
  const running = started.move();
  return { demo, stop: () => running.disposeAsync() };
}

function startPostgres({ dataDir }: StandaloneOptions, log: ReturnType<typeof serviceLog>): Promise<EmbeddedPostgres> {
  const onLog = (line: string): void => (/PANIC|ended by itself/.test(line) ? log.warn({}, line) : log.debug({}, line));
  return startEmbeddedPostgres({ dataDir, durable: true, onLog });
}

function databaseUrl(postgres: EmbeddedPostgres, { passwords }: Secrets, name: string): string {
  return `postgres://${name}:${passwords[name]}@127.0.0.1:${postgres.port}/${name}`;
}

async function reservePorts(): Promise<Record<Name, ReservedPort>> {
  const reserved = await Promise.all(names.map(async (name) => [name, await reservePort()] as const));
  return Object.fromEntries(reserved) as Record<Name, ReservedPort>;
}

async function createAll(configFor: (name: Name) => ServiceConfig): Promise<Record<Name, Service>> {
  const create = async (name: Name) => [name, await (creators[name] as CreateService)(configFor(name))] as const;
  return Object.fromEntries(await Promise.all(names.map(create))) as Record<Name, Service>;
}

/** Waits for all, then throws what failed first: nothing goes on in the background while the rest is being stopped. */
async function everyone(work: (name: Name) => Promise<unknown>): Promise<void> {
  const outcomes = await Promise.allSettled(names.map(work));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

interface GatewayParts {
  serviceUrls: Readonly<Record<string, string>>;
  secrets: Secrets;
  log: ReturnType<typeof serviceLog>;
}

/** The gateway takes its own variables (CORS_ORIGINS …) as it would alone. Answers how to stop it. */
async function startGateway(
  { host, port, issuer, isProduction }: StandaloneOptions,
  { environment }: StandaloneDependencies,
  { serviceUrls, secrets, log }: GatewayParts,
): Promise<() => Promise<void>> {
  const { config } = readGatewayEnvironment({
    ...environment,
    NODE_ENV: isProduction ? 'production' : 'development',
    ISSUER: issuer,
    SERVICE_SECRET: secrets.serviceSecret,
    ...Object.fromEntries(Object.entries(serviceUrls).map(([name, url]) => [`${name.toUpperCase()}_URL`, url])),
  });
  const gateway = await createGateway({ ...config, processMetrics: false }, { logger: log });
  try {
    await gateway.listen(port, host);
  } catch (error) {
    await gateway.close();
    throw error;
  }
  return () => gateway.close();
}

const READY_INTERVAL_MS = 20;

async function untilReady(url: string, stop: AbortSignal): Promise<void> {
  for (;;) {
    stop.throwIfAborted();
    const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } });
    await response.body?.cancel();
    if (response.ok) return;
    await delay(READY_INTERVAL_MS);
  }
}

/** How this machine reaches what listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
