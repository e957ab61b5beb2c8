import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { cpuOf } from './cpu.ts';
import type { LoadResult } from './load.ts';
import type { BenchSetup, Side } from './sides.ts';

/** How one side did one operation. */
export interface Figures {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU per request of each of the side's processes. */
  nodeMicroseconds: number[];
}

interface Slot extends LoadResult {
  node: number[];
}

const SLOT_SECONDS = 2;

/** Measures two sides in turn, one stopped while the other runs, so that a machine that gets slower does so for both. */
export async function compare(setup: BenchSetup, sides: readonly [Side, Side], requests: readonly string[]): Promise<[Figures, Figures]> {
  const slots: [Slot[], Slot[]] = [[], []];
  const { seconds, warmUpSeconds } = setup.options;
  const slotCount = Math.max(2, Math.round(seconds / SLOT_SECONDS));
  const durations = [warmUpSeconds, ...Array.from({ length: slotCount }, () => seconds / slotCount)];
  for (const [round, duration] of durations.entries()) {
    for (const index of [0, 1] as const) {
      const other = sides[1 - index]!;
      other.suspend();
      const slot = await measureSlot(setup, sides[index], requests, duration);
      other.resume();
      if (round > 0) slots[index].push(slot);
      // Ordering's relay moves both sides' events; it must not do so in the next slot.
      await setup.cluster.connect('ordering', untilRelayed);
    }
  }
  return [figuresOf(slots[0]), figuresOf(slots[1])];
}

async function measureSlot({ load }: BenchSetup, side: Side, requests: readonly string[], seconds: number): Promise<Slot> {
  const before = side.pids.map(cpuOf);
  const result = await load.run({ port: side.port, requests, seconds });
  return { ...result, node: side.pids.map((pid, index) => cpuOf(pid) - before[index]!) };
}

/** Waits until the outbox is empty. */
async function untilRelayed(client: pg.Client): Promise<void> {
  while ((await client.query('select from outbox limit 1')).rowCount !== 0) await delay(20);
}

function figuresOf(slots: readonly Slot[]): Figures {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const count = sum(slots.map((slot) => slot.count));
  return {
    requestsPerSecond: count / sum(slots.map(({ seconds }) => seconds)),
    p50Ms: sum(slots.map(({ p50Ms }) => p50Ms)) / slots.length,
    p99Ms: Math.max(...slots.map(({ p99Ms }) => p99Ms)),
    nodeMicroseconds: slots[0]!.node.map((_, process) => (sum(slots.map(({ node }) => node[process]!)) / count) * 1e6),
  };
}
