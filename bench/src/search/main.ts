import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { emptyDatabase } from '../cluster.ts';
import { cpuOf, cpuOfFamily } from '../cpu.ts';
import { readOptions } from '../options.ts';
import { runProcess, startProcess } from '../processes.ts';
import { machineText, writeFigures } from '../report.ts';
import { serviceEnvironment, type BenchSetup } from '../sides.ts';
import { onStage } from '../stage.ts';
import { searches, seedProducts, USER_GID } from './products.ts';

// `npm run bench:search`, see docs/performance.md; with --write the figures go there too.

const CATALOG = 'services/catalog/src/main.ts';
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 40);
const sizes = (process.env['BENCH_PRODUCTS'] ?? '10000,100000').split(',').map(Number);
const options = readOptions(process.env);

/** How a table of one size was searched. */
interface Measured {
  /** Milliseconds per request, sorted. */
  times: (kind: string) => number[];
  /** CPU time per request of catalog and PostgreSQL, in milliseconds: what a search would take on an idle machine, about. */
  cpuMs: number;
}

interface Row {
  kind: string;
  /** Milliseconds per request, by size of the table, sorted. */
  times: number[][];
}

const figures = await onStage(options, async (setup) => {
  const measured: Measured[] = [];
  for (const size of sizes) measured.push(await measure({ ...setup, messagingUrl: await emptyDatabase(setup.cluster, 'messaging') }, size));
  const rows = [...Object.keys(searches), 'all of them'].map((kind) => ({ kind, times: measured.map(({ times }) => times(kind)) }));
  return `${machineText({ postgresVersion: setup.cluster.version }, new Date())}.\n\n${tableOf(rows)}\n\n${cpuText(measured)}`;
});
if (figures !== undefined) {
  console.log(`\n${figures}\n`);
  if (process.argv.includes('--write')) console.log(`Written to ${writeFigures('search', figures, (file) => readFileSync(file, 'utf8'))}`);
}
process.exit();

/** Asks a catalog of this size for each search in turn, one request at a time, and answers the times by kind of search. */
async function measure(setup: BenchSetup, size: number): Promise<Measured> {
  const { cluster, issuer } = setup;
  const name = `catalog_${size}`;
  const environment = serviceEnvironment(setup, await emptyDatabase(cluster, name), 'catalog');
  await runProcess(CATALOG, ['migrate'], environment);
  console.log(`${size.toLocaleString('en')} products …`);
  await cluster.connect(name, (client) => seedProducts(client, size));
  const catalog = await startProcess(CATALOG, environment, options);
  const headers = { authorization: `Bearer ${issuer.token(USER_GID)}` };
  const times = new Map<string, number[]>();
  const cpuSeconds = () => (cpuOf(catalog.pid) ?? NaN) + (cpuOfFamily(cluster.pid) ?? NaN);
  let before = NaN;
  for (let round = -3; round < rounds; round++) {
    if (round === 0) before = cpuSeconds();
    for (const [kind, texts] of Object.entries(searches)) {
      for (const text of texts) {
        const begin = performance.now();
        const response = await fetch(`http://127.0.0.1:${catalog.port}/v1/products?search=${encodeURIComponent(text)}`, { headers });
        const body = (await response.json()) as { total_count: number };
        if (response.status !== 200) throw new Error(`${text}: ${response.status} ${JSON.stringify(body)}`);
        // The first rounds warm up.
        if (round >= 0) times.set(kind, [...(times.get(kind) ?? []), performance.now() - begin]);
        if (round === -1 && process.env['BENCH_COUNTS']) console.log(`  ${text}: ${body.total_count}`);
      }
    }
  }
  const all = [...times.values()].flat();
  const cpuMs = (1000 * (cpuSeconds() - before)) / all.length;
  await catalog.stop();
  const sorted = (list: readonly number[]) => list.toSorted((one, other) => one - other);
  return { times: (kind) => sorted(times.get(kind) ?? all), cpuMs };
}

function tableOf(found: readonly Row[]): string {
  const at = (times: readonly number[], part: number) => `${times[Math.floor((times.length - 1) * part)]!.toFixed(1)} ms`;
  const head = ['search', ...sizes.flatMap((size) => [`${size.toLocaleString('en')}: p50`, 'p95'])];
  const lines = found.map(({ kind, times }) => [kind, ...times.flatMap((list) => [at(list, 0.5), at(list, 0.95)])]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cpuText(measured: readonly Measured[]): string {
  const each = sizes.map((size, index) => `${measured[index]!.cpuMs.toFixed(1)} ms with ${size.toLocaleString('en')}`);
  return `CPU time per search, catalog and PostgreSQL: ${each.join(', ')}. Load of the machine: ${loadavg()[1]!.toFixed(1)} on ${availableParallelism()} cores.`;
}
