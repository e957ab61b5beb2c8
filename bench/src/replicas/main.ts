import { readFileSync } from 'node:fs';
import { prepareDatabase } from '../cluster.ts';
import { cpuOf, cpuOfFamily } from '../cpu.ts';
import type { Dataset } from '../dataset.ts';
import { untilEmpty } from '../drain.ts';
import type { LoadGenerator } from '../measure.ts';
import { readOptions } from '../options.ts';
import { startProcess, type Running } from '../processes.ts';
import { machineText, writeFigures } from '../report.ts';
import { makeRequests } from '../requests.ts';
import { migrate, serviceEnvironment, startGateway, type BenchSetup } from '../sides.ts';
import { onStage } from '../stage.ts';
import { sampleWaits } from './locks.ts';
import { replicasText, type ReplicaFigures } from './report.ts';

// `npm run bench:replicas`, see docs/scaling.md; with --write the figures go there too.

const now = new Date();
const options = readOptions({ BENCH_PROJECTS: '100000', ...process.env });
const counts = (process.env['BENCH_REPLICAS'] ?? '1,2,3').split(',').map(Number);
const dataset: Dataset = options;

const measured = await onStage(options, async (setup, load) => {
  const figures: ReplicaFigures[] = [];
  const name = await prepareDatabase(setup.cluster, dataset, (url) => migrate(setup, url));
  for (const count of counts) figures.push(...(await measureReplicas(setup, load, { name, count })));
  return { figures, postgresVersion: setup.cluster.version };
});
if (measured) {
  const text = `${machineText(measured, now)}.\n\n${replicasText(measured.figures, options)}`;
  console.log(`\n${text}\n`);
  if (process.argv.includes('--write'))
    console.log(`Written to ${writeFigures('replicas', text, (file) => readFileSync(file, 'utf8'), 'scaling.md')}`);
}
process.exit();

/** A gateway in front of `count` instances of ordering on one database, with each kind of request. */
async function measureReplicas(
  setup: BenchSetup,
  load: LoadGenerator,
  { name, count }: { name: string; count: number },
): Promise<ReplicaFigures[]> {
  const { cluster, issuer } = setup;
  const url = cluster.url(name);
  const replicas: Running[] = [];
  for (let index = 0; index < count; index++)
    replicas.push(await startProcess('services/ordering/src/main.ts', serviceEnvironment(setup, url), options));
  const gateway = await startGateway(setup, { ORDERING_URL: replicas.map(({ port }) => `http://127.0.0.1:${port}`).join() });
  const { get, list, post } = makeRequests(issuer, dataset);
  const tokenOf = (request: string): string => /^Authorization: (.+)\r$/m.exec(request)![1]!;
  const found: ReplicaFigures[] = [];
  for (const [operation, requests] of Object.entries({
    'GET one project': get,
    'LIST of an organization': list,
    'POST, 1,000 users': post,
    'POST, one user': post.filter((request) => tokenOf(request) === tokenOf(post[0]!)),
  })) {
    console.log(`${count} × ordering: ${operation} …`);
    await load.run({ port: gateway.port, requests, connections: options.connections, seconds: options.warmUpSeconds });
    await cluster.connect(name, untilEmpty);
    const cpu = () => ({
      gateway: cpuOf(gateway.pid),
      ordering: replicas.map(({ pid }) => cpuOf(pid) ?? NaN).reduce((sum, seconds) => sum + seconds, 0),
      postgres: cpuOfFamily(cluster.pid),
    });
    const before = cpu();
    const running = load.run({ port: gateway.port, requests, connections: options.connections, seconds: options.seconds });
    const [result, waits] = await Promise.all([running, sampleWaits(url, running)]);
    const after = cpu();
    if (result.failure)
      throw new Error(`${result.failure.count} of ${result.count} answers were not 2xx; the first:\n${result.failure.first}`);
    const perRequest = (from: number | undefined, to: number | undefined): number => (((to ?? NaN) - (from ?? NaN)) / result.count) * 1e6;
    found.push({
      ...{ replicas: count, operation, requestsPerSecond: result.count / result.seconds, p50Ms: result.p50Ms, p99Ms: result.p99Ms },
      gatewayMicroseconds: perRequest(before.gateway, after.gateway),
      orderingMicroseconds: perRequest(before.ordering, after.ordering),
      postgresMicroseconds: perRequest(before.postgres, after.postgres),
      waits,
    });
    await cluster.connect(name, untilEmpty);
  }
  for (const one of [gateway, ...replicas]) await one.stop();
  return found;
}
