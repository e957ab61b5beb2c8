import { join, resolve } from 'node:path';
import type { LoadOrder, LoadResult } from '../load.ts';
import { measureInTurn, type Figures } from '../measure.ts';
import { readOptions } from '../options.ts';
import { endChildrenWithUs } from '../processes.ts';
import { machineText, table } from '../report.ts';
import { requestAccepting } from '../requests.ts';
import { openDemo, signInToDemo } from '../standalone.ts';
import { startWorker } from '../worker.ts';
import { startCheckout, untilIdle, type StartedSystem } from './system.ts';

// `npm run bench:start`, see docs/operators/performance.md: `npm start` of this checkout, beside that of another one (`BENCH_BESIDE`).

endChildrenWithUs();
const options = readOptions(process.env);
const load = startWorker<LoadOrder, LoadResult>('load.ts');
const beside = process.env['BENCH_BESIDE'];
const systems = [await startCheckout('this', join(import.meta.dirname, '../../..'), process.env)];
if (beside) systems.push(await startCheckout(beside, resolve(beside), process.env));
try {
  const lines = [['request', 'checkout', 'requests/s', 'Node µs', 'PostgreSQL µs', 'p50 ms', 'ratio']];
  const requests = new Map<StartedSystem, Requests>();
  for (const system of systems) requests.set(system, await prepareRequests(system));
  for (const name of ['products', 'me', 'project', 'order'] as const) {
    const measure = async (system: StartedSystem, seconds: number) => {
      const before = system.cpu();
      const result = await load.run({ port: system.port, requests: [requests.get(system)![name]], seconds });
      await untilIdle(system);
      return { ...result, cpu: system.cpu().map((part, index) => part - before[index]!) };
    };
    const figures = await measureInTurn(options, systems, measure);
    for (const [index, each] of figures.entries()) lines.push(line(index === 0 ? name : '', systems[index]!, each, figures));
  }
  console.log(`\n${machineText()}\n\n${table(lines)}\n`);
} finally {
  for (const system of systems) await system.stop();
}
process.exit();

interface Requests {
  products: string;
  me: string;
  project: string;
  order: string;
}

/** The requests as whole HTTP/1.1 texts, of the manager of the demo data's bakery. */
async function prepareRequests({ port }: StartedSystem): Promise<Requests> {
  const { api, order } = await openDemo(port);
  const { gid } = await api.createProject(order);
  const token = await signInToDemo(port);
  const request = requestAccepting(undefined);
  return {
    products: request('GET', '/v1/products', token),
    me: request('GET', '/v1/me', token),
    project: request('GET', `/v1/projects/${gid}`, token),
    order: request('POST', '/v1/projects', token, JSON.stringify(order)),
  };
}

function line(request: string, { name }: StartedSystem, figures: Figures, all: readonly Figures[]): string[] {
  const { requestsPerSecond, cpuMicroseconds, p50Ms } = figures;
  const other = all.find((each) => each !== figures);
  const ratio = request && other ? (requestsPerSecond / other.requestsPerSecond).toFixed(2) : '';
  const rounded = (value: number): string => Math.round(value).toLocaleString('en');
  return [request, name, rounded(requestsPerSecond), ...cpuMicroseconds.map(rounded), p50Ms.toFixed(1), ratio];
}
