import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { freePort, type ApiClient } from '@partner-ordering/testing';
import { startProcesses, type ProcessName, type Processes } from '../processes.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { latencies, sendPaced } from './paced.ts';

const [BEFORE, AFTER] = [2, 4];
const PER_SECOND = 50;
const SECONDS = 30;
const LEAST_SHARE = 0.15;
const names = ['ordering', 'files'] as const;
const instances = Array.from({ length: AFTER }, (_, instance) => instance);

const missing = spawnSync('haproxy', ['-v']).error && 'HAProxy is missing';

describe('instances that are added behind one address', { skip: missing ?? false }, () => {
  let system: Processes;
  let balancer: Balancer;
  let user: ApiClient;
  before(async () => {
    const ports = { ordering: await freePort(), files: await freePort() };
    const addressOf = (name: (typeof names)[number]): string => `http://127.0.0.1:${ports[name]}`;
    system = await startProcesses({
      instances: { ordering: AFTER, files: AFTER },
      variables: { ORDERING_URL: addressOf('ordering'), FILES_URL: addressOf('files') },
    });
    const portOf = (name: ProcessName) => (instance: number) => Number(new URL(system.urlOf(name, instance)).port);
    balancer = await startBalancer(
      names.map((name) => ({ name, port: ports[name], instances: instances.map(portOf(name)), begin: BEFORE })),
    );
    user = await system.signIn('user@example.com', 'base upload_files');
  });
  after(async () => {
    await system?.end();
    await balancer?.end();
  });

  /** Requests that each instance has answered so far. */
  async function answeredBy(name: ProcessName): Promise<number[]> {
    const pages = await Promise.all(instances.map(async (instance) => (await fetch(system.metricsOf(name, instance))).text()));
    const counts = pages.map((page) => [...page.matchAll(/^http_server_request_duration_seconds_count\{.*\} (\d+)$/gm)]);
    return counts.map((lines) => lines.reduce((sum, [, count]) => sum + Number(count), 0));
  }

  /** For each request of `path` one is sent to the service `name`, on connections that stay in use. */
  async function assertShares(name: (typeof names)[number], path: string): Promise<void> {
    const send = () => user.get(path);
    const { failed } = await sendPaced(send, PER_SECOND, 5);
    const counts = await answeredBy(name);
    await balancer.addAll(name);
    const paced = await sendPaced(send, PER_SECOND, SECONDS);
    const answered = (await answeredBy(name)).map((count, instance) => count - counts[instance]!);
    const all = answered.reduce((sum, count) => sum + count, 0);
    const shares = answered.map((count) => count / all);
    const percents = shares.map((share) => `${Math.round(share * 100)} %`).join(', ');
    process.stdout.write(`${name}: ${paced.sent} requests, ${paced.failed.length} failed, ${latencies(paced)}; shares ${percents}\n`);
    assert.deepEqual([...failed, ...paced.failed], []);
    assert.ok(all >= paced.sent, `${all} of ${paced.sent}`);
    assert.ok(Math.min(...shares.slice(BEFORE)) >= LEAST_SHARE, percents);
  }

  test('each has 15 % of the next half minute, of the requests of the gateway as of another service', async () => {
    await assertShares('ordering', '/v1/projects');
    // For the upload form identity asks files.
    await assertShares('files', '/v1/me');
  });
});
