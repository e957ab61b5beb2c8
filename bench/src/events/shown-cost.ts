import type pg from 'pg';
import { untilEmpty } from '../drain.ts';
import type { LoadGenerator } from '../measure.ts';
import type { Options } from '../options.ts';
import { startOurs, type BenchSetup, type Side } from '../sides.ts';

/** Orders per second that one ordering takes, with what partners are shown of them and without. */
export interface ShownCost {
  withShown: number;
  withoutShown: number;
}

export interface ShownCostOptions {
  options: Pick<Options, 'seconds' | 'warmUpSeconds' | 'connections'>;
  load: LoadGenerator;
  setup: BenchSetup;
  databaseUrl: string;
  requests: readonly string[];
  /** A connection to ordering's database. */
  client: pg.Client;
}

const SLOT_SECONDS = 2;
const withoutShown = new URL('without-shown.ts', import.meta.url);

/** In turn, against two orderings on one database; one of them relays for both. */
export async function measureShownCost({ setup, databaseUrl, ...run }: ShownCostOptions): Promise<ShownCost> {
  const environment = { ...setup.environment, NODE_OPTIONS: `--import=${withoutShown.href}` };
  const sides = [await startOurs(setup, databaseUrl), await startOurs({ ...setup, environment }, databaseUrl, 'without shown')] as const;
  const [withIt, without] = await measureInTurn(sides, run).finally(() => Promise.all(sides.map((side) => side.stop())));
  return { withShown: withIt!, withoutShown: without! };
}

type RunOptions = Omit<ShownCostOptions, 'setup' | 'databaseUrl'>;

async function measureInTurn(sides: readonly Side[], { options, load, requests, client }: RunOptions): Promise<number[]> {
  const found = sides.map((side) => ({ side, orders: 0, seconds: 0 }));
  const slots = Math.max(2, Math.round(options.seconds / SLOT_SECONDS));
  for (let index = -1; index < slots; index++)
    for (const one of found) {
      const seconds = index < 0 ? options.warmUpSeconds : options.seconds / slots;
      const result = await load.run({ port: one.side.port, requests, connections: options.connections, seconds });
      if (result.failure) throw new Error(`${result.failure.count} orders failed; the first:\n${result.failure.first}`);
      await untilEmpty(client);
      if (index < 0) continue;
      one.orders += result.count;
      one.seconds += result.seconds;
    }
  return found.map(({ orders, seconds }) => orders / seconds);
}
