import type { Service, ServiceConfig } from '@partner-ordering/http';
import { serviceNames, type ServiceName } from '@partner-ordering/kernel';
import { demoGids } from '@partner-ordering/identity';
import { postgresTransport, type Transport } from '@partner-ordering/messaging';
import { modules, startSystem, type System } from '@partner-ordering/standalone';
import { ApiClient, testDatabase, type ApiResponse, type TestDatabase } from '@partner-ordering/testing';
import { pino } from 'pino';
import { temporaryFolder } from './program.ts';

export { demoGids };

/** Public address of every test system; nobody resolves it, `reached` leads it to this machine. */
export const issuer = 'https://partner-ordering.test';
const serviceSecret = 'a secret that only this test run knows of';

/** The whole system with its demo data, in the process of the test, on databases of its own; answers are checked against the document. */
export interface TestSystem extends System {
  /** Asks the token endpoint as the demo application. */
  oauth(path: string, form: Record<string, string>): Promise<ApiResponse>;
  /** Somebody of the demo data, or of `invite`. */
  signIn(email: string, scope?: string): Promise<ApiClient>;
  bearer(token: string | undefined): ApiClient;
  /** Lets a user who was created through the API sign in; the mail with the link to do so is another service's. */
  setPassword(userGid: string): Promise<void>;
}

export interface TestSystemOptions {
  /** Puts something between the services and the transport. */
  between?: (transport: Transport) => Transport;
  /** Databases that exist, instead of clones that are dropped in the end. */
  urls?: Readonly<Record<ServiceName | 'messaging', string>>;
  /** Whether answers are checked against the document (true); unchecked they are the bytes that production sends. */
  validateResponses?: boolean;
}

/** Variables of every system that is started from now on: a container test runs the tests of others on what it has started. */
export const environment: Record<string, string> = {};

/** A public address as this machine reaches it; those of another storage lead there. */
export const reached = ({ url }: Pick<System, 'url'>, address: string): URL => {
  const { origin, pathname, search } = new URL(address);
  return new URL(origin === issuer ? `${url}${pathname}${search}` : address);
};

const log = () => pino({ level: process.env['LOG_LEVEL'] ?? 'error' });

/** Whether tests run with every service as a process of its own and events over Kafka; see over-kafka.container.test.ts. */
export const isOverKafka = (): boolean => process.env['TEST_TRANSPORT'] === 'kafka';

/** Starts the system for a test file; about a second, since databases come filled from the run's templates. */
export async function startTestSystem({
  between = (transport) => transport,
  urls,
  validateResponses = true,
}: TestSystemOptions = {}): Promise<TestSystem> {
  if (isOverKafka()) return (await import('./system-over-kafka.ts')).startSystemOverKafka();
  const folder = temporaryFolder();
  const clones = urls ? undefined : await cloneDatabases();
  const databaseUrls = urls ?? urlsOf(clones!);
  const transport = await postgresTransport({ url: databaseUrls.messaging, logger: log() });
  const system = await startSystem({
    host: '127.0.0.1',
    port: 0,
    issuer,
    isProduction: false,
    demo: true,
    validateResponses,
    serviceSecret,
    databaseUrls,
    transport: between(transport),
    log,
    environment: { FILES_DIR: folder.path, ...environment },
    stop: new AbortController().signal,
  });
  return {
    ...system,
    ...signingIn(system.url),
    setPassword: (gid) => copyPassword(system.services.identity, gid),
    stop: async () => {
      await system.stop();
      await transport.close();
      await Promise.all(Object.values(clones ?? {}).map((clone) => clone.drop()));
      folder.remove();
    },
  };
}

/** Signing in as people do, at a gateway. */
export function signingIn(url: string): Pick<TestSystem, 'oauth' | 'signIn' | 'bearer'> {
  const anonymous = new ApiClient(url);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from('demo-app:demo-secret').toString('base64')}`,
  };
  const oauth: TestSystem['oauth'] = (path, form) => anonymous.post(path, new URLSearchParams(form).toString(), { headers });
  return {
    oauth,
    bearer: (token) => new ApiClient(url, token),
    signIn: async (username, scope = 'base') => {
      const { status, body } = await oauth('/oauth2/token', { grant_type: 'password', username, password: 'demo-password', scope });
      if (status !== 200) throw new Error(`${username} could not sign in: ${status} ${JSON.stringify(body)}`);
      return new ApiClient(url, body.access_token);
    },
  };
}

export type Clones = Record<ServiceName | 'messaging', TestDatabase>;

/** Databases with the demo data in them and an empty log. */
export async function cloneDatabases(): Promise<Clones> {
  const folder = temporaryFolder();
  const fill = (name: ServiceName) => async (url: string) => {
    const service = await idleService(name, url, folder.path);
    await service.migrate();
    await modules[name].demo?.(service, new Date());
    await service.stop();
  };
  const clones: Partial<Clones> = { messaging: await testDatabase('messaging', async () => undefined) };
  for (const name of serviceNames) clones[name] = await testDatabase(`demo_${name}`, fill(name));
  folder.remove();
  return clones as Clones;
}

/** A service that is not started: its database, and what it writes. */
export function idleService(name: ServiceName, databaseUrl: string, folder: string): Promise<Service> {
  const config: ServiceConfig = {
    databaseUrl,
    poolSize: 2,
    transport: undefined as never,
    issuer,
    serviceUrls: {},
    serviceSecret,
    log: log(),
    clock: () => new Date(),
    validateResponses: false,
  };
  return modules[name].create(config, { FILES_DIR: folder });
}

export const urlsOf = (clones: Clones): Record<keyof Clones, string> =>
  Object.fromEntries(Object.entries(clones).map(([name, { url }]) => [name, url])) as Record<keyof Clones, string>;

/** Gives a user the password of the demo data's. */
export async function copyPassword({ database }: Service, gid: string): Promise<void> {
  await database.query({
    text: 'update "user" set password_hash = (select password_hash from "user" where gid = $1) where gid = $2',
    values: [demoGids.users.user, gid],
  });
}
