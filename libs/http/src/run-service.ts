import type { Transport } from '@partner-ordering/messaging';
import { destination, type Logger } from 'pino';
import { IDLE_GRACE_MS } from './drain.ts';
import { readServiceEnvironment, type ServiceEnvironment } from './environment.ts';
import { openTransport } from './messaging-environment.ts';
import type { Service, ServiceConfig } from './service-definition.ts';
import { serviceLog } from './service-log.ts';
import { startFailure } from './start-failure.ts';
import { aborted, stopSignal } from './stop-signal.ts';
import { openWaitingRoom, whenReachable } from './waiting-room.ts';

/** A service's composition root. */
export type CreateService = (config: ServiceConfig) => Promise<Service>;

/**
 * All that a service's `main.ts` does: environment → configuration → migrations → listening, until SIGINT or SIGTERM. With the argument
 * `migrate` it brings the database up to date and ends, with `replay` it handles its rejected messages once more and ends. A database that is
 * down is waited for, unready; whatever else keeps it from starting ends the process with one line on stderr and exit code 1.
 */
export async function runService(create: CreateService, environment: NodeJS.ProcessEnv, [command] = process.argv.slice(2)): Promise<void> {
  const stop = stopSignal(environment);
  try {
    if (!isCommand(command)) throw new Error(`unknown command ${command}; there are "migrate" and "replay"`);
    await run(create, readServiceEnvironment(environment), command, stop);
    process.exit(0);
  } catch (error) {
    if (stop.aborted) process.exit(0);
    process.stderr.write(`Cannot ${command ?? 'start'}: ${startFailure(error)}\n`);
    process.exit(1);
  }
}

type Command = 'migrate' | 'replay' | undefined;

const isCommand = (given: string | undefined): given is Command => given === undefined || given === 'migrate' || given === 'replay';

async function run(create: CreateService, env: ServiceEnvironment, command: Command, stop: AbortSignal): Promise<void> {
  // Lines are written in blocks: one write per request costs more than making the line.
  const output = destination({ sync: false, minLength: 4096, periodicFlush: 1000 });
  let name: string | undefined;
  const log = serviceLog(() => name, env.logLevel, output);
  const make: CreateService = async (config) => {
    const service = await create(config);
    name = service.name;
    return service;
  };
  const configFor = (transport: Transport): ServiceConfig => ({
    databaseUrl: env.databaseUrl,
    poolSize: env.poolSize,
    transport,
    issuer: env.issuer,
    serviceUrls: env.serviceUrls(() => name),
    serviceSecret: env.serviceSecret,
    log,
    clock: () => new Date(),
    validateResponses: env.validatesResponses,
  });
  try {
    if (command === 'migrate') await migrate(await make(configFor(noTransport)), log);
    else if (command === 'replay') await replay((transport) => make(configFor(transport)), env, log);
    else await serve((transport) => make(configFor(transport)), env, log, stop);
  } finally {
    output.flushSync();
  }
}

async function migrate(service: Service, log: Logger): Promise<void> {
  await service.migrate();
  log.info({}, 'The database is up to date');
  await service.stop();
}

async function replay(create: (transport: Transport) => Promise<Service>, env: ServiceEnvironment, log: Logger): Promise<void> {
  const transport = await openTransport(env.messaging, log);
  const service = await create(transport);
  await refuseIfBehind(service);
  const replayed = await service.replay();
  log.info({ ...replayed }, 'Rejected messages were handled once more');
  await service.stop();
  await transport.close();
  if (replayed.failed > 0) throw new Error(`${replayed.failed} messages failed again; the log has the reasons`);
}

async function serve(
  create: (transport: Transport) => Promise<Service>,
  env: ServiceEnvironment,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  const address = { port: env.port, host: env.host };
  const waitingRoom = await openWaitingRoom(address);
  const patience = { stop, onFailure: (error: unknown) => log.warn({ err: error }, 'Waiting for the database') };
  const transport = await whenReachable(() => openTransport(env.messaging, log), patience);
  const service = await whenReachable(() => create(transport), patience);
  await whenReachable(() => (env.migratesOnStart ? service.migrate() : refuseIfBehind(service)), patience);
  await waitingRoom.drain();
  if (!stop.aborted) {
    await service.start(address);
    log.info(address, 'Listening');
  }
  await aborted(stop);
  log.info({}, 'Stopping');
  await service.stop(IDLE_GRACE_MS);
  await transport.close();
  log.info({}, 'Stopped');
}

/** Code that is newer than its database would fail at every request. Throws an Error that says what to do. */
async function refuseIfBehind({ name, database }: Service): Promise<void> {
  const pending = await database.orm.migrator.getPending();
  if (pending.length > 0) throw new Error(`the database lacks ${pending.length} migrations: run \`npm run migrate -w services/${name}\``);
}

const none = (): Promise<never> => Promise.reject(new Error('there is no transport'));

/** Migrations publish nothing. */
const noTransport: Transport = { append: none, subscribe: none, ends: none, read: none, close: () => Promise.resolve() };
