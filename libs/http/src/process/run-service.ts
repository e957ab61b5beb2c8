import type { ServiceName } from '@partner-ordering/kernel';
import type { Transport } from '@partner-ordering/messaging';
import type { Tracing } from '@partner-ordering/tracing';
import { destination, type Logger } from 'pino';
import { commandOf, type ProcessCommand } from './commands.ts';
import { IDLE_GRACE_MS } from '../service/drain.ts';
import { readServiceEnvironment, type ServiceEnvironment } from './environment.ts';
import { changeKeys } from './key-commands.ts';
import type { Listener } from '../service/listener.ts';
import { openTransport, reachBrokers } from './messaging-environment.ts';
import { tracingOf } from './open-tracing.ts';
import { prepareMessaging } from './prepare-messaging.ts';
import { serveMetrics } from './metrics-server.ts';
import { refuseUnlessFitting } from './pending-migrations.ts';
import type { Service, ServiceConfig } from '../service/service-definition.ts';
import type { ServiceModule } from '../service/service-module.ts';
import { serviceLog } from '../runtime/service-log.ts';
import { startFailure } from './start-failure.ts';
import { aborted, stopSignal, unlessAborted } from './stop-signal.ts';
import { listenUnready, retryUntilReachable, waitingFor, type StartRetries } from './waiting-room.ts';

/**
 * All that a service's `main.ts` does: environment → configuration → migrations → listening, until SIGINT or SIGTERM. With arguments it
 * carries out that command and ends. A database that is down is waited for, unready, and a broker by the first `migrate`; whatever else
 * keeps it from starting ends the process with one line on stderr and exit code 1.
 */
export async function runService(module: ServiceModule, environment: NodeJS.ProcessEnv, args = process.argv.slice(2)): Promise<void> {
  const stop = stopSignal(environment);
  try {
    if (args[0] === 'keys') return printKeys(args.slice(1));
    if (args[0] === 'prepare-messaging') return await printPreparation(environment);
    const env = readServiceEnvironment(module.name, environment);
    const create = (config: ServiceConfig): Promise<Service> => module.create(config, environment);
    const openTracing = (log: Logger) => tracingOf(environment, module.name, log);
    await run({ name: module.name, create, openTracing }, env, commandOf(args, module, env.isProduction, environment), stop);
    process.exit(0);
  } catch (error) {
    // A command that was cut off has not done its work: whoever waits for it must not take it for done.
    if (stop.aborted) process.exit(args.length > 0 ? 1 : 0);
    process.stderr.write(`Cannot ${args[0] ?? 'start'}: ${startFailure(error)}\n`);
    process.exit(1);
  }
}

/** `keys <folder> …` needs neither a database nor an environment: it comes before there is one. */
function printKeys([folder, ...rest]: readonly string[]): void {
  if (folder === undefined) throw new Error('the first argument is the folder of the keys');
  process.stdout.write(`${changeKeys(folder, rest)}\n`);
  process.exit(0);
}

/** `prepare-messaging` comes before any service can start. */
async function printPreparation(environment: NodeJS.ProcessEnv): Promise<never> {
  process.stdout.write(`${await prepareMessaging(environment, serviceLog('messaging', 'info', process.stderr))}\n`);
  process.exit(0);
}

interface Program {
  name: ServiceName;
  create: (config: ServiceConfig) => Promise<Service>;
  openTracing: (log: Logger) => Promise<Tracing | undefined>;
}

async function run(
  { name, create, openTracing }: Program,
  env: ServiceEnvironment,
  command: ProcessCommand | undefined,
  stop: AbortSignal,
): Promise<void> {
  // Lines are written in blocks: one write per request costs more than making the line.
  const output = destination({ sync: false, minLength: 4096, periodicFlush: 1000 });
  const log = serviceLog(name, env.logLevel, output);
  const serviceKeys = env.serviceKeys((err) => log.warn({ err }, 'The keys were not taken over'));
  // Commands are not watched.
  const tracing = command ? undefined : await openTracing(log);
  const configFor = (transport: Transport): ServiceConfig => ({
    databaseUrl: env.databaseUrl,
    poolSize: env.poolSize,
    transport,
    issuer: env.issuer,
    serviceUrls: env.serviceUrls,
    serviceKeys,
    log,
    tracing,
    clock: () => new Date(),
    validateResponses: env.validatesResponses,
  });
  try {
    const makeOn = (transport: Transport): Promise<Service> => create(configFor(transport));
    const retries = { stop, onFailure: (error: unknown) => log.warn({ err: error }, waitingFor(error)) };
    // A stop in the middle waits for nothing: a transaction that is cut off is rolled back, as after a crash.
    if (command) return await unlessAborted(stop, carryOut(command, makeOn, env, log, retries));
    const end = await unlessAborted(stop, serve(makeOn, env, log, retries));
    await aborted(stop);
    log.info({}, 'Stopping');
    await end();
    await tracing?.close();
    log.info({}, 'Stopped');
  } finally {
    output.flushSync();
  }
}

async function carryOut(
  command: ProcessCommand,
  create: (transport: Transport) => Promise<Service>,
  env: ServiceEnvironment,
  log: Logger,
  retries: StartRetries,
): Promise<void> {
  const transport = command.readsMessages ? await retryUntilReachable(() => openTransport(env.messaging, log), retries) : noTransport;
  const service = await retryUntilReachable(() => create(transport), retries);
  await command.carryOut(service, { log, retries, reachBrokers: () => reachBrokers(env.messaging, log) });
  await service.stop();
  await transport.close();
}

/** Resolves when the service listens, with what stops it. */
async function serve(
  create: (transport: Transport) => Promise<Service>,
  env: ServiceEnvironment,
  log: Logger,
  { stop, onFailure: tell }: StartRetries,
): Promise<() => Promise<void>> {
  const address = { port: env.port, host: env.host };
  let waitingRoom: Listener | undefined;
  const onFailure = async (error: unknown): Promise<void> => {
    await tell(error);
    waitingRoom ??= await listenUnready(address);
  };
  const retries = { stop, onFailure };
  const transport = await retryUntilReachable(() => openTransport(env.messaging, log), retries);
  const service = await retryUntilReachable(() => create(transport), retries);
  await retryUntilReachable(() => (env.migratesOnStart ? service.migrate() : refuseUnlessFitting(service)), retries);
  await waitingRoom?.drain();
  await service.start(address);
  const pages = { '/metrics': service.metrics };
  const metrics = env.metricsPort === undefined ? undefined : await serveMetrics(pages, { ...address, port: env.metricsPort });
  log.info({ ...address, metricsPort: metrics?.port }, 'Listening');
  return async () => {
    await service.stop(IDLE_GRACE_MS);
    await metrics?.close();
    await transport.close();
  };
}

const none = (): Promise<never> => Promise.reject(new Error('there is no transport'));

const noTransport: Transport = { begin: none, subscribe: none, ends: none, read: none, close: () => Promise.resolve() };
