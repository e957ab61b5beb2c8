import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkDocker } from '@partner-ordering/testing';
import { startContainers } from './containers.ts';
import { messagesDisordered } from './disordered.ts';
import { seconds, type Fault, type Outcome, type Stage } from './fault.ts';
import { kafkaDown } from './kafka-down.ts';
import { servicesKilled } from './killed.ts';
import { postgresHangs, postgresReset } from './postgres-away.ts';
import { holds, tableOf, writeTable, type Results } from './report.ts';
import { offsetsRewound } from './rewound.ts';
import { setStage } from './stage.ts';
import { oneOfTwoStopped, twoInstances } from './two-instances.ts';

// `npm run test:faults`: kills or cuts off parts of the running system down and counts what is lost. `--short` is what `check:full` runs,
// `--only=<text>` takes the faults whose name has the text, `--seed=<n>` repeats a run, `--write` updates docs/developers/guarantees.md.

const { values: given } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
});
const LIMIT_MS = 15 * 60_000;
// Services start over a hundred times.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../../node_modules/.cache/tests');
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const faults: readonly Fault[] = [
  kafkaDown,
  postgresReset,
  postgresHangs,
  offsetsRewound,
  messagesDisordered,
  servicesKilled,
  twoInstances,
  oneOfTwoStopped,
];

await checkDocker().catch(giveUp);
const late = delay(LIMIT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('the faults took longer than 15 minutes')));
late.catch(() => undefined); // each fault after it tells
const results: { fault: Fault; outcome: Outcome }[] = [];
const containers = await startContainers().catch(giveUp);
try {
  for (const instances of [1, 2]) {
    const chosen = faults.filter((fault) => fault.instances === instances && fault.name.includes(given.only));
    if (chosen.length > 0) await tryOn(chosen, instances);
  }
} finally {
  await containers.stop();
}
finish(results);

/** Without Docker, or without an image, nothing can be tried. */
function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}

async function tryOn(chosen: readonly Fault[], instances: number): Promise<void> {
  const stage = await setStage(containers, { instances, random: mulberry(Number(given.seed)), say });
  try {
    for (const fault of chosen) results.push({ fault, outcome: await attempt(fault, stage) });
  } finally {
    await stage.stop();
  }
}

async function attempt(fault: Fault, on: Stage): Promise<Outcome> {
  say(`${fault.name}: ${fault.promise}`);
  const startedAt = performance.now();
  const outcome = await Promise.race([fault.run(on, given.short), late]).catch((error: unknown): Outcome => {
    const broken = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    return { times: 0, lost: 0, doubled: 0, longestOutageMs: 0, notes: [], broken };
  });
  for (const broken of outcome.broken) say(`  broken: ${broken}`);
  say(`  ${holds(outcome) ? 'held' : 'DID NOT HOLD'}, ${seconds(performance.now() - startedAt)}: ${outcome.notes.join('; ')}`);
  return outcome;
}

function finish(all: Results): void {
  const table = tableOf(all);
  const failed = all.filter(({ outcome }) => !holds(outcome)).length;
  say(`\n${table}\n\n${all.length - failed} passed, ${failed} failed`);
  if (given.write && failed === 0) writeTable(table);
  process.exit(failed === 0 ? 0 : 1);
}

/** A small random generator that a seed repeats. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
