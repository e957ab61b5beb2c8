import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { demoGids } from '@partner-ordering/identity';
import type { Transport } from '@partner-ordering/messaging';
import { serviceNames, startSystem, type ServiceName, type System } from '@partner-ordering/standalone';
import { ApiClient, gidOf } from '@partner-ordering/testing';
import { pino } from 'pino';
import { emptyDatabase, type Cluster } from '../cluster.ts';

/** Milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
  count: number;
}

// People do not choose a winner in the moment in which the work arrives; random, so that no clock of the system falls into step with it.
const pauseMs = (): number => 60 + Math.random() * 80;
const POLL_MS = 1;

/**
 * From the moment in which the answer to the request that finishes an order has arrived until its receipt is committed in billing. All services
 * and the gateway in one process, on fresh databases, with nothing else to do.
 */
export async function measureReceipts(cluster: Cluster, transport: Transport, count: number): Promise<Latency> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-bench-files-'));
  const databaseUrls = {} as Record<ServiceName, string>;
  for (const name of serviceNames) databaseUrls[name] = await emptyDatabase(cluster, `receipts_${name}`);
  const system = await startSystem({
    host: '127.0.0.1',
    port: 0,
    issuer: 'https://partner-ordering.bench',
    isProduction: false,
    demo: true,
    validateResponses: false,
    serviceSecret: randomBytes(32).toString('hex'),
    databaseUrls,
    transport,
    log: () => pino({ level: 'error' }),
    environment: { FILES_DIR: folder },
    stop: new AbortController().signal,
  });
  try {
    const orders = await customer(system);
    for (let warmUp = 0; warmUp < 20; warmUp++) await finish(system, orders);
    const latencies: number[] = [];
    for (let order = 0; order < count; order++) latencies.push(await finish(system, orders));
    const sorted = latencies.toSorted((a, b) => a - b);
    return { p50: sorted[Math.floor(count / 2)]!, p99: sorted[Math.floor(count * 0.99)]!, count };
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Orders {
  /** An order in contest mode with a work that waits to be chosen. */
  prepare(): Promise<{ project: string; work: string }>;
  choose(order: { project: string; work: string }): Promise<void>;
}

async function customer({ url }: System): Promise<Orders> {
  const [user, admin] = [await signIn(url, 'user@example.com'), await signIn(url, 'admin@example.com')];
  const { body: found } = await user.get('/v1/products', { parameters: { search: 'Logo design', limit: 1 } });
  const product = found.items[0];
  const options = { mode: 'multi', due: product.available_options.due.enum[0] as number };
  const organization = demoGids.harbourBakery as string;
  const { body: price } = await user.get('/v1/prices/for', {
    parameters: { 'product.gid': product.gid, 'organization.gid': organization, 'options.mode': options.mode, 'options.due': options.due },
  });
  const order = {
    title: 'A logo',
    description: '<p>Fresh and simple</p>',
    product: { gid: product.gid },
    organization: { gid: organization },
  };
  const body = { ...order, options, price: { amount: price.amount }, state: 'published' };
  const worker = gidOf(await admin.create('/v1/workers', { service_id: randomUUID(), firstname: 'Kim', lastname: 'Sol' }));
  return {
    prepare: async () => {
      const project = gidOf(await user.create('/v1/projects', body));
      return { project, work: gidOf(await admin.create('/v1/works', { project: { gid: project }, worker: { gid: worker } })) };
    },
    choose: async ({ project, work }) => {
      const { status, body: answer } = await user.put(`/v1/projects/${project}`, { winner: { gid: work } });
      if (status !== 204) throw new Error(`the winner was answered ${status}: ${JSON.stringify(answer)}`);
    },
  };
}

async function signIn(url: string, username: string): Promise<ApiClient> {
  const form = new URLSearchParams({ grant_type: 'password', username, password: 'demo-password', scope: 'base' });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from('demo-app:demo-secret').toString('base64')}`,
  };
  const { status, body } = await new ApiClient(url).post('/oauth2/token', form.toString(), { headers });
  if (status !== 200) throw new Error(`${username} could not sign in: ${status} ${JSON.stringify(body)}`);
  return new ApiClient(url, body.access_token);
}

async function finish({ services }: System, orders: Orders): Promise<number> {
  const order = await orders.prepare();
  await delay(pauseMs());
  await orders.choose(order);
  const finishedAt = performance.now();
  for (const { pool } = services.billing.database; ; await delay(POLL_MS)) {
    const { rowCount } = await pool.query({
      name: 'bench-receipt',
      text: 'select from receipt where project_gid = $1',
      values: [order.project],
    });
    if (rowCount) return performance.now() - finishedAt;
    if (performance.now() - finishedAt > 30_000) throw new Error('A finished order has no receipt after 30 s');
  }
}
