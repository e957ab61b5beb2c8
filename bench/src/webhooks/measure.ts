import { setTimeout as delay } from 'node:timers/promises';
import { cpuOf, cpuOfFamily } from '../cpu.ts';
import { percentile } from '../percentile.ts';
import type { Stand } from './stand.ts';

/** From the commit of what happened to the first byte of the request at a receiver. */
export interface Latencies {
  count: number;
  p50Ms: number;
  p99Ms: number;
  longestMs: number;
}

export interface DeliveryFigures {
  deliveries: number;
  seconds: number;
  /** CPU seconds of notifications, and of the whole PostgreSQL. */
  cpu: readonly [number, number];
}

const nowMs = (): number => performance.timeOrigin + performance.now();
const OFTEN_MS = 50;
const [QUIET_MS, QUIET_ROUNDS] = [10, 5];
/** Nothing takes that long: something is wrong. */
const TIMEOUT_MS = 600_000;

/** Publishes so many events for each organization at once; until each of its webhooks has got each of them. */
export async function measureDeliveries({ service, ...stand }: Stand, postmaster: number, events: number): Promise<DeliveryFigures> {
  const { organizations, webhooks } = stand.size;
  const before = [cpuOf(service.pid), cpuOfFamily(postmaster)] as const;
  const [start, first] = [performance.now(), await stand.count()];
  const deliveries = organizations * webhooks * events;
  const everyone = Array.from({ length: organizations }, (_, index) => index);
  for (let event = 0; event < events; event += 1) await stand.publish(everyone);
  while ((await stand.count()) - first < deliveries) {
    if (performance.now() - start > TIMEOUT_MS) throw new Error(`Only ${(await stand.count()) - first} of ${deliveries} were delivered`);
    await delay(OFTEN_MS);
  }
  const seconds = (performance.now() - start) / 1000;
  const after = [cpuOf(service.pid), cpuOfFamily(postmaster)] as const;
  const used = (index: 0 | 1): number => after[index] - before[index];
  const different = new Set((await stand.arrivals()).map(([receiver, id]) => `${receiver} ${id}`)).size;
  if (different !== deliveries) throw new Error(`${different} different deliveries instead of ${deliveries}`);
  return { deliveries, seconds, cpu: [used(0), used(1)] };
}

/**
 * Places orders, one after the other, each when what the one before has caused is at the receiver; the stand has the one webhook of the
 * organization that orders. From the answer of the order, which is right behind its commit.
 */
export async function measureOrders(stand: Stand, orders: number, order: (index: number) => Promise<unknown>): Promise<Latencies> {
  const found: number[] = [];
  for (let index = 0; index < orders; index += 1) {
    await order(index);
    const committed = nowMs();
    let first: number | undefined;
    // What an order causes besides comes within that time.
    for (let quiet = 0; quiet < QUIET_ROUNDS; await delay(QUIET_MS)) {
      const arrivals = await stand.arrivals();
      first ??= arrivals[0]?.[2];
      quiet = first === undefined || arrivals.length > 0 ? 0 : quiet + 1;
    }
    found.push(first! - committed);
    // Without it each order would meet what polls at the same moment.
    await delay(Math.random() * OFTEN_MS);
  }
  return latenciesOf(found);
}

function latenciesOf(found: readonly number[]): Latencies {
  const sorted = found.toSorted((one, other) => one - other);
  return { count: sorted.length, p50Ms: percentile(sorted, 0.5)!, p99Ms: percentile(sorted, 0.99)!, longestMs: sorted.at(-1)! };
}
