import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import type { RequestListener, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { eventually } from '@partner-ordering/testing';
import { defaultTimeouts } from '../config.ts';
import { json, send, startGateway, startService, type StartedGateway, type Upstream } from '../fixtures/test-gateway.ts';
import { Instances, type Instance } from './instances.ts';

interface Hanging extends Upstream {
  /** The requests of clients that it got. */
  requests(): number;
  /** Answers all that it got, and what comes. */
  wakeUp(): void;
}

/** A service that answers nothing, not even probes, until it wakes up. */
async function startHanging(test: TestContext): Promise<Hanging> {
  let held: ServerResponse[] | undefined = [];
  const answer: RequestListener = (_request, response) => (held ? held.push(response) : response.end('{}'));
  const service = await startService(test, answer);
  return {
    ...service,
    requests: () => service.received.filter(({ url }) => url !== '/readyz').length,
    wakeUp() {
      for (const response of held ?? []) response.end('{}');
      held = undefined;
    },
  };
}

const startInFrontOf = (test: TestContext, services: readonly Upstream[], timeouts = {}): Promise<StartedGateway> =>
  startGateway(test, services[0]!, {
    services: { identity: [services[0]!.url], ordering: services.map(({ url }) => url) },
    timeouts: { watchMs: 20, ...timeouts },
  });

const statuses = async (count: number, url: string): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, () => send(url)))).map(({ status }) => status);

test('503 answers a read without a first byte in time, once; files, waiting answers, batches and writes have more', async (t) => {
  const hanging = await startHanging(t);
  const { url } = await startGateway(t, hanging, { timeouts: { firstByteTimeoutMs: 200 } });
  const signedIn = { headers: { authorization: 'Bearer good' } };
  const batch = { method: 'POST', headers: { ...signedIn.headers, 'content-type': 'application/json' } };
  const patient = [
    ...['/v1/projects/1/archive', '/v1/orgs/1/events?wait=20'].map((path) => send(url + path, signedIn)),
    send(`${url}/v1/projects`, { method: 'POST', body: '{}' }),
    send(`${url}/v1/batch`, { ...batch, body: '[{"method":"GET","relative_url":"projects"}]' }),
  ];
  const answer = await send(`${url}/v1/projects`);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers['retry-after'], '1');
  assert.equal(hanging.requests(), 5);
  hanging.wakeUp();
  const answers = await Promise.all(patient);
  assert.deepEqual(
    [...answers, ...(json(answers.at(-1)!) as { status: number }[])].map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
});

test('an instance that hangs gets nothing until it answers: another one takes the reads that wait for it, and new ones', async (t) => {
  const hanging = await startHanging(t);
  const well = await startService(t);
  const { url } = await startInFrontOf(t, [hanging, well]);
  assert.deepEqual(await statuses(4, `${url}/v1/projects`), [200, 200, 200, 200]);
  const before = hanging.requests();
  assert.equal(before, 2);
  assert.deepEqual(
    await statuses(6, `${url}/v1/projects`),
    Array.from({ length: 6 }, () => 200),
  );
  assert.equal(hanging.requests(), before);
  hanging.wakeUp();
  await eventually(async () => {
    await send(`${url}/v1/projects`);
    assert.ok(hanging.requests() > before);
  });
});

test('an instance with slow requests that answers probes, also with 503, keeps them', async (t) => {
  for (const status of [200, 503]) {
    const slow = await startService(t, ({ url }, response) =>
      url === '/readyz' ? response.writeHead(status).end() : void setTimeout(() => response.end('{}'), 600),
    );
    const well = await startService(t);
    const { url } = await startInFrontOf(t, [slow, well]);
    const first = statuses(2, `${url}/v1/projects`);
    await eventually(() => assert.ok(slow.received.some((request) => request.url === '/readyz')));
    assert.deepEqual(await first, [200, 200]);
    assert.equal(well.received.length, 1);
  }
});

