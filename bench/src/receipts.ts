import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { gid, orderBody } from './dataset.ts';
import type { BenchSetup } from './sides.ts';
import { startOrderServices, type OrderServices } from './order-services.ts';

/** How soon finished orders have their receipts, and how many of these are made. */
export interface ReceiptFigures {
  /** Orders that were finished one after the other. */
  orders: number;
  /** From the answer that finishes an order to the receipt in the list, and to its PDF. */
  visible: Percentiles;
  withPdf: Percentiles;
  /** Finished orders that waited for billing when it started. */
  backlog: number;
  /** Receipts with PDF per second, out of the backlog. */
  perSecond: number;
}

export interface Percentiles {
  p50Ms: number;
  p99Ms: number;
}

/** How many orders of the backlog are finished at the same time. */
const CONCURRENT_ORDERS = 8;
/** Longest pause before each of the orders that are finished one after the other. */
const PAUSE_MS = 250;

/** Measures with the services that an order passes through, on a seeded database. */
export async function measureReceipts(
  setup: BenchSetup,
  orderingDatabase: string,
  { orders = 300, backlog = 1_000 } = {},
): Promise<ReceiptFigures> {
  const services = await startOrderServices(setup, orderingDatabase);
  try {
    const customer = await customerOf(services, setup);
    let left = backlog;
    const finishOrders = async (): Promise<void> => {
      while (left-- > 0) await customer.finishOrder();
    };
    await Promise.all(Array.from({ length: CONCURRENT_ORDERS }, finishOrders));
    await services.startBilling();
    const perSecond = await setup.cluster.connect(services.billingDatabase, (client) => receiptsPerSecond(client, backlog));

    const [visible, withPdf]: [number[], number[]] = [[], []];
    for (let order = 0; order < orders; order++) {
      // A random pause: without it each order would meet the task worker at the same moment of its polling.
      await delay(Math.random() * PAUSE_MS);
      const project = await customer.finishOrder();
      const finishedAt = performance.now();
      await customer.receipt(project, () => true);
      visible.push(performance.now() - finishedAt);
      await customer.receipt(project, ({ file }) => file !== null);
      withPdf.push(performance.now() - finishedAt);
    }
    return { orders, visible: percentiles(visible), withPdf: percentiles(withPdf), backlog, perSecond };
  } finally {
    await services.stop();
  }
}

interface Customer {
  /** Publishes an order, has one work entered for it, chooses it, and answers the project's gid. */
  finishOrder(): Promise<string>;
  /** Asks for a project's receipt until it is there and `isDone`. */
  receipt(project: string, isDone: (receipt: { file: object | null }) => boolean): Promise<void>;
}

/** The manager of the first organization, and the admin who enters works. */
async function customerOf({ url, admin }: OrderServices, { issuer }: BenchSetup): Promise<Customer> {
  const call = async (token: string, method: string, path: string, body?: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const created = async (token: string, path: string, body: object): Promise<string> => {
    const response = await call(token, 'POST', path, body);
    await response.arrayBuffer();
    return response.headers.get('location')!.split('/').at(-1)!;
  };
  const [manager, workersSide] = [issuer.token(gid('user', 0)), issuer.token(admin)];
  const worker = { gid: await created(workersSide, '/v1/workers', { service_id: randomUUID(), firstname: 'Kim', lastname: 'Sol' }) };
  let index = 0;
  return {
    finishOrder: async () => {
      const project = await created(manager, '/v1/projects', orderBody(0, index++));
      const work = await created(workersSide, '/v1/works', { project: { gid: project }, worker });
      await (await call(manager, 'PUT', `/v1/projects/${project}`, { winner: { gid: work } })).arrayBuffer();
      return project;
    },
    receipt: async (project, isDone) => {
      const path = `/v1/receipts?query=${encodeURIComponent(JSON.stringify(['project.gid', '==', project]))}`;
      for (;;) {
        const { items } = (await (await call(manager, 'GET', path)).json()) as { items: { file: object | null }[] };
        if (items[0] && isDone(items[0])) return;
      }
    },
  };
}

/** From the first receipt of the backlog to the PDF of the last. */
async function receiptsPerSecond(client: pg.Client, backlog: number): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ done: number; seconds: number }>(
      `select count(file_url)::int as done, extract(epoch from max(modified_at) - min(created_at))::float8 as seconds from receipt`,
    );
    if (rows[0]!.done === backlog) return backlog / rows[0]!.seconds;
    await delay(100);
  }
}

function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
