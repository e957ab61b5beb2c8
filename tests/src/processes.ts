import { randomUUID } from 'node:crypto';
import { ApiClient, kafkaBrokers } from '@partner-ordering/testing';
import { answers, freePort, run, stop, temporaryFolder, type Program } from './program.ts';
import { cloneDatabases, isOverKafka, signingIn, urlsOf, type Clones, type TestSystem } from './system.ts';

/** Everything that runs as a process of its own. */
export type ProcessName = 'identity' | 'catalog' | 'ordering' | 'files' | 'billing' | 'gateway';
const names: readonly ProcessName[] = ['identity', 'catalog', 'ordering', 'files', 'billing', 'gateway'];

/** By which the services know each other. */
export const serviceSecret = '4c1f09be7a2d53e86b90fd14a7c3e258';

/** The whole system with its demo data, every service a process that a test may kill. */
export interface Processes extends Pick<TestSystem, 'oauth' | 'signIn' | 'bearer'> {
  readonly url: string;
  readonly databases: Clones;
  /** The folder of the stored files. */
  readonly folder: string;
  urlOf(name: ProcessName): string;
  readonly anonymous: ApiClient;
  /** The process that runs now. */
  program(name: ProcessName): Program;
  /** Starts a killed one again, with variables besides its usual ones, and waits until it is ready. */
  restart(name: ProcessName, more?: Record<string, string>): Promise<Program>;
  /** Ends all of them and drops their databases. */
  end(): Promise<void>;
}

/** How the processes reach the transport: the messaging database, or Kafka under a prefix of their own. */
function messagingVariables(messagingUrl: string): Record<string, string> {
  if (!isOverKafka()) return { MESSAGING_URL: messagingUrl };
  return { KAFKA_BROKERS: kafkaBrokers().join(), KAFKA_TOPIC_PREFIX: `${randomUUID()}.`, KAFKA_TOPIC_PARTITIONS: '3' };
}

/** Starts every service on databases of its own. */
export async function startProcesses(): Promise<Processes> {
  const databases = await cloneDatabases();
  const urls = urlsOf(databases);
  const folder = temporaryFolder();
  const ports = {} as Record<ProcessName, number>;
  for (const name of names) ports[name] = await freePort();
  const urlOf = (name: ProcessName): string => `http://127.0.0.1:${ports[name]}`;
  const shared = {
    ISSUER: urlOf('gateway'),
    SERVICE_SECRET: serviceSecret,
    ...messagingVariables(urls.messaging),
    FILES_DIR: folder.path,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
    ...Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_URL`, urlOf(name)])),
  };
  const programs = {} as Record<ProcessName, Program>;
  const start = (name: ProcessName, more: Record<string, string> = {}): Program => {
    const database = name === 'gateway' ? {} : { DATABASE_URL: urls[name] };
    return (programs[name] = run(`services/${name}/src/main.ts`, { ...shared, ...database, PORT: ports[name], ...more }));
  };
  for (const name of names) start(name);
  for (const name of names) await answers(programs[name], `${urlOf(name)}/readyz`);
  return {
    ...signingIn(urlOf('gateway')),
    url: urlOf('gateway'),
    databases,
    folder: folder.path,
    urlOf,
    anonymous: new ApiClient(urlOf('gateway')),
    program: (name) => programs[name],
    restart: async (name, more) => {
      const program = start(name, more);
      await answers(program, `${urlOf(name)}/livez`);
      return program;
    },
    end: async () => {
      await Promise.all(names.map((name) => stop(programs[name])));
      await Promise.all(Object.values(databases).map((database) => database.drop()));
      folder.remove();
    },
  };
}
