import type { Service, ServiceConfig } from '@partner-ordering/service';
import { serviceNames, type ServiceName } from '@partner-ordering/kernel';
import type { Transport } from '@partner-ordering/messaging';
import { modules } from '@partner-ordering/standalone';
import { TEST_PASSWORD_HASH, testDatabase, testMessaging, testKeys, type TestDatabase } from '@partner-ordering/testing';
import { pino } from 'pino';
import { temporaryFolder } from './program.ts';
import { demoGids, issuer } from './test-system.ts';

const keys = {
  FILES_SIGNING_KEYS: 'what only this test run signs with',
  SIGNING_KEY_ENCRYPTION_KEYS: 'what only this test run encrypts with',
  WEBHOOK_SECRET_ENCRYPTION_KEYS: 'what only this test run encrypts with',
};

/** Faults only, unless `LOG_LEVEL` says otherwise. */
export const log = () => pino({ level: process.env['LOG_LEVEL'] ?? 'error' });

export type Clones = Record<ServiceName | 'messaging', TestDatabase>;

/** Databases with the demo data in them and an empty log. */
export async function cloneDatabases(): Promise<Clones> {
  const folder = temporaryFolder();
  const fill = (name: ServiceName) => async (url: string) => {
    const service = await idleService(name, url, folder.path);
    await service.migrate();
    await modules[name].demo?.(service, new Date());
    if (name === 'identity') await makeSignInsCheap(service);
    await service.stop();
  };
  const clone = async (name: ServiceName) => [name, await testDatabase(`demo_${name}`, fill(name))] as const;
  const [messaging, ...clones] = await Promise.all([testMessaging(), ...serviceNames.map(clone)]);
  folder.remove();
  return { messaging, ...Object.fromEntries(clones) } as Clones;
}

async function makeSignInsCheap({ database }: Service): Promise<void> {
  const text = 'update "user" set password_hash = $1 where password_hash is not null';
  await database.query({ text, values: [TEST_PASSWORD_HASH] });
}

/** A service that is not started: its database, what it writes, and with a transport its commands. */
export function idleService(
  name: ServiceName,
  databaseUrl: string,
  folder: string,
  transport: Transport = undefined as never,
): Promise<Service> {
  const config: ServiceConfig = {
    databaseUrl,
    poolSize: 3,
    transport,
    issuer,
    serviceUrls: {},
    serviceKeys: testKeys(name),
    log: log(),
    clock: () => new Date(),
    validateResponses: false,
  };
  return modules[name].create(config, { FILES_DIR: folder, ...keys });
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
