import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@partner-ordering/embedded-postgres';
import { listenOn } from '@partner-ordering/http';
import { newGid } from '@partner-ordering/kernel';
import { testCertificate } from '@partner-ordering/testing';
import { cpuOf } from '../cpu.ts';
import { startWorker } from '../hostile/child.ts';
import { startIssuer } from '../issuer.ts';
import { readOptions } from '../options.ts';
import { endChildrenWithUs, killChildren } from '../processes.ts';
import { machineText, table, writeFigures } from '../report.ts';
import { startGateway } from '../sides.ts';
import type { TlsOrder, TlsResult } from './load.ts';

// `npm run bench:http2`, see docs/performance.md; with --write the figures go there too.

type Shape = Pick<TlsOrder, 'http' | 'connections' | 'atOnce'>;

interface Measured extends Shape {
  perSecond: number;
  cpuMicroseconds: number | undefined;
  p50Ms: number;
  p99Ms: number;
}

const shapes: readonly Shape[] = [
  { http: 'HTTP/1.1', connections: 1, atOnce: 1 },
  { http: 'HTTP/2', connections: 1, atOnce: 1 },
  { http: 'HTTP/2', connections: 1, atOnce: 50 },
  { http: 'HTTP/1.1', connections: 50, atOnce: 50 },
  { http: 'HTTP/2', connections: 50, atOnce: 50 },
];

/** Each shape has its turn so often, so that a machine that gets slower does so for all. */
const ROUNDS = 4;
const options = readOptions(process.env);
endChildrenWithUs();
const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-bench-tls-'));
const issuer = await startIssuer();
const load = startWorker<TlsOrder, TlsResult>('../http2/load.ts');
try {
  const figures = `${machineText({}, new Date())}.\n\n${tableOf(await measure())}\n\nLoad of the machine: ${loadavg()[0]!.toFixed(1)} on 2 cores.`;
  console.log(figures);
  if (process.argv.includes('--write')) console.log(`Written to ${writeFigures('http2', figures, (file) => readFileSync(file, 'utf8'))}`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  killChildren();
  load.stop();
  issuer.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

/** A gateway with a certificate, in production mode, in front of a service that answers a project at once. */
async function measure(): Promise<Measured[]> {
  const { cert, key } = await testCertificate();
  const files = { TLS_CERT_FILE: join(folder, 'tls.crt'), TLS_KEY_FILE: join(folder, 'tls.key') };
  writeFileSync(files.TLS_CERT_FILE, cert);
  writeFileSync(files.TLS_KEY_FILE, key);
  const service = { ORDERING_URL: await startStandIn(), METRICS_PORT: String(await freePort()) };
  const { port, pid } = await startGateway({ issuer, options }, { ...service, ...files });
  const headers = { authorization: `Bearer ${issuer.token(newGid())}` };
  const order = { port, ca: cert, path: `/v1/projects/${newGid()}`, headers };
  const slots = new Map<Shape, { result: TlsResult; cpu: number | undefined }[]>(shapes.map((shape) => [shape, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    const seconds = round === 0 ? options.warmUpSeconds / shapes.length : options.seconds / ROUNDS;
    for (const shape of shapes) {
      const before = cpuOf(pid);
      const result = await load.run({ ...order, ...shape, seconds });
      const after = cpuOf(pid);
      const cpu = before === undefined || after === undefined ? undefined : after - before;
      if (round > 0) slots.get(shape)!.push({ result, cpu });
    }
  }
  return shapes.map((shape) => ({ ...shape, ...sumOf(slots.get(shape)!) }));
}

function sumOf(slots: readonly { result: TlsResult; cpu: number | undefined }[]): Omit<Measured, keyof Shape> {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const count = sum(slots.map(({ result }) => result.count));
  const cpus = slots.map(({ cpu }) => cpu).filter((cpu) => cpu !== undefined);
  return {
    perSecond: count / sum(slots.map(({ result }) => result.seconds)),
    cpuMicroseconds: cpus.length < slots.length ? undefined : (sum(cpus) / count) * 1e6,
    p50Ms: sum(slots.map(({ result }) => result.p50Ms)) / slots.length,
    p99Ms: Math.max(...slots.map(({ result }) => result.p99Ms)),
  };
}

/** Answers the address of the service. */
async function startStandIn(): Promise<string> {
  const body = JSON.stringify({ gid: newGid(), title: 'A logo for the spring campaign', description: 'A loaf and an anchor. '.repeat(40) });
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
  const { port } = await listenOn(server, { port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${port}`;
}

function tableOf(measured: readonly Measured[]): string {
  const lines = measured.map(({ http, connections, atOnce, perSecond, cpuMicroseconds, p50Ms, p99Ms }) => [
    http,
    ...[connections, atOnce, Math.round(perSecond).toLocaleString('en')].map(String),
    cpuMicroseconds === undefined ? '–' : String(Math.round(cpuMicroseconds)),
    ...[p50Ms.toFixed(1), p99Ms.toFixed(1)],
  ]);
  return table([['over TLS', 'connections', 'at once', 'requests/s', 'gateway µs', 'p50 ms', 'p99 ms'], ...lines], 1);
}