test('the last instance gets all requests, also while it hangs, and nothing is repeated', async (t) => {
  const hanging = [await startHanging(t), await startHanging(t)];
  const { url } = await startInFrontOf(t, hanging, { firstByteTimeoutMs: 300 });
  const first = statuses(2, `${url}/v1/projects`);
  await eventually(() => assert.ok(hanging.every(({ received }) => received.some((request) => request.url === '/readyz'))));
  const later = statuses(2, `${url}/v1/projects`);
  assert.deepEqual([...(await first), ...(await later)], [503, 503, 503, 503]);
  assert.deepEqual(
    hanging.map(({ requests }) => requests()),
    [2, 2],
  );
});

/** The instances behind an only URL, and what the name servers are asked; `tick` lets them look at their instances so often. */
function openPods(test: TestContext, url: string) {
  test.mock.timers.enable({ apis: ['setInterval'] });
  const lookups: ((found: LookupAddress[]) => void)[] = [];
  const find = () => new Promise<LookupAddress[]>((resolve) => void lookups.push(resolve));
  const instances = new Instances({ urls: [url], podsName: 'ordering-pods' }, { ...defaultTimeouts, watchMs: 1 }, () => 0, find);
  test.after(() => instances.close());
  const tick = (times: number): void => test.mock.timers.tick(times);
  tick(1);
  return {
    instances,
    lookups,
    tick,
    async find(...addresses: string[]) {
      lookups.at(-1)!(addresses.map((address) => ({ address, family: isIP(address) })));
      await turn();
    },
  };
}

test('pods are asked in turn, each by its address, as long as the name servers name it', async (t) => {
  const held: ServerResponse[] = [];
  const service = await startService(t, (_request, response) => void held.push(response));
  const { port } = new URL(service.url);
  const { instances, find, tick } = openPods(t, `http://ordering:${port}`);
  const firsts = (): Set<Instance> => new Set(Array.from({ length: 6 }, () => instances.inOrder()[0]!));
  await find('192.0.2.1', '127.0.0.1', '192.0.2.2', '::1');
  const before = firsts();
  assert.equal(before.size, 3);
  const answered = Promise.any([...before].map(({ pool }) => pool.request({ method: 'GET', path: '/' })));
  await eventually(() => assert.equal(held[0]?.req.headers.host, `ordering:${port}`));
  tick(20);
  await find('192.0.2.1', '192.0.2.2');
  const after = firsts();
  assert.equal(after.size, 2);
  assert.ok([...after].every((instance) => before.has(instance)));
  const [gone] = [...before].filter((instance) => !after.has(instance));
  const expired: string[] = [];
  gone!.expect({ untilMs: 0, expire: () => void expired.push('late'), leave: () => undefined });
  tick(1);
  assert.deepEqual(expired, ['late']);
  held[0]!.end();
  assert.equal((await answered).statusCode, 200);
});

test("the service's own address gets what no pod takes, and all with fewer than two pods", async (t) => {
  const service = await startService(t);
  const { instances, find, tick } = openPods(t, service.url);
  const [own] = instances.inOrder();
  assert.equal((await own!.pool.request({ method: 'GET', path: '/' })).statusCode, 200);
  const order = (): string[] => instances.inOrder().map((each) => (each === own ? 'service' : 'pod'));
  await find('192.0.2.1', '192.0.2.2', '192.0.2.3');
  assert.deepEqual(order(), ['pod', 'pod', 'service']);
  const request = { untilMs: Infinity, expire: () => undefined, leave: () => undefined };
  for (const pod of instances.inOrder().slice(0, 2)) pod.failed(request, true);
  assert.deepEqual(order(), ['pod', 'service', 'service']);
  instances.inOrder()[0]!.failed(request, true);
  assert.deepEqual(order(), ['service', 'service', 'service']);
  tick(20);
  await find('192.0.2.4');
  assert.deepEqual(order(), ['service', 'service', 'service']);
});

test('name servers are asked one question at a time', async (t) => {
  const { lookups, find, tick } = openPods(t, 'http://ordering:8080');
  tick(100);
  assert.equal(lookups.length, 1);
  await find();
  tick(100);
  assert.equal(lookups.length, 2);
});
