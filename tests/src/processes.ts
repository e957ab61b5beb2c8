import { randomUUID } from 'node:crypto';
import { serviceNames, urlVariables, type ServiceName } from '@partner-ordering/kernel';
import { keyVariables, makeKeys } from '@partner-ordering/service';
import { ApiClient, freePort, kafkaBrokers } from '@partner-ordering/testing';
import { answers, run, stop, temporaryFolder, type Program } from './program.ts';
import { cloneDatabases, urlsOf, type Clones } from './databases.ts';
import { isOverKafka, signingIn, type TestSystem } from './test-system.ts';

/** Everything that runs as a process of its own. */
export type ProcessName = ServiceName | 'gateway';
export const processNames: readonly ProcessName[] = [...serviceNames, 'gateway'];

/** The whole system with its demo data, every service a process that a test may kill. */
export interface Processes extends Pick<TestSystem, 'oauth' | 'signIn' | 'bearer'> {
  readonly url: string;
  readonly databases: Clones;
  /** The folder of the stored files. */
  readonly folder: string;
  readonly mailFolder: string;
  readonly keyFolder: string;
  /** The environment variables that all of them share. */
  readonly variables: Readonly<Record<string, string>>;
  urlOf(name: ProcessName, instance?: number): string;
  /** Where its metrics stand. */
  metricsOf(name: ProcessName, instance?: number): string;
  readonly anonymous: ApiClient;
  /** The process that runs now. */
  program(name: ProcessName, instance?: number): Program;
  /** Starts a killed one again, with variables besides its usual ones, and waits until it is alive. */
  restart(name: ProcessName, more?: Record<string, string>, instance?: number): Promise<Program>;
  /** Runs a command of a service beside its instances; answers its output, and throws it when it fails. */
  command(name: ServiceName, ...args: string[]): Promise<string>;
  /** Ends all of them and drops their databases. */
  end(): Promise<void>;
}

export interface ProcessesOptions {
  /** The number of instances of each service, or of those named (the others have one); there is one gateway. */
  instances?: number | Partial<Record<ServiceName, number>>;
  /** Maps the address of the database to the one that services use. */
  databaseUrlOf?: (databaseUrl: string) => string;
  /** Maps that address to the variables by which a service gets it. */
  databaseVariables?: (databaseUrl: string, name: ServiceName) => Record<string, string>;
  /** More of the environment of all of them. */
  variables?: Readonly<Record<string, string>>;
}

/** The variables of the transport: the messaging database, or Kafka under a prefix of their own. */
function messagingVariables(messagingUrl: string): Record<string, string> {
  if (!isOverKafka()) return { MESSAGING_URL: messagingUrl };
  return { KAFKA_BROKERS: kafkaBrokers().join(), KAFKA_TOPIC_PREFIX: `${randomUUID()}.`, KAFKA_TOPIC_PARTITIONS: '3' };
}

/** Starts every service on databases of its own. */
export async function startProcesses({
  instances = 1,
  databaseUrlOf = (url) => url,
  databaseVariables = (url) => ({ DATABASE_URL: url }),
  variables: more = {},
}: ProcessesOptions = {}): Promise<Processes> {
  const databases = await cloneDatabases();
  const urls = urlsOf(databases);
  const [folder, mails, keys] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  makeKeys(keys.path);
  const ports = {} as Record<ProcessName, number[]>;
  const metricsPorts = {} as Record<ProcessName, number[]>;
  const countOf = (name: ProcessName): number => {
    if (name === 'gateway') return 1;
    return typeof instances === 'number' ? instances : (instances[name] ?? 1);
  };
  for (const name of processNames)
    for (const usedPorts of [ports, metricsPorts]) usedPorts[name] = await Promise.all(Array.from({ length: countOf(name) }, freePort));
  const urlOf = (name: ProcessName, instance = 0): string => `http://127.0.0.1:${ports[name][instance]}`;
  const shared: Record<string, string> = {
    ISSUER: urlOf('gateway'),
    ...messagingVariables(urls.messaging),
    FILES_DIR: folder.path,
    MAIL_DIR: mails.path,
    LOG_LEVEL: 'warn',
    // The load of the tests comes from a few users, who stand for many.
    REQUESTS_AT_ONCE_PER_USER: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    NODE_ENV: 'development',
    ...urlVariables((name) => ports[name].map((_, index) => urlOf(name, index)).join()),
    ...more,
  };
  const programs = new Map<string, Program>();
  const program = (name: ProcessName, instance = 0): Program => programs.get(`${name}/${instance}`)!;
  const runProcess = (name: ProcessName, instance: number, more: Record<string, string> = {}, args: string[] = []): Program => {
    const database = name === 'gateway' ? {} : databaseVariables(databaseUrlOf(urls[name]), name);
    const variables = {
      ...shared,
      ...keyVariables(keys.path, name),
      ...database,
      PORT: ports[name][instance]!,
      METRICS_PORT: metricsPorts[name][instance]!,
      ...more,
    };
    return run(`services/${name}/src/main.ts`, variables, args);
  };
  const start = (name: ProcessName, more?: Record<string, string>, instance = 0): Program => {
    const program = runProcess(name, instance, more);
    programs.set(`${name}/${instance}`, program);
    return program;
  };
  const allInstances = processNames.flatMap((name) => ports[name].map((_, instance) => [name, instance] as const));
  for (const [name, instance] of allInstances) start(name, {}, instance);
  for (const [name, instance] of allInstances) await answers(program(name, instance), `${urlOf(name, instance)}/readyz`);
  return {
    ...signingIn(urlOf('gateway')),
    url: urlOf('gateway'),
    databases,
    folder: folder.path,
    mailFolder: mails.path,
    keyFolder: keys.path,
    variables: shared,
    urlOf,
    metricsOf: (name, instance = 0) => `http://127.0.0.1:${metricsPorts[name][instance]}/metrics`,
    anonymous: new ApiClient(urlOf('gateway')),
    program,
    restart: async (name, more, instance) => {
      const program = start(name, more, instance);
      await answers(program, `${urlOf(name, instance)}/livez`);
      return program;
    },
    async command(name, ...args) {
      const command = runProcess(name, 0, {}, args);
      if ((await command.ended) !== 0) throw new Error(`${name} ${args.join(' ')}: ${command.stderr()}${command.stdout()}`);
      return command.stdout();
    },
    end: async () => {
      await Promise.all([...programs.values()].map((each) => stop(each)));
      await Promise.all(Object.values(databases).map((database) => database.drop()));
      folder.remove();
      mails.remove();
      keys.remove();
    },
  };
}
