import { countSetAside, discard, listSetAside, refuseHeld, retryRefused, type Republished } from '@partner-ordering/messaging';
import type { Logger } from 'pino';
import { isEmpty, refuseUnlessFitting } from './pending-migrations.ts';
import type { Service, ServiceModule } from '../parts/service-definition.ts';
import { breachLines } from '../parts/integrity-checks.ts';
import { retryUntilReachable, type StartRetries } from './waiting-room.ts';

/** A command of a service that does not listen. Its events wait in the outbox. */
export interface ProcessCommand {
  readsMessages: boolean;
  run(service: Service, context: CommandContext): Promise<void>;
}

export interface CommandContext {
  log: Logger;
  clock: () => Date;
  retries: StartRetries;
  reachBrokers(): Promise<void>;
}

/**
 * A new installation waits for the broker before it migrates, so no service becomes ready without one. Later migrations do not ask it:
 * orders are taken without a broker, and a fix must be deployable.
 */
const migrate: ProcessCommand = {
  readsMessages: false,
  run: async (service, { log, retries, reachBrokers }) => {
    if (await retryUntilReachable(() => isEmpty(service.database), retries)) await retryUntilReachable(reachBrokers, retries);
    await bringUpToDate(service, log, retries);
  },
};

const migrateForDemo = (demo: ServiceModule['demo']): ProcessCommand => ({
  readsMessages: false,
  run: async (service, { log, retries, clock }) => {
    await bringUpToDate(service, log, retries);
    await demo?.(service, clock());
  },
});

async function bringUpToDate(service: Service, log: Logger, retries: StartRetries): Promise<void> {
  await retryUntilReachable(() => service.migrate(), retries);
  log.info({}, 'The database is up to date');
}

const replay: ProcessCommand = {
  readsMessages: true,
  run: async (service, { log }) => {
    await refuseUnlessWritable(service);
    log.info({ jobs: await service.retryJobs() }, 'Jobs that were given up begin anew');
    log.info({ events: await retryRefused(service.database) }, 'Refused events are published once more');
    const replayed = await service.replay();
    log.info({ ...replayed }, 'Rejected messages were handled once more');
    if (replayed.failed > 0) throw new Error(`${replayed.failed} messages failed again; the log has the reasons`);
  },
};

const dead: ProcessCommand = {
  readsMessages: false,
  run: async (service) => {
    await refuseUnlessFitting(service);
    const messages = await listSetAside(service.database);
    for (const { place, since, bytes, key, reason } of messages)
      process.stdout.write(`${[place, since, `${bytes} bytes`, key, reason].join('  ').replaceAll(/\p{Cc}/gu, ' ')}\n`);
    process.stdout.write(`${service.name}: ${await countSetAside(service.database)} set aside\n`);
  },
};

/** The reason is for the log, where others look for the message later. */
const discardOne = ([place = '', ...words]: readonly string[]): ProcessCommand => ({
  readsMessages: false,
  run: async (service, { log }) => {
    const reason = words.join(' ');
    if (reason === '') throw new Error('the arguments are the place of a message, as `dead` shows it, and your reason');
    await refuseUnlessWritable(service);
    if (!(await discard(service.database, place))) throw new Error(`${service.name} has set nothing aside at ${place}`);
    log.warn({ place, reason }, 'A message was discarded');
  },
});

const publishAnew = (publish: (service: Service, log: Logger) => Promise<Republished>): ProcessCommand => ({
  readsMessages: true,
  run: async (service, { log }) => {
    await refuseUnlessFitting(service);
    const { states, kept } = await publish(service, log);
    process.stdout.write(`${service.name}: ${states} states and ${kept} kept events published anew\n`);
  },
});
const recover = publishAnew((service) => service.recover());
const acceptRestore = publishAnew((service, log) => {
  log.warn({}, 'The restored database is accepted');
  return service.acceptRestore();
});

const checkIntegrity: ProcessCommand = {
  readsMessages: false,
  run: async (service) => {
    await refuseUnlessFitting(service);
    const breaches = await service.checkIntegrity();
    for (const line of breachLines(breaches)) process.stdout.write(`${line}\n`);
    if (breaches.length > 0) throw new Error(`integrity checks of ${service.name} fail: ${breaches.map(({ rule }) => rule).join(', ')}`);
    process.stdout.write(`${service.name}: all integrity checks hold\n`);
  },
};

/** The command in the arguments of `main.ts`; undefined without arguments. Throws a one-line Error that lists all commands. */
export function commandOf(
  args: readonly string[],
  { demo, commands = {} }: Pick<ServiceModule, 'demo' | 'commands'>,
  isProduction: boolean,
  environment: NodeJS.ProcessEnv = {},
): ProcessCommand | undefined {
  const [name, ...rest] = args;
  if (name === undefined) return undefined;
  const own = commands[name];
  if (own) return { readsMessages: false, run: (service, { clock }) => print(service, () => own(service, rest, clock(), environment)) };
  const line = args.join(' ');
  if (line === 'migrate --demo' && isProduction) throw new Error('there is no demo data in production');
  const demoData = { 'migrate --demo': migrateForDemo(demo) };
  const common = {
    migrate,
    ...demoData,
    dead,
    discard: discardOne(rest),
    replay,
    recover,
    'accept-restore': acceptRestore,
    'check-integrity': checkIntegrity,
  };
  const found = new Map(Object.entries(common)).get(name === 'discard' ? name : line);
  if (found) return found;
  throw new Error(`unknown command; there is ${[...Object.keys(common), ...Object.keys(commands)].join(', ')}`);
}

async function print(service: Service, work: () => Promise<string>): Promise<void> {
  await refuseUnlessWritable(service);
  process.stdout.write(`${await work()}\n`);
}

async function refuseUnlessWritable(service: Service): Promise<void> {
  await refuseUnlessFitting(service);
  await refuseHeld(service.database);
}
