import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { cpuOf } from './cpu.ts';
import type { LoadResult } from './load.ts';
import type { Options } from './options.ts';
import type { BenchSetup, Side } from './sides.ts';

/** The figures of one side for one operation. */
export interface Figures {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU per request of each of the side's processes, or kinds of processes. */
  cpuMicroseconds: number[];
}

/** One run of the load generator, with the CPU seconds of each process (or kind of processes) of the side. */
export interface Slot extends LoadResult {
  cpu: number[];
}

const SLOT_SECONDS = 2;

/** Measures gateway and ordering beside the hand-written server. */
export async function compare(setup: BenchSetup, sides: readonly [Side, Side], requests: readonly string[]): Promise<[Figures, Figures]> {
  const measure = async (side: Side, seconds: number): Promise<Slot> => {
    const before = side.pids.map(cpuOf);
    const result = await setup.load.run({ port: side.port, requests, seconds });
    // Events that ordering has not relayed yet are part of its cost, and would burden its next slot.
    await setup.cluster.connect('ordering', untilRelayed);
    return { ...result, cpu: side.pids.map((pid, index) => cpuOf(pid) - before[index]!) };
  };
  const [ours, other] = await measureInTurn(setup.options, sides, measure);
  return [ours!, other!];
}

/** Measures sides in turn, the others stopped while one runs, so that a machine that gets slower does so for all. */
export async function measureInTurn<One extends Pick<Side, 'suspend' | 'resume'>>(
  { seconds, warmUpSeconds }: Pick<Options, 'seconds' | 'warmUpSeconds'>,
  sides: readonly One[],
  measure: (side: One, seconds: number) => Promise<Slot>,
): Promise<Figures[]> {
  const slots = sides.map((): Slot[] => []);
  const slotCount = Math.max(2, Math.round(seconds / SLOT_SECONDS));
  const slotSeconds = seconds / slotCount;
  const warmUpCount = Math.ceil(warmUpSeconds / slotSeconds);
  for (let round = -warmUpCount; round < slotCount; round += 1) {
    for (const [index, side] of sides.entries()) {
      const others = sides.filter((other) => other !== side);
      try {
        others.forEach((other) => other.suspend());
        const slot = await measure(side, slotSeconds);
        if (round >= 0) slots[index]!.push(slot);
      } finally {
        // Stopped processes could not be ended.
        others.forEach((other) => other.resume());
      }
    }
  }
  return slots.map(figuresOf);
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
    cpuMicroseconds: slots[0]!.cpu.map((_, process) => (sum(slots.map(({ cpu }) => cpu[process]!)) / count) * 1e6),
  };
}
