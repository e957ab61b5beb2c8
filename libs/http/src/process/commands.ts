import type { Logger } from 'pino';
import { isEmpty, refuseUnlessFitting } from './pending-migrations.ts';
import type { Service } from '../service/service-definition.ts';
import type { ServiceModule } from '../service/service-module.ts';
import { breachLines } from '../service/integrity-checks.ts';
import { retryUntilReachable, type StartRetries } from './waiting-room.ts';

/** A command, carried out by a service that does not listen. What it publishes waits in the outbox. */
export interface ProcessCommand {
  readsMessages: boolean;
  carryOut(service: Service, means: CommandMeans): Promise<void>;
}

export interface CommandMeans {
  log: Logger;
  retries: StartRetries;
  /** See `reachBrokers`. */
  reachBrokers(): Promise<void>;
}

/**
 * An installation waits for the broker before its database is there, so that no service of it becomes ready without. Later the broker is
 * not asked: without it orders are taken, and a release that mends something can be brought out.
 */
const migrate: ProcessCommand = {
  readsMessages: false,
  carryOut: async (service, { log, retries, reachBrokers }) => {
    if (await retryUntilReachable(() => isEmpty(service.database), retries)) await retryUntilReachable(reachBrokers, retries);
    await bringUpToDate(service, log, retries);
  },
};

const migrateForDemo = (demo: ServiceModule['demo']): ProcessCommand => ({
  readsMessages: false,
  carryOut: async (service, { log, retries }) => {
    await bringUpToDate(service, log, retries);
    await demo?.(service, new Date());
  },
});

async function bringUpToDate(service: Service, log: Logger, retries: StartRetries): Promise<void> {
  await retryUntilReachable(() => service.migrate(), retries);
  log.info({}, 'The database is up to date');
}

const replay: ProcessCommand = {
  readsMessages: true,
  carryOut: async (service, { log }) => {
    await refuseUnlessFitting(service);
    log.info({ jobs: await service.retryJobs() }, 'Jobs that were given up begin anew');
    const replayed = await service.replay();
    log.info({ ...replayed }, 'Rejected messages were handled once more');
    if (replayed.failed > 0) throw new Error(`${replayed.failed} messages failed again; the log has the reasons`);
  },
};

const republish: ProcessCommand = {
  readsMessages: true,
  carryOut: async (service) => {
    await refuseUnlessFitting(service);
    process.stdout.write(`${service.name}: ${await service.republish()} states published anew\n`);
  },
};

const checkIntegrity: ProcessCommand = {
  readsMessages: false,
  carryOut: async (service) => {
    await refuseUnlessFitting(service);
    const breaches = await service.checkIntegrity();
    for (const line of breachLines(breaches)) process.stdout.write(`${line}\n`);
    if (breaches.length > 0) throw new Error(`integrity checks of ${service.name} fail: ${breaches.map(({ rule }) => rule).join(', ')}`);
    process.stdout.write(`${service.name}: all integrity checks hold\n`);
  },
};

/**
 * The command that the arguments of `main.ts` name; undefined without arguments. `environment` is what the service's own commands may read.
 * Throws an Error of one line that names all commands.
 */
export function commandOf(
  args: readonly string[],
  { demo, commands = {} }: Pick<ServiceModule, 'demo' | 'commands'>,
  isProduction: boolean,
  environment: NodeJS.ProcessEnv = {},
): ProcessCommand | undefined {
  const [name, ...rest] = args;
  if (name === undefined) return undefined;
  const own = commands[name];
  if (own) return { readsMessages: false, carryOut: (service) => print(service, (now) => own(service, rest, now, environment)) };
  const line = args.join(' ');
  if (line === 'migrate') return migrate;
  if (line === 'replay') return replay;
  if (line === 'check-integrity') return checkIntegrity;
  if (line === 'republish') return republish;
  if (line === 'migrate --demo' && isProduction) throw new Error('there is no demo data in production');
  if (line === 'migrate --demo') return migrateForDemo(demo);
  const known = ['migrate', 'migrate --demo', 'replay', 'republish', 'check-integrity', ...Object.keys(commands)];
  throw new Error(`unknown command; there is ${known.join(', ')}`);
}

async function print(service: Service, work: (now: Date) => Promise<string>): Promise<void> {
  await refuseUnlessFitting(service);
  process.stdout.write(`${await work(new Date())}\n`);
}
