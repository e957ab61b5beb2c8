import type { ServiceName } from '@partner-ordering/kernel';
import { postgresTransport, type Transport } from '@partner-ordering/messaging';
import { keysInFolder, makeKeys } from '@partner-ordering/service';
import { keyTokens } from '@partner-ordering/service-client';
import { startSystem, type SystemOptions } from '@partner-ordering/standalone';
import { cloneDatabases, copyPassword, log, urlsOf } from './databases.ts';
import { mailIn } from './mails.ts';
import { temporaryFolder } from './program.ts';
import { startSystemOverKafka } from './system-over-kafka.ts';
import { isOverKafka, issuer, signingIn, type TestSystem } from './test-system.ts';

export interface TestSystemOptions {
  /** Puts something between the services and the transport. */
  between?: (transport: Transport) => Transport;
  /** Databases that exist, instead of clones that are dropped in the end. */
  urls?: Readonly<Record<ServiceName | 'messaging', string>>;
  /** Whether answers are checked against the document (true); unchecked they are the bytes that production sends. */
  validateResponses?: boolean;
  /** The time of the services, as a test lets it pass. */
  clock?: () => Date;
  /** A port of this machine as its public address: a browser tells us which address a form was sent from. */
  port?: number;
  variables?: Readonly<Record<string, string>>;
  /** The log of each service; by default of errors. */
  logOf?: SystemOptions['log'];
}

/** Variables of every system that is started from now on: a container test runs the tests of others on what it has started. */
export const environment: Record<string, string> = {};

let keyFolderOfRun: string | undefined;

/** One for all systems of a test file: a database whose signing keys one of them encrypted may be opened by the next. */
export function keyFolder(): string {
  if (keyFolderOfRun !== undefined) return keyFolderOfRun;
  const { path, remove } = temporaryFolder();
  makeKeys(path);
  process.once('exit', remove);
  return (keyFolderOfRun = path);
}

/** A token by which one service of a test system calls another. */
export const serviceToken = (caller: ServiceName | 'gateway', provider: ServiceName): Promise<string> =>
  keyTokens({ keys: keysInFolder(keyFolder(), caller), service: caller, clock: () => new Date() }).issue(provider);

/** Starts the system for a test file; about a second, since databases come filled from the run's templates. */
export async function startTestSystem({
  between = (transport) => transport,
  urls,
  validateResponses = true,
  clock = () => new Date(),
  port = 0,
  variables = {},
  logOf = log,
}: TestSystemOptions = {}): Promise<TestSystem> {
  if (isOverKafka()) return startSystemOverKafka();
  const [folder, mails] = [temporaryFolder(), temporaryFolder()];
  const clones = urls ? undefined : await cloneDatabases();
  const databaseUrls = urls ?? urlsOf(clones!);
  const transport = await postgresTransport({ url: databaseUrls.messaging, logger: log() });
  const system = await startSystem({
    host: '127.0.0.1',
    port,
    issuer: port === 0 ? issuer : `http://127.0.0.1:${port}`,
    isProduction: false,
    demo: true,
    validateResponses,
    keyFolder: keyFolder(),
    databaseUrls,
    transport: between(transport),
    log: logOf,
    environment: { FILES_DIR: folder.path, MAIL_DIR: mails.path, ...environment, ...variables },
    clock,
    stop: new AbortController().signal,
  });
  return {
    ...system,
    ...signingIn(system.url),
    mailTo: (to, kind) => mailIn(mails.path, kind, to),
    setPassword: (gid) => copyPassword(system.services.identity, gid),
    stop: async () => {
      await system.stop();
      await transport.close();
      await Promise.all(Object.values(clones ?? {}).map((clone) => clone.drop()));
      folder.remove();
      mails.remove();
    },
  };
}
