import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkDocker } from '@partner-ordering/testing';
import { startContainers } from './containers.ts';
import { messagesDisordered } from './disordered.ts';
import { seconds, type Fault, type Outcome, type Stage } from './fault.ts';
import { kafkaDown } from './kafka-down.ts';
import { kafkaLogLost, kafkaLogPassed } from './kafka-lost.ts';
import { servicesKilled } from './killed.ts';
import { longEvents } from './long-events.ts';
import { logDiskFull, postgresHangs, postgresReset } from './postgres-away.ts';
import { isKept, tableOf, writeTable, type Results } from './report.ts';
import { offsetsRewound } from './rewound.ts';
import { setStage } from './stage.ts';
import { storageAway } from './storage-away.ts';
import { oneOfTwoStopped, twoInstances } from './two-instances.ts';

// `npm run test:faults`: kills or cuts off parts of the running system down and counts what is lost. `--short` is what `check:full` runs,
// `--only=<text>` takes the faults whose name has the text, `--seed=<n>` repeats a run, `--write` updates docs/developers/guarantees.md.

const { values: options } = parseArgs({
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
  longEvents,
  postgresReset,
  postgresHangs,
  logDiskFull,
  offsetsRewound,
  messagesDisordered,
  servicesKilled,
  twoInstances,
  oneOfTwoStopped,
  kafkaLogLost,
  kafkaLogPassed,
  storageAway, // the last one, as the files stay in a bucket
];
const chosen = faults.filter(({ name }) => name.includes(options.only));
if (chosen.length === 0) giveUp(new Error(`no fault has "${options.only}" in its name: ${faults.map(({ name }) => name).join(', ')}`));

await checkDocker().catch(giveUp);
const timeout = delay(LIMIT_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('the faults took longer than 15 minutes')));
timeout.catch(() => undefined); // each fault after it tells
const results: { fault: Fault; outcome: Outcome }[] = [];
const containers = await startContainers().catch(giveUp);
try {
  for (const instances of [1, 2, 3]) {
    const chosenFaults = chosen.filter((fault) => fault.instances === instances);
    if (chosenFaults.length > 0) await tryFaults(chosenFaults, instances);
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

async function tryFaults(chosenFaults: readonly Fault[], instances: number): Promise<void> {
  const stage = await setStage(containers, { instances, random: mulberry(Number(options.seed)), say });
  try {
    for (const fault of chosenFaults) results.push({ fault, outcome: await attempt(fault, stage) });
  } finally {
    await stage.stop();
  }
}

async function attempt(fault: Fault, stage: Stage): Promise<Outcome> {
  say(`${fault.name}: ${fault.promise}`);
  const startedAt = performance.now();
  const outcome = await Promise.race([fault.run(stage, options.short), timeout]).catch((error: unknown): Outcome => {
    const brokenPromises = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    return { times: 0, lostOrders: 0, doubledOrders: 0, longestOutageMs: 0, notes: [], brokenPromises };
  });
  for (const broken of outcome.brokenPromises) say(`  broken: ${broken}`);
  say(`  ${isKept(outcome) ? 'held' : 'DID NOT HOLD'}, ${seconds(performance.now() - startedAt)}: ${outcome.notes.join('; ')}`);
  return outcome;
}

function finish(allResults: Results): void {
  const table = tableOf(allResults);
  const failed = allResults.filter(({ outcome }) => !isKept(outcome)).length;
  say(`\n${table}\n\n${allResults.length - failed} passed, ${failed} failed`);
  if (options.write && failed === 0) writeTable(table);
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
