import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { membershipPath } from '../orders.ts';
import { read } from '../story.ts';
import { demoGids } from '../test-system.ts';
import { downloadedHash, emails, type Installation, type People } from './installation.ts';
import type { Life, Orders } from './life.ts';

/** What must be found in the data folder that a version left behind. */
export interface Memory {
  /** The version that left it. */
  version: string;
  recordedAt: string;
  orders: Orders;
  receipt: string;
  /** Number of that receipt; the next one of the year follows it. */
  receiptNumber: string;
  refreshToken: string;
  /** Files by their path, as somebody saw them: SHA-256 of their bytes. */
  files: { as: keyof People; path: string; sha256: string }[];
  /** What reads answered, without what passes with time. */
  reads: { as: keyof People; path: string; body: unknown }[];
}

const folder = join(import.meta.dirname, '../../upgrade');

/** Where the archive of a version stands. */
export const archiveOf = (version: string): string => join(folder, `${version}.tar.zst`);

const memoryOf = (version: string): string => join(folder, `${version}.json`);

/** Every version that left something behind. */
export const recordedVersions = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tar.zst'))
    .map((name) => name.slice(0, -'.tar.zst'.length))
    .sort();

export const readMemory = (version: string): Memory => JSON.parse(readFileSync(memoryOf(version), 'utf8')) as Memory;

export const writeMemory = (memory: Memory): void => writeFileSync(memoryOf(memory.version), `${JSON.stringify(memory, null, 2)}\n`);

/** Asks for everything that is to be found again. */
export async function remember(installation: Installation, life: Life, version: string): Promise<Memory> {
  const { people, orders, receipt, refreshToken } = life;
  const answered =
    ([as, path]: readonly [keyof People, string]) =>
    async () => ({ as, path, body: await read(people[as], path) });
  const reads = await inTurn(whatToRead(life).map(answered));
  const membership = membershipPath(demoGids.users.user);
  const { monthly_budget, is_manager } = await read(people.manager, membership);
  const { number } = await read(people.user, receipt);
  const files = filesIn(reads).map(([as, path]) => async () => ({
    as,
    path,
    sha256: await downloadedHash(installation, people[as], path),
  }));
  return {
    ...{ version, recordedAt: new Date().toISOString(), orders, receipt, receiptNumber: number, refreshToken },
    files: await inTurn(files),
    reads: [...reads, { as: 'manager', path: membership, body: { monthly_budget, is_manager } }],
  };
}

function whatToRead({ orders, receipt }: Life): (readonly [keyof People, string])[] {
  const owners: Record<keyof Orders, keyof People> = {
    ...{ paid: 'user', conversation: 'user', draft: 'colleague', approval: 'user', request: 'user', elsewhere: 'stranger' },
  };
  const parts = ['', '/history?orderBy=created_at', '/messages?orderBy=created_at', '/shared_with', '/files', '/stat'];
  const ofOrders = Object.entries(orders).flatMap(([name, path]: [string, string]) =>
    parts.map((part) => [owners[name as keyof Orders], `${path}${part}`] as const),
  );
  const counts = Object.keys(emails).map((name) => [name as keyof People, '/v1/projects/total_count'] as const);
  return [
    ...ofOrders,
    ...counts,
    ['colleague', orders.conversation],
    ['user', receipt],
    ['user', '/v1/receipts'],
    ['user', '/v1/reviews'],
    ['user', '/v1/works'],
    ['manager', `/v1/orgs/${demoGids.harbourBakery}/payment_source`],
    ['manager', `/v1/organizations/${demoGids.harbourBakery}`],
    ['admin', '/v1/users/total_count'],
    ['admin', '/v1/workers?orderBy=created_at'],
    ['user', '/v1/products/total_count'],
    ['user', '/v1/products?orderBy=gid&limit=2'],
    ['admin', '/v1/prices/total_count'],
    ['admin', '/v1/prices?orderBy=gid&limit=2'],
  ];
}

/** Stable addresses of the files that the answers name. */
function filesIn(reads: Memory['reads']): [keyof People, string][] {
  const found = reads.flatMap(({ as, body }) =>
    [...JSON.stringify(body).matchAll(/"url":"([^"]+\/v1\/storage\/[^"?]+)"/g)].map(([, url]) => [as, url!] as const),
  );
  return [...new Map(found.map(([as, url]) => [url, [as, url] as [keyof People, string]])).values()];
}

async function inTurn<Result>(works: (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const work of works) results.push(await work());
  return results;
}
