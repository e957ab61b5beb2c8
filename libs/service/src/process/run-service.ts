import { databaseClock, isTlsRefusal } from '@partner-ordering/data';
import type { Transport } from '@partner-ordering/messaging';
import type { Logger } from 'pino';
import { logOutput, serviceLog } from '@partner-ordering/http';
import { commandOf, type CommandContext, type ProcessCommand } from './commands.ts';
import { IDLE_GRACE_MS } from '../parts/drain.ts';
import { readServiceEnvironment, type ServiceEnvironment, tracingOf } from '../environment/environment.ts';
import { changeKeys } from '../keys/key-commands.ts';
import type { Listener } from '../parts/listener.ts';
import { openTransport, prepareMessaging, reachBrokers } from '../environment/messaging-environment.ts';
import { serveMetrics } from './metrics-server.ts';
import { refuseUnlessFitting } from './pending-migrations.ts';
import type { Service, ServiceModule } from '../parts/service-definition.ts';
import { aborted, stopSignal, unlessAborted } from './stop-signal.ts';
import { listenUnready, retryUntilReachable, waitingFor, type StartRetries } from './waiting-room.ts';

/**
 * The program of a service: environment → configuration → migrations → listening, until SIGINT or SIGTERM. Arguments name a command to run
 * instead. It waits for a database that is down; other start failures end the process with one line on stderr and exit code 1.
 */
export async function runService(module: ServiceModule, environment: NodeJS.ProcessEnv, args = process.argv.slice(2)): Promise<void> {
  const stop = stopSignal(environment);
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  try {
    // Both run without a service, since they need no database.
    if (args[0] === 'keys') print(keysChanged(args.slice(1)));
    else if (args[0] === 'prepare-messaging') print(await prepareMessaging(environment, serviceLog('messaging', 'info', process.stderr)));
    else await run(module, environment, args, stop);
    process.exit(0);
  } catch (error) {
    // An interrupted command has not done its work, so it must not report success.
    if (stop.aborted) process.exit(args.length > 0 ? 1 : 0);
    process.stderr.write(`Cannot ${args[0] ?? 'start'}: ${startFailure(error)}\n`);
    process.exit(1);
  }
}

function keysChanged([folder, ...rest]: readonly string[]): string {
  if (folder === undefined) throw new Error('the first argument is the folder of the keys');
  return changeKeys(folder, rest);
}

async function run(module: ServiceModule, environment: NodeJS.ProcessEnv, args: readonly string[], stop: AbortSignal): Promise<void> {
  const { name } = module;
  const env = readServiceEnvironment(name, environment);
  const command = commandOf(args, module, env.isProduction, environment);
  const output = logOutput();
  const log = serviceLog(name, env.logLevel, output);
  const serviceKeys = env.serviceKeys((err) => log.warn({ err }, 'The keys were not taken over'));
  // Commands are not traced.
  const tracing = command ? undefined : await tracingOf(environment, name, log);
  const {
    databaseUrl,
    certificates,
    poolSize,
    jobConcurrency,
    issuer,
    serviceUrls,
    accessLog,
    validatesResponses: validateResponses,
  } = env;
  const clock = databaseClock();
  const settings = { databaseUrl, certificates, poolSize, jobConcurrency, issuer, serviceUrls, accessLog, validateResponses };
  const config = { ...settings, serviceKeys, log, tracing, clock, showsProcess: true };
  const create = (transport: Transport): Promise<Service> => module.create({ ...config, transport }, environment);
  try {
    const retries = { stop, onFailure: (error: unknown) => log.warn({ err: error }, waitingFor(error)) };
    // A stop does not wait for a command: an interrupted transaction is rolled back, as after a crash.
    if (command) return await unlessAborted(stop, runCommand(command, create, env, { log, clock, retries }));
    const end = await unlessAborted(stop, serve(create, env, log, retries));
    await aborted(stop);
    log.info({}, 'Stopping');
    await end();
    await tracing?.close();
    log.info({}, 'Stopped');
  } finally {
    output.flushSync();
  }
}

async function runCommand(
  command: ProcessCommand,
  create: (transport: Transport) => Promise<Service>,
  env: ServiceEnvironment,
  { retries, ...context }: Omit<CommandContext, 'reachBrokers'>,
): Promise<void> {
  const { log } = context;
  const transport = command.readsMessages ? await retryUntilReachable(() => openTransport(env.messaging, log), retries) : noTransport;
  const service = await retryUntilReachable(() => create(transport), retries);
  await command.run(service, { ...context, retries, reachBrokers: () => reachBrokers(env.messaging, log) });
  await service.stop();
  await transport.close();
}

/** Resolves when the service listens, with the function that stops it. */
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
  const retries = { stop, onFailure, waitsForLogin: true };
  const transport = await retryUntilReachable(() => openTransport(env.messaging, log), retries);
  const service = await retryUntilReachable(() => create(transport), retries);
  await transport.check?.(service.name);
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

const noTransport: Transport = { begin: none, subscribe: none, ends: none, newest: none, read: none, close: () => Promise.resolve() };

/** The cause of a failed start in one line for the terminal. */
export function startFailure(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { code, port, address } = thrown as NodeJS.ErrnoException & { port?: number; address?: string };
  const place = `port ${port} of ${address}`;
  if (code === 'EADDRINUSE') return `${place} is in use; choose another with PORT`;
  if (code === 'EACCES' && port !== undefined) return `${place} needs rights that this user does not have`;
  if (code === 'EADDRNOTAVAIL') return `this machine has no address ${address}`;
  if (isTlsRefusal(thrown)) return `${messageOf(thrown)}; see sslmode and sslrootcert of the database's URL`;
  const [first = ''] = messageOf(thrown).split('\n');
  return first === '' ? thrown.name : first;
}

/** A connection to several addresses fails with an AggregateError, which has no message. */
function messageOf(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  return inner?.message ?? error.message;
}
