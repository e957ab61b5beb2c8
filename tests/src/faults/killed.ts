import { setTimeout as delay } from 'node:timers/promises';
import { processNames } from '../processes.ts';
import { stop } from '../program.ts';
import type { Fault } from './fault.ts';
import { startLoad } from './load.ts';
import { settleLoad } from './settle.ts';

const REST_MS = 1_500;
const DOWN_MS = 200;

/** `kill -9` of one service after the other, at random moments. */
export const servicesKilled: Fault = {
  name: 'kill -9 of each service under load',
  promise: 'every acknowledged order has exactly one project, one booking and one receipt',
  instances: 1,
  async run(stage, isShort) {
    const { processes, random, say } = stage;
    const each = isShort ? 2 : 7;
    const load = startLoad(stage.customers, { lanes: 4 });
    // Two at a time, of different services.
    const half = processNames.length / 2;
    const killers = [processNames.slice(0, half), processNames.slice(half)].map(async (names) => {
      const victims = names
        .flatMap((name) => Array.from({ length: each }, () => ({ name, order: random() })))
        .toSorted((a, b) => a.order - b.order);
      for (const [index, { name }] of victims.entries()) {
        await delay(random() * REST_MS);
        await stop(processes.program(name), 'SIGKILL');
        await delay(random() * DOWN_MS);
        await processes.restart(name);
        if (index % 10 === 9) say(`  ${index + 1} of ${victims.length} kills, ${load.orders.length} orders`);
      }
    });
    await Promise.all(killers);
    const outcome = await settleLoad(stage, load, 60_000);
    return { ...outcome, times: each * processNames.length, notes: [`${load.refusals.length} requests repeated`, ...outcome.notes] };
  },
};
