import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, password } from '@partner-ordering/client';
import { freePort } from '@partner-ordering/embedded-postgres';
import { readOptions } from '../options.ts';
import { endChildrenWithUs, startProcess } from '../processes.ts';
import { machineText, table } from '../report.ts';
import type { Sent } from './count.ts';

// `npm run bench:statements`, see docs/operators/performance.md: what `npm start` sends to PostgreSQL at rest and for an order.

const { seconds: restSeconds } = readOptions(process.env);
const orders = Math.ceil(2 * restSeconds);
/** After the delivery of an order, until it is recorded. */
const RECORDED_MS = 500;
/** Of the demo data: Harbour Bakery orders a logo. */
const [BAKERY, LOGO, OPTIONS] = [
  '019a0000-0000-7000-8000-0000000000a1',
  '019a0000-0000-7000-8000-0000000c0001',
  { mode: 'multi', due: 5 },
] as const;
const application = { clientId: 'demo-app', clientSecret: 'demo-secret' };

endChildrenWithUs();
const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-bench-'));
chmodSync(folder, 0o711); // started by root, PostgreSQL runs as another user, who must be able to enter
const countsPort = await freePort();
const environment = { NODE_ENV: 'development', DATA_DIR: join(folder, 'data') };
const counter = `${new URL('count.ts', import.meta.url).href}?port=${countsPort}`;
const system = await startProcess('services/standalone/src/main.ts', environment, ['--import', counter]);
try {
  const order = await prepareOrders();
  await delay(restSeconds * 1_000); // until it is at rest
  await sentSoFar();
  await delay(restSeconds * 1_000);
  const atRest = await sentSoFar();
  const startedAt = performance.now();
  for (let count = 0; count < orders; count += 1) await order();
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`\n${machineText()}\n\n${figures(atRest, await sentSoFar(), seconds)}\n`);
} finally {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

/** What was sent since the last call, by database. */
async function sentSoFar(): Promise<Record<string, Sent>> {
  return (await fetch(`http://127.0.0.1:${countsPort}`)).json() as Promise<Record<string, Sent>>;
}

/** Signs in and creates a webhook. Answers a function that publishes an order and waits for its delivery. */
async function prepareOrders(): Promise<() => Promise<void>> {
  const receiver = createServer((request, response) => void request.resume().once('end', () => response.end()));
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const manager = { username: 'manager@example.com', password: 'demo-password' };
  const api = createClient({ url: `http://127.0.0.1:${system.port}`, auth: password({ ...application, ...manager }) });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  await api.createWebhook(BAKERY, { url, events: ['project.published'] });
  const asked = { 'product.gid': LOGO, 'organization.gid': BAKERY, 'options.mode': OPTIONS.mode, 'options.due': OPTIONS.due };
  const { amount } = await api.getPriceFor(asked);
  const body = { title: 'A logo', description: 'A loaf and an anchor', state: 'published', options: OPTIONS } as const;
  const refs = { product: { gid: LOGO }, organization: { gid: BAKERY }, price: { amount } };
  return async () => {
    const delivered = once(receiver, 'request');
    await api.createProject({ ...body, ...refs });
    await delivered;
    await delay(RECORDED_MS);
  };
}

/** What polls send in the time of the orders is not theirs. */
function figures(atRest: Record<string, Sent>, withOrders: Record<string, Sent>, seconds: number): string {
  const lines = Object.entries(atRest).map(([database, rest]) => {
    const all = withOrders[database]!;
    const ofOrder = (kind: keyof Sent): number => (all[kind] - (rest[kind] / restSeconds) * seconds) / orders;
    return { database, numbers: [rest.statements, rest.roundTrips, ofOrder('statements'), ofOrder('roundTrips')] };
  });
  const total = [0, 1, 2, 3].map((column) => lines.reduce((sum, { numbers }) => sum + numbers[column]!, 0));
  const shown = (numbers: readonly number[]): string[] => numbers.map((number, column) => number.toFixed(column < 2 ? 0 : 1));
  const head = ['database', `${restSeconds} s at rest: statements`, 'round trips', 'an order: statements', 'round trips'];
  return table([head, ...lines.map(({ database, numbers }) => [database, ...shown(numbers)]), ['all', ...shown(total)]], 1);
}
