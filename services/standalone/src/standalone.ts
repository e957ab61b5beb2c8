import { join } from 'node:path';
import { quickStop, startEmbeddedPostgres, type EmbeddedPostgres } from '@partner-ordering/embedded-postgres';
import { makeKeys, unlessAborted } from '@partner-ordering/service';
import { serviceLog } from '@partner-ordering/http';
import { byService, serviceNames } from '@partner-ordering/kernel';
import { postgresTransport } from '@partner-ordering/messaging';
import type { DestinationStream } from 'pino';
import type { ServiceCommand } from './command.ts';
import { keepDemoApart } from './demo.ts';
import type { StandaloneOptions } from './environment.ts';
import { makeDatabases } from './migrations/databases.ts';
import { refuseUsedPort } from './ports.ts';
import { readPasswords } from './secrets.ts';
import { createServices, startSystem, type System, type SystemOptions } from './system.ts';

export { seedDemo, type Demo } from './demo.ts';
export { makeDatabases } from './migrations/databases.ts';
export { modules } from '../generated/modules.ts';
export { createServices, startSystem, type System, type SystemOptions } from './system.ts';

/** The running system. `stop` stops PostgreSQL last. */
export type Standalone = Pick<System, 'url' | 'metricsUrl' | 'demo' | 'stop'>;

interface StandaloneDependencies extends Pick<SystemOptions, 'environment' | 'stop'> {
  /** Receives the logs of all services. */
  output: DestinationStream;
}

/**
 * Starts PostgreSQL, the services and the gateway, and resolves when the gateway is ready. A failure stops what has started. Rejects with
 * Node's error when the port is in use, with a one-line Error otherwise.
 */
export async function startStandalone(options: StandaloneOptions, dependencies: StandaloneDependencies): Promise<Standalone> {
  await refuseUsedPort(options.port, options.host);
  const { stop } = dependencies;
  let isAborted = false;
  // PostgreSQL stops while others use it, so these errors are expected.
  const output: DestinationStream = { write: (line) => void (isAborted || dependencies.output.write(line)) };
  const log = (service: string) => serviceLog(service, options.logLevel, output);
  keepDemoApart(options);
  const postgres = await startPostgres(options, log('postgres'), stop);
  try {
    // A stop in the middle waits for PostgreSQL only: interrupted work is rolled back, as after a crash.
    const system = await unlessAborted(stop, startOn(postgres, options, { ...dependencies, log }));
    return { ...system, stop: () => system.stop().finally(() => postgres.stop()) };
  } catch (error) {
    isAborted = stop.aborted;
    await postgres.stop(stop.aborted ? quickStop : undefined);
    throw error;
  }
}

/** Runs a command of one service while nothing else runs. Rejects with a one-line Error while the data folder is in use. */
export async function runStandaloneCommand(
  options: StandaloneOptions,
  { environment, output, stop }: StandaloneDependencies,
  { service: name, command }: ServiceCommand,
): Promise<void> {
  const log = (service: string) => serviceLog(service, service === name ? 'info' : options.logLevel, output);
  const postgres = await startPostgres(options, log('postgres'), stop);
  try {
    await unlessAborted(stop, runCommand());
  } finally {
    await postgres.stop(stop.aborted ? quickStop : undefined);
  }

  async function runCommand(): Promise<void> {
    await using foundation = await openFoundation(postgres, options, { log, environment });
    // The services are not started, so these addresses are never called.
    const services = await createServices(
      { ...options, ...foundation, stop, log },
      byService(() => options.issuer),
    );
    try {
      // A restored backup may be older than the code.
      await services[name].migrate();
      const retries = { stop, onFailure: () => undefined };
      // There is no broker: events travel through the messaging database.
      const context = { log: log(name), clock: () => new Date(), retries, reachBrokers: () => Promise.resolve() };
      await command.run(services[name], context);
    } finally {
      await Promise.all(Object.values(services).map((service) => service.stop()));
    }
  }
}

/** Starts everything but PostgreSQL. A failure stops what has started. */
async function startOn(
  postgres: EmbeddedPostgres,
  options: StandaloneOptions,
  dependencies: Pick<StandaloneDependencies, 'stop' | 'environment'> & Pick<SystemOptions, 'log'>,
): Promise<Standalone> {
  await using started = new AsyncDisposableStack();
  const foundation = started.use(await openFoundation(postgres, options, dependencies));
  const { stop, log } = dependencies;
  const system = await startSystem({ ...options, ...foundation, stop, log });
  started.defer(() => system.stop());
  const running = started.move();
  return { url: system.url, demo: system.demo, metricsUrl: system.metricsUrl, stop: () => running.disposeAsync() };
}

type Foundation = Pick<SystemOptions, 'environment' | 'keyFolder' | 'databaseUrls' | 'transport'> & AsyncDisposable;

async function openFoundation(
  postgres: EmbeddedPostgres,
  { dataDir, isProduction }: StandaloneOptions,
  { log, environment }: Pick<StandaloneDependencies, 'environment'> & Pick<SystemOptions, 'log'>,
): Promise<Foundation> {
  const keyFolder = join(dataDir, 'keys');
  makeKeys(keyFolder);
  const passwords = readPasswords(dataDir, [...serviceNames, 'messaging']);
  await makeDatabases(postgres.superuserUrl(), passwords);
  const databaseUrl = (name: string): string => `postgres://${name}:${passwords[name]}@127.0.0.1:${postgres.port}/${name}`;
  const messagingLog = log('messaging');
  const transport = await postgresTransport({ url: databaseUrl('messaging'), logger: messagingLog });
  return {
    environment: {
      FILES_DIR: join(dataDir, 'files'),
      MAIL_DIR: join(dataDir, 'mail'),
      ...(isProduction ? {} : { ALLOW_PRIVATE_TARGETS: '1', DOCS_TRY_IT: 'test' }),
      ...environment,
    },
    keyFolder,
    databaseUrls: byService(databaseUrl),
    transport,
    [Symbol.asyncDispose]: () => {
      // PostgreSQL may end a connection before it is closed, so these errors are expected.
      messagingLog.level = 'silent';
      return transport.close();
    },
  };
}

function startPostgres({ dataDir }: StandaloneOptions, log: ReturnType<typeof serviceLog>, signal: AbortSignal): Promise<EmbeddedPostgres> {
  const onLog = (line: string): void => (/PANIC|ended by itself/.test(line) ? log.warn({}, line) : log.debug({}, line));
  return startEmbeddedPostgres({ dataDir, durable: true, onLog, signal });
}
