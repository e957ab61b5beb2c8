import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, givenToken, type Client } from '@partner-ordering/client';
import type pg from 'pg';
import { cpuOf, cpuOfFamily, type CpuSeconds } from './cpu.ts';
import { gid, orderBody } from './dataset.ts';
import { percentile } from './percentile.ts';
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
  /** CPU time of the two services and of PostgreSQL for each of them, in ms: it says more than the rate where others use the machine. */
  cpuMs: CpuOfReceipt;
}

/** CPU time per receipt in ms; undefined where there is no /proc. */
export type CpuOfReceipt = Record<'billing' | 'files' | 'postgres', CpuSeconds>;

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
    const pids = await services.startBilling();
    const cpu = (): CpuOfReceipt => ({
      ...{ billing: cpuOf(pids.billing), files: cpuOf(pids.files), postgres: cpuOfFamily(setup.cluster.pid) },
    });
    const before = cpu();
    const perSecond = await setup.cluster.connect(services.billingDatabase, (client) => receiptsPerSecond(client, backlog));
    const cpuMs = perReceipt(before, cpu(), backlog);

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
    return { orders, visible: percentiles(visible), withPdf: percentiles(withPdf), backlog, perSecond, cpuMs };
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
  const clientOf = (user: string): Client => createClient({ url, auth: givenToken(issuer.token(user)) });
  const [manager, workersSide] = [clientOf(gid('user', 0)), clientOf(admin)];
  const worker = { gid: (await workersSide.createWorker({ service_id: randomUUID(), firstname: 'Kim', lastname: 'Sol' })).gid };
  let index = 0;
  return {
    finishOrder: async () => {
      const project = await manager.createProject(orderBody(0, index++));
      const work = await workersSide.createWork({ project: { gid: project.gid }, worker });
      await manager.updateProject(project.gid, { winner: { gid: work.gid } });
      return project.gid;
    },
    receipt: async (project, isDone) => {
      for (;;) {
        const { items } = await manager.listReceipts({ where: (r) => r.project.gid.eq(project) });
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

function perReceipt(before: CpuOfReceipt, after: CpuOfReceipt, receipts: number): CpuOfReceipt {
  const of = (part: keyof CpuOfReceipt): CpuSeconds => {
    const [from, to] = [before[part], after[part]];
    return from === undefined || to === undefined ? undefined : ((to - from) * 1000) / receipts;
  };
  return { billing: of('billing'), files: of('files'), postgres: of('postgres') };
}

function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((one, other) => one - other);
  return { p50Ms: percentile(sorted, 0.5)!, p99Ms: percentile(sorted, 0.99)! };
}
