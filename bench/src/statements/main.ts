import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@partner-ordering/embedded-postgres';
import { readOptions } from '../options.ts';
import { endChildrenWithUs } from '../processes.ts';
import { machineText, table } from '../report.ts';
import { demo, openDemo, startStandalone } from '../standalone.ts';
import type { SentCounts } from './count.ts';

// `npm run bench:statements`, see docs/operators/performance.md: what `npm start` sends to PostgreSQL at rest and for an order.

const { seconds: restSeconds } = readOptions(process.env);
const orders = Math.ceil(2 * restSeconds);
/** After the delivery of an order, until it is recorded. */
const RECORDED_MS = 500;

endChildrenWithUs();
const countsPort = await freePort();
const counter = `${new URL('count.ts', import.meta.url).href}?port=${countsPort}`;
const system = await startStandalone({}, ['--import', counter]);
try {
  const order = await prepareOrders();
  await delay(restSeconds * 1_000); // until it is at rest
  await readCounts();
  await delay(restSeconds * 1_000);
  const idleCounts = await readCounts();
  const startedAt = performance.now();
  for (let count = 0; count < orders; count += 1) await order();
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`\n${machineText()}\n\n${figures(idleCounts, await readCounts(), seconds)}\n`);
} finally {
  await system.stop();
}
process.exit();

/** Reads the statements sent since the last call, by database. */
async function readCounts(): Promise<Record<string, SentCounts>> {
  return (await fetch(`http://127.0.0.1:${countsPort}`)).json() as Promise<Record<string, SentCounts>>;
}

/** Signs in and creates a webhook. Answers a function that publishes an order and waits for its delivery. */
async function prepareOrders(): Promise<() => Promise<void>> {
  const receiver = createServer((request, response) => void request.resume().once('end', () => response.end()));
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { api, order } = await openDemo(system.port);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  await api.createWebhook(demo.bakery, { url, events: ['project.published'] });
  return async () => {
    const delivered = once(receiver, 'request');
    await api.createProject(order);
    await delivered;
    await delay(RECORDED_MS);
  };
}

/** Statements of polls do not count for the orders. */
function figures(idleCounts: Record<string, SentCounts>, orderCounts: Record<string, SentCounts>, seconds: number): string {
  const lines = Object.entries(idleCounts).map(([database, idle]) => {
    const total = orderCounts[database]!;
    const perOrder = (kind: keyof SentCounts): number => (total[kind] - (idle[kind] / restSeconds) * seconds) / orders;
    return { database, numbers: [idle.statements, idle.roundTrips, perOrder('statements'), perOrder('roundTrips')] };
  });
  const total = [0, 1, 2, 3].map((column) => lines.reduce((sum, { numbers }) => sum + numbers[column]!, 0));
  const formatted = (numbers: readonly number[]): string[] => numbers.map((number, column) => number.toFixed(column < 2 ? 0 : 1));
  const head = ['database', `${restSeconds} s at rest: statements`, 'round trips', 'an order: statements', 'round trips'];
  return table([head, ...lines.map(({ database, numbers }) => [database, ...formatted(numbers)]), ['all', ...formatted(total)]], 1);
}
