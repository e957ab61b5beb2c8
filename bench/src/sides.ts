import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyVariables, makeKeys } from '@partner-ordering/service';
import { urlVariables, type ServiceName } from '@partner-ordering/kernel';
import { parse } from 'yaml';
import type { Cluster } from './cluster.ts';
import type { Dataset } from './dataset.ts';
import type { Issuer } from './issuer.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Options } from './options.ts';
import { startProcess, type Running } from './processes.ts';
import { seed } from './seed.ts';
import type { Worker } from './worker.ts';

/** One of two servers that are compared, with its processes. */
export interface Side {
  readonly name: string;
  readonly port: number;
  readonly pids: readonly number[];
  suspend(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** The parts that every measurement shares. */
export interface BenchSetup {
  cluster: Cluster;
  issuer: Issuer;
  load: Worker<LoadOrder, LoadResult>;
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

const chart = join(import.meta.dirname, '../../charts/partner-ordering');
const { services } = parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as { services: Record<string, { heapMebibytes: number }> };
const [semiSpace] = /--max-semi-space-size=\d+/.exec(readFileSync(join(chart, 'templates/_settings.tpl'), 'utf8'))!;

/** Node's flags of the service's pod in the chart. */
const podFlags = (service: ServiceName | 'gateway'): { NODE_OPTIONS: string } => ({
  NODE_OPTIONS: `--max-old-space-size=${services[service]!.heapMebibytes} ${semiSpace}`,
});

/** The environment of a service on this database. The issuer stands in for the services that it asks. */
export const serviceEnvironment = (
  { issuer, messagingUrl }: BenchSetup,
  databaseUrl: string,
  service: ServiceName = 'ordering',
): Record<string, string> => ({
  ...podFlags(service),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: POOL_SIZE,
  MESSAGING_URL: messagingUrl,
  // Production takes Kafka alone; what else it is faster by is set here.
  NODE_ENV: 'development',
  VALIDATE_RESPONSES: 'false',
  ISSUER: issuer.issuer,
  ...keyVariables(keys, service),
  ...urlVariables(() => issuer.url),
  MIGRATE_ON_START: 'true',
});

/** Starts ordering on this database. */
export const startOrdering = (setup: BenchSetup, databaseUrl: string): Promise<Running> =>
  startProcess(ORDERING, serviceEnvironment(setup, databaseUrl));

/** Creates the database of ordering, migrates it and fills it; answers its URL. */
export async function prepareDatabase(setup: BenchSetup, dataset: Dataset): Promise<string> {
  const url = await setup.cluster.emptyDatabase('ordering');
  await (await startOrdering(setup, url)).stop();
  await setup.cluster.connect('ordering', (client) => seed(client, dataset));
  return url;
}

/** Gateway and ordering, with the settings of production but for the transport. */
export async function startOurs(setup: BenchSetup, databaseUrl: string): Promise<Side> {
  const { issuer } = setup;
  const ordering = await startOrdering(setup, databaseUrl);
  const gateway = await startProcess(GATEWAY, {
    ...podFlags('gateway'),
    ISSUER: issuer.issuer,
    ...keyVariables(keys, 'gateway'),
    ...urlVariables(() => issuer.url),
    ORDERING_URL: `http://127.0.0.1:${ordering.port}`,
    RATE_LIMIT_PER_MINUTE: '0',
    APPLICATION_RATE_LIMIT_PER_MINUTE: '0',
    ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
    REQUESTS_AT_ONCE_PER_USER: '0',
    REQUESTS_AT_ONCE_PER_ADDRESS: '0',
  });
  return sideOf('ours', [gateway, ordering]);
}

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
