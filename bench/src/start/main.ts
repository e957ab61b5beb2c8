import { join, resolve } from 'node:path';
import { createClient, password } from '@partner-ordering/client';
import type { LoadOrder, LoadResult } from '../load.ts';
import { measureInTurn, type Figures } from '../measure.ts';
import { readOptions } from '../options.ts';
import { endChildrenWithUs } from '../processes.ts';
import { machineText, table } from '../report.ts';
import { demo } from '../standalone.ts';
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
    const figures = await measureInTurn(options, systems, { measure });
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
  const { bakery, logo, options: chosen, application, manager } = demo;
  const url = `http://127.0.0.1:${port}`;
  const api = createClient({ url, auth: password({ ...application, ...manager }) });
  const priceQuery = { 'product.gid': logo, 'organization.gid': bakery, 'options.mode': chosen.mode, 'options.due': chosen.due };
  const { amount } = await api.getPriceFor(priceQuery);
  const order = { title: 'A logo', description: 'A loaf and an anchor', state: 'published', options: chosen } as const;
  const body = { ...order, product: { gid: logo }, organization: { gid: bakery }, price: { amount } };
  const { gid } = await api.createProject(body);
  // Every release takes the application's secret by HTTP Basic.
  const authorization = `Basic ${Buffer.from(`${application.clientId}:${application.clientSecret}`).toString('base64')}`;
  const form = new URLSearchParams({ grant_type: 'password', ...manager });
  const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', headers: { authorization }, body: form });
  if (!answer.ok) throw new Error(`${url}/oauth2/token answered ${answer.status}: ${await answer.text()}`);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const text = (start: string, json?: object): string => {
    const content = json === undefined ? '' : JSON.stringify(json);
    const type = json === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(content)}\r\n`;
    return `${start} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n${type}\r\n${content}`;
  };
  return {
    products: text('GET /v1/products'),
    me: text('GET /v1/me'),
    project: text(`GET /v1/projects/${gid}`),
    order: text('POST /v1/projects', body),
  };
}

function line(request: string, { name }: StartedSystem, figures: Figures, all: readonly Figures[]): string[] {
  const { requestsPerSecond, cpuMicroseconds, p50Ms } = figures;
  const other = all.find((each) => each !== figures);
  const ratio = request && other ? (requestsPerSecond / other.requestsPerSecond).toFixed(2) : '';
  const rounded = (value: number): string => Math.round(value).toLocaleString('en');
  return [request, name, rounded(requestsPerSecond), ...cpuMicroseconds.map(rounded), p50Ms.toFixed(1), ratio];
}
