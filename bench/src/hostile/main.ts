import { cpuOfTree } from '../cpu.ts';
import { readOptions } from '../options.ts';
import { endChildrenWithUs } from '../processes.ts';
import { machineText, table } from '../report.ts';
import { openDemo, signInToDemo, startStandalone } from '../standalone.ts';
import { paperRows } from './papers.ts';
import { requestRows } from './requests.ts';
import type { Ask, Row } from './row.ts';

// `npm run bench:hostile`, see docs/operators/performance.md: what `npm start` spends on hostile texts, beside plain ones of the same size.

/** A hostile text may cost this many times as much as a plain one. */
const AIM = 5;
/** Above it the benchmark fails: no noise of a machine doubles a ratio. */
const MAX_RATIO = 10;
/** Each side is repeated until it has used so much. At the smallest size a shorter look tells what is far from the aim. */
const CPU_SECONDS = 0.2;
const LOOK_SECONDS = readOptions(process.env).seconds < 1 ? 0.05 : CPU_SECONDS;
const ROUNDS = 3;
/** `BENCH_ONLY`: the beginning of the places that are measured. */
const only = process.env['BENCH_ONLY'] ?? '';

const plainLooksMs = new Map<Ask, number>();

endChildrenWithUs();
const system = await startStandalone();
try {
  const { port } = system;
  const authorization = `Bearer ${await signInToDemo(port)}`;
  const applicationAuthorization = `Bearer ${await signInToDemo(port, 'client_credentials')}`;
  const { order } = await openDemo(port);
  const rows = [...requestRows({ port, authorization, applicationAuthorization, order }), ...(await paperRows(port))].filter(({ place }) =>
    place.startsWith(only),
  );
  const lines: string[][] = [];
  const costly: string[] = [];
  for (const { place, input, bytes, hostile, plain } of rows) {
    const { hostileMs, plainMs } = await costsOf({ hostile, plain });
    const ratio = hostileMs / plainMs;
    lines.push([place, input, bytes.toLocaleString('en'), hostileMs.toFixed(1), plainMs.toFixed(1), ratio.toFixed(1)]);
    if (ratio > MAX_RATIO) costly.push(`${place}: ${input}`);
  }
  console.log(`\n${machineText()}\n\n${table([['place', 'text', 'bytes', 'CPU ms', 'plain', `ratio (≤ ${AIM})`], ...lines])}\n`);
  if (costly.length > 0) {
    console.error(`more than ${MAX_RATIO} times the CPU of plain:\n${costly.join('\n')}`);
    process.exitCode = 1;
  }
} finally {
  await system.stop();
}
process.exit();

/** The least of up to three rounds, which end when they show enough. Rows share their plain texts. */
async function costsOf({ hostile, plain }: Pick<Row, 'hostile' | 'plain'>): Promise<{ hostileMs: number; plainMs: number }> {
  // First, as V8 has compiled nothing of a place yet: a cold plain text would hide a costly one.
  let hostileMs = await cpuMs(hostile, LOOK_SECONDS);
  let plainMs = plainLooksMs.get(plain) ?? (await cpuMs(plain, LOOK_SECONDS));
  plainLooksMs.set(plain, plainMs);
  for (let round = 1; round < ROUNDS && hostileMs > (AIM / 2) * plainMs; round++) {
    hostileMs = Math.min(hostileMs, await cpuMs(hostile, CPU_SECONDS));
    plainMs = Math.min(plainMs, await cpuMs(plain, CPU_SECONDS));
  }
  return { hostileMs, plainMs };
}

/** Milliseconds of CPU of the system for one, of as many as it takes. */
async function cpuMs(ask: Ask, cpuSeconds: number): Promise<number> {
  const before = cpuOfTree(system.pid);
  let [count, used, next] = [0, 0, 1];
  do {
    for (let index = 0; index < next; index++) await ask();
    count += next;
    used = cpuOfTree(system.pid) - before;
    next = used > 0 ? Math.max(1, Math.min(4 * next, Math.ceil((count * (cpuSeconds - used)) / used))) : 4 * next;
  } while (used < cpuSeconds);
  return (used * 1_000) / count;
}
