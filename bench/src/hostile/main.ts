import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { endChildrenWithUs, killChildren } from '../processes.ts';
import { machineText, writeFigures } from '../report.ts';
import { attacks } from './attacks/index.ts';
import type { Attack } from './attack.ts';
import type { AttackOrder, AttackResult } from './attacker.ts';
import { startWorker } from './child.ts';
import type { HonestOrder, HonestResult } from './honest.ts';
import { honestRequests } from './honest-requests.ts';
import { watchMemory } from './memory.ts';
import { holds, hostileText, type Finding } from './report.ts';
import { startProduct } from './start-product.ts';

// `npm run bench:hostile`, see docs/performance.md: `--only=<text>` takes the attacks whose name has the text, `--write` puts the figures
// there.

const { values: given } = parseArgs({ options: { only: { type: 'string', default: '' }, write: { type: 'boolean', default: false } } });
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
if (!(seconds > 0)) throw new Error('BENCH_SECONDS must be a number greater than 0');
const chosen = attacks.filter(({ name }) => name.includes(given.only));
if (chosen.length === 0) throw new Error(`No attack has "${given.only}" in its name`);

endChildrenWithUs();
const product = await startProduct();
const url = `http://127.0.0.1:${product.port}`;
const honest = startWorker<HonestOrder, HonestResult>('honest.ts');
const attacker = startWorker<AttackOrder, AttackResult>('attacker.ts');
const dummy = startWorker<object, { port: number }>('dummy.ts');
const workers = [honest, attacker, dummy];
process.on('exit', () => workers.forEach((worker) => worker.stop()));
const memory = watchMemory(product.pid);
const findings: Finding[] = [];
try {
  const requests = await honestRequests(url);
  const { port: dummyPort } = await dummy.run({});
  const ask = (port: number, of: number) => honest.run({ port, seconds: of, requests });
  // The first ones compile what is measured later.
  await ask(product.port, seconds / 2);
  for (const attack of chosen) findings.push(await measure(attack, { ask, dummyPort }));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  memory.stop();
  workers.forEach((worker) => worker.stop());
  await product.stop();
  killChildren();
}
if (findings.length > 0) {
  const figures = `${machineText({}, new Date())}.\n\n${hostileText(findings)}`;
  console.log(`\n${figures}\n`);
  if (given.write) console.log(`Written to ${writeFigures('hostile', figures, (file) => readFileSync(file, 'utf8'))}`);
}
process.exit(process.exitCode ?? (findings.every(holds) ? 0 : 1));

interface Measurement {
  ask: (port: number, seconds: number) => Promise<HonestResult>;
  dummyPort: number;
}

/** Others before, during and after an attack, then others on the dummy while it is attacked alike. */
async function measure(attack: Attack, { ask, dummyPort }: Measurement): Promise<Finding> {
  console.log(`${attack.name} …`);
  await attacker.run({ prepare: attack.name, url, seconds });
  const before = await ask(product.port, seconds / 2);
  memory.peaks();
  const [during, { bytes }] = await Promise.all([ask(product.port, seconds), attacker.run({ port: product.port, seconds })]);
  const after = await ask(product.port, seconds / 2);
  const peaks = memory.peaks();
  // Stopped, it takes none of the time that the dummy is measured in.
  product.suspend();
  const [onDummy] = await Promise.all([ask(dummyPort, seconds), attacker.run({ port: dummyPort, seconds })]);
  product.resume();
  const finding = { name: attack.name, before, during, after, dummy: onDummy, peaks, bytes, load: loadavg()[0]! };
  for (const failure of new Set(during.failures)) console.log(`  failed: ${failure}`);
  console.log(hostileText([finding]));
  return finding;
}
