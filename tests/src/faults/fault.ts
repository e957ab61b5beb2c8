import type { ConsistencyChecks } from '../consistency.ts';
import type { ProcessName, Processes } from '../processes.ts';
import type { Containers } from './containers.ts';
import type { Customers, Order } from './load.ts';

/** The running system and its surroundings, on which faults are tried. */
export interface Stage {
  processes: Processes;
  containers: Containers;
  checks: ConsistencyChecks;
  customers: Customers;
  /** From 0 to below 1, the same ones for the same seed. */
  random: () => number;
  /** Tells how far a long fault has got. */
  say(text: string): void;
}

/** The outcome of a fault; times in milliseconds. */
export interface Outcome {
  times: number;
  /** Orders that were acknowledged and are not there: as project, as booking, or as receipt. */
  lostOrders: number;
  doubledOrders: number;
  longestOutageMs: number;
  /** Promises that were not kept, a text for each. */
  brokenPromises: string[];
  /** Other figures: `drained after 2.1 s`. */
  notes: string[];
}

/** One row of the table. `isShort` is the form that CI runs. */
export interface Fault {
  name: string;
  promise: string;
  /** The number of instances of each service. */
  instances: 1 | 2 | 3;
  run(stage: Stage, isShort: boolean): Promise<Outcome>;
}

/** Runs steps of a fault. What one throws becomes a broken promise. */
export const stepsInto =
  (brokenPromises: string[]) =>
  async (step: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      brokenPromises.push(`${step}: ${(error as Error).message.slice(0, 1_000)}`);
    }
  };

/** The values of a metric of an instance, one for each of its series. */
export async function measured(
  { processes }: Pick<Stage, 'processes'>,
  name: ProcessName,
  metric: string,
  instance = 0,
): Promise<number[]> {
  const text = await (await fetch(processes.metricsOf(name, instance))).text();
  return [...text.matchAll(new RegExp(`^${metric}\\{.*\\} (.*)$`, 'gm'))].map(([, value]) => Number(value));
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Counts the acknowledged orders that are not there exactly once. Call it when everything has arrived. */
export async function count(
  { checks }: Pick<Stage, 'checks'>,
  orders: readonly Order[],
): Promise<Pick<Outcome, 'lostOrders' | 'doubledOrders'>> {
  const titles = orders.map(({ title }) => title);
  const gids = orders.map(({ gid }) => gid);
  const countByProject = async (name: 'ordering' | 'billing', text: string, values: string[]): Promise<ReadonlyMap<string, number>> => {
    const rows = await checks.rows<{ key: string; count: number }>(name, text, [values]);
    return new Map(rows.map(({ key, count: times }) => [key, times]));
  };
  const projects = await countByProject(
    'ordering',
    'select title as key, count(*)::int from project where title = any($1) group by title',
    titles,
  );
  const byProject = 'select project_gid as key, count(*)::int from';
  const bookings = await countByProject('ordering', `${byProject} budget_booking where project_gid = any($1) group by project_gid`, gids);
  const receipts = await countByProject('billing', `${byProject} receipt where project_gid = any($1) group by project_gid`, gids);
  const counts = orders.flatMap(({ title, gid, isFinished }) => [
    projects.get(title) ?? 0,
    bookings.get(gid) ?? 0,
    ...(isFinished ? [receipts.get(gid) ?? 0] : []),
  ]);
  return { lostOrders: counts.filter((times) => times === 0).length, doubledOrders: counts.filter((times) => times > 1).length };
}
