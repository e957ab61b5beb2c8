import { setTimeout as delay } from 'node:timers/promises';
import { cpuOf } from '../cpu.ts';
import { percentile } from '../report.ts';
import type { Arrival } from './receivers.ts';
import type { WebhookBench } from './bench.ts';

/** From the commit of an order to the first byte of the request at a receiver. */
export interface Latencies {
  p50Ms: number;
  p99Ms: number;
}

export interface DeliveryFigures {
  deliveries: number;
  seconds: number;
  /** CPU time of notifications. */
  cpuSeconds: number;
}

const OFTEN_MS = 50;
const [QUIET_MS, QUIET_ROUNDS] = [10, 5];
/** Nothing takes that long: something is wrong. */
const TIMEOUT_MS = 600_000;

/** Publishes so many events for each organization at once, and waits until each webhook has received each of them. */
export async function measureDeliveries({ service, size, publish, arrivals }: WebhookBench, events: number): Promise<DeliveryFigures> {
  const [before, start] = [cpuOf(service.pid), performance.now()];
  const deliveries = size.organizations * size.webhooks * events;
  const received: Arrival[] = [];
  for (let event = 0; event < events; event += 1) await publish();
  while (received.length < deliveries) {
    if (performance.now() - start > TIMEOUT_MS) throw new Error(`Only ${received.length} of ${deliveries} were delivered`);
    await delay(OFTEN_MS);
    received.push(...(await arrivals()));
  }
  const seconds = (performance.now() - start) / 1000;
  const cpuSeconds = cpuOf(service.pid) - before;
  const different = new Set(received.map(([receiver, id]) => `${receiver} ${id}`)).size;
  if (different !== deliveries) throw new Error(`${different} different deliveries instead of ${deliveries}`);
  return { deliveries, seconds, cpuSeconds };
}

/** Places orders one after another, and waits for all deliveries of each. Measures from the answer to the order, right after its commit. */
export async function measureOrders(bench: WebhookBench, orders: number, order: (index: number) => Promise<unknown>): Promise<Latencies> {
  const latencies: number[] = [];
  for (let index = 0; index < orders; index += 1) {
    await order(index);
    const committed = performance.timeOrigin + performance.now();
    let first: number | undefined;
    // Other events of the order come within that time.
    for (let quietRounds = 0; quietRounds < QUIET_ROUNDS; await delay(QUIET_MS)) {
      const arrivals = await bench.arrivals();
      first ??= arrivals[0]?.[2];
      quietRounds = first === undefined || arrivals.length > 0 ? 0 : quietRounds + 1;
    }
    latencies.push(first! - committed);
    // Otherwise each order would meet what polls at the same moment.
    await delay(Math.random() * OFTEN_MS);
  }
  return { p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) };
}
