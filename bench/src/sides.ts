import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyVariables, makeKeys } from '@partner-ordering/http';
import { urlVariables, type ServiceName } from '@partner-ordering/kernel';
import type { Cluster } from './cluster.ts';
import type { Issuer } from './issuer.ts';
import type { Options } from './options.ts';
import { runProcess, startProcess, type Running } from './processes.ts';

/** One of two servers that are compared: where it takes requests, and the processes that it is made of. */
export interface Side {
  readonly name: string;
  readonly port: number;
  readonly pids: readonly number[];
  suspend(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** What all processes of a run share. */
export interface BenchSetup {
  cluster: Cluster;
  issuer: Issuer;
  messagingUrl: string;
  options: Options;
}

const ORDERING = 'services/ordering/src/main.ts';
const GATEWAY = 'services/gateway/src/main.ts';
const HANDWRITTEN = 'bench/src/handwritten/main.ts';
/** Connections of each server to PostgreSQL. */
const POOL_SIZE = '10';
const keys = mkdtempSync(join(tmpdir(), 'partner-ordering-bench-keys-'));
makeKeys(keys);
process.on('exit', () => rmSync(keys, { recursive: true, force: true }));

/** Services that are asked only when a replica may be stale, which never happens here; the stand-in answers for them. */
const standInUrls = ({ url }: BenchSetup['issuer']): Record<string, string> => urlVariables(() => url);

/** The environment of a service on this database. */
export const serviceEnvironment = (
  { issuer, messagingUrl }: BenchSetup,
  databaseUrl: string,
  service: ServiceName = 'ordering',
): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: POOL_SIZE,
  MESSAGING_URL: messagingUrl,
  // Production takes Kafka alone; what else it is faster by is set here.
  NODE_ENV: 'development',
  VALIDATE_RESPONSES: 'false',
  ISSUER: issuer.issuer,
  ...keyVariables(keys, service),
  ...standInUrls(issuer),
  MIGRATE_ON_START: 'true',
});

/** Brings a database of ordering up to date. */
export const migrate = (setup: BenchSetup, databaseUrl: string): Promise<void> =>
  runProcess(ORDERING, ['migrate'], serviceEnvironment(setup, databaseUrl));

/** Gateway and ordering, with the settings of production but for the transport. */
export async function startOurs(setup: BenchSetup, databaseUrl: string): Promise<Side> {
  const ordering = await startProcess(ORDERING, serviceEnvironment(setup, databaseUrl));
  const gateway = await startGateway(setup, { ORDERING_URL: `http://127.0.0.1:${ordering.port}` });
  return sideOf('ours', [gateway, ordering]);
}

/** A gateway in front of these services; the stand-in is behind the others' routes. */
const startGateway = ({ issuer }: BenchSetup, services: Readonly<Record<string, string>>): Promise<Running> => {
  const limits = {
    RATE_LIMIT_PER_MINUTE: '0',
    APPLICATION_RATE_LIMIT_PER_MINUTE: '0',
    ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
    REQUESTS_AT_ONCE_PER_USER: '0',
    REQUESTS_AT_ONCE_PER_ADDRESS: '0',
  };
  const environment = { ISSUER: issuer.issuer, ...keyVariables(keys, 'gateway'), ...standInUrls(issuer), ...services, ...limits };
  return startProcess(GATEWAY, environment);
};

/** The hand-written server, which takes every shortcut that still gives the same answers. */
export async function startHandwritten({ issuer }: BenchSetup, databaseUrl: string): Promise<Side> {
  const environment = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: POOL_SIZE, ISSUER: issuer.issuer, IDENTITY_URL: issuer.url };
  const server = await startProcess(HANDWRITTEN, environment);
  return sideOf('hand-written', [server]);
}

function sideOf(name: string, processes: readonly [Running, ...Running[]]): Side {
  return {
    name,
    port: processes[0].port,
    pids: processes.map(({ pid }) => pid),
    suspend: () => processes.forEach((one) => one.suspend()),
    resume: () => processes.forEach((one) => one.resume()),
    stop: async () => {
      for (const one of processes) await one.stop();
    },
  };
}
