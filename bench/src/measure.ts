import { cpuOf, cpuOfFamily } from './cpu.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Options } from './options.ts';
import type { Side } from './sides.ts';
import { startWorker, type Worker } from './worker.ts';

/** How one side did one operation. */
export interface Figures {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU per request of each of the side's processes. */
  nodeMicroseconds: number[];
  postgresMicroseconds: number;
}

/** The load generator in a process of its own. */
export type LoadGenerator = Worker<LoadOrder, LoadResult>;

export const startLoadGenerator = (): LoadGenerator => startWorker('load.ts');

interface Comparison {
  options: Pick<Options, 'seconds' | 'connections'>;
  load: LoadGenerator;
  /** Process id of the postmaster. */
  postmaster: number;
  sides: readonly [Side, Side];
  /** What both sides are asked. */
  requests: readonly string[];
  /** After each slot, before the next: nothing of one side may go on in the other's time. */
  afterSlot?: () => Promise<void>;
}

interface Slot {
  load: LoadResult;
  node: number[];
  postgres: number;
}

const SLOT_SECONDS = 2;
export const WARM_UP_SECONDS = 3;

/** Measures two sides in turn, A B A B, so that a machine that gets slower or faster does so for both. */
export async function compare(comparison: Comparison): Promise<[Figures, Figures]> {
  const { sides, options } = comparison;
  const slots: [Slot[], Slot[]] = [[], []];
  const slotCount = Math.max(2, Math.round(options.seconds / SLOT_SECONDS));
  const rounds = [
    { seconds: WARM_UP_SECONDS, counts: false },
    ...Array.from({ length: slotCount }, () => ({ seconds: options.seconds / slotCount, counts: true })),
  ];
  for (const { seconds, counts } of rounds) {
    for (const index of [0, 1] as const) {
      sides[1 - index]!.suspend();
      const slot = await measureSlot(comparison, index, seconds);
      sides[1 - index]!.resume();
      if (counts) slots[index].push(slot);
      await comparison.afterSlot?.();
    }
  }
  return [figuresOf(slots[0]), figuresOf(slots[1])];
}

async function measureSlot({ sides, requests, load, postmaster, options }: Comparison, index: 0 | 1, seconds: number): Promise<Slot> {
  const side = sides[index];
  const before = { node: side.pids.map(cpuOf), postgres: cpuOfFamily(postmaster) };
  const result = await load.run({ port: side.port, requests, connections: options.connections, seconds });
  const after = { node: side.pids.map(cpuOf), postgres: cpuOfFamily(postmaster) };
  const { failure } = result;
  if (failure) throw new Error(`${side.name}: ${failure.count} of ${result.count} answers were not 2xx; the first:\n${failure.first}`);
  return {
    load: result,
    node: before.node.map((cpu, process) => after.node[process]! - cpu),
    postgres: after.postgres - before.postgres,
  };
}

function figuresOf(slots: readonly Slot[]): Figures {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const count = sum(slots.map(({ load }) => load.count));
  const perRequest = (values: readonly number[]): number => (sum(values) / count) * 1e6;
  return {
    requestsPerSecond: count / sum(slots.map(({ load }) => load.seconds)),
    p50Ms: sum(slots.map(({ load }) => load.p50Ms)) / slots.length,
    p99Ms: Math.max(...slots.map(({ load }) => load.p99Ms)),
    nodeMicroseconds: slots[0]!.node.map((_, process) => perRequest(slots.map(({ node }) => node[process]!))),
    postgresMicroseconds: perRequest(slots.map(({ postgres }) => postgres)),
  };
}
