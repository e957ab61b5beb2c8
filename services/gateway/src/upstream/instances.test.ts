import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import type { RequestListener, ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { defaultTimeouts } from '../config.ts';
import { send, startGateway, startService, type StartedGateway, type Upstream } from '../fixtures/test-gateway.ts';
import { Instances } from './instances.ts';

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

test('503 answers a read without a first byte in time, once; files and waiting answers have more', async (t) => {
  const hanging = await startHanging(t);
  const { url } = await startGateway(t, hanging, { timeouts: { firstByteTimeoutMs: 200 } });
  const signedIn = { headers: { authorization: 'Bearer good' } };
  const patient = ['/v1/projects/1/archive', '/v1/orgs/1/events?wait=20'].map((path) => send(url + path, signedIn));
  const answer = await send(`${url}/v1/projects`);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers['retry-after'], '1');
  assert.equal(hanging.requests(), 3);
  hanging.wakeUp();
  assert.deepEqual(
    (await Promise.all(patient)).map(({ status }) => status),
    [200, 200],
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

test('an instance with slow requests that answers probes keeps them, and gets others', async (t) => {
  const slow = await startService(t, ({ url }, response) =>
    url === '/readyz' ? response.end() : void setTimeout(() => response.end('{}'), 600),
  );
  const well = await startService(t);
  const { url } = await startInFrontOf(t, [slow, well]);
  const first = statuses(2, `${url}/v1/projects`);
  await eventually(() => assert.ok(slow.received.some((request) => request.url === '/readyz')));
  assert.deepEqual(await first, [200, 200]);
  assert.equal(well.received.length, 1);
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

test('each address of the name in the only URL is an instance', async (t) => {
  const service = await startService(t);
  const { port } = new URL(service.url);
  const lookups: ((found: LookupAddress[]) => void)[] = [];
  const find = () => new Promise<LookupAddress[]>((resolve) => void lookups.push(resolve));
  const instances = new Instances([`http://ordering:${port}`], { ...defaultTimeouts, watchMs: 1 }, () => 0, find);
  t.after(() => instances.close());
  const different = (): number => new Set(instances.inOrder()).size;
  assert.equal(different(), 1);
  const found = ['192.0.2.1', '127.0.0.1', '192.0.2.2'].map((address) => ({ address, family: 4 }));
  lookups[0]!(found);
  await eventually(() => assert.equal(different(), 3));
  const before = instances.inOrder();
  await eventually(() => assert.ok(lookups.length > 2));
  lookups[1]!(found.slice(1));
  await eventually(() => assert.equal(different(), 2));
  assert.ok(instances.inOrder().every((instance) => before.includes(instance)));
  await Promise.any(instances.inOrder().map(({ pool }) => pool.request({ method: 'GET', path: '/' })));
  assert.equal(service.received[0]!.headers.host, `ordering:${port}`);
  lookups[2]!([]);
  await eventually(() => assert.ok(lookups.length > 3));
  assert.equal(different(), 2);
});
