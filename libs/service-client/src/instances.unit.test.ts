import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { NoAnswerError } from './answer.ts';
import { instancesOf, type InstanceRequest } from './instances.ts';

const get = (): InstanceRequest => ({ method: 'GET', headers: {}, limitMs: 5_000 });

async function start(t: TestContext, status: () => number): Promise<{ url: string; requests: string[]; server: Server }> {
  const requests: string[] = [];
  const server = createServer(({ url }, response) => {
    requests.push(url!);
    response.writeHead(status(), { connection: 'close' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, server };
}

test('an instance that is gone or unavailable leaves the request and those that follow to the next', async (t) => {
  const gone = await start(t, () => 200);
  const waiting = await start(t, () => 503);
  const up = await start(t, () => 200);
  gone.server.close();
  const ask = instancesOf([gone.url, waiting.url, up.url]);
  for (const path of ['/one', '/two']) assert.equal((await ask(path, get())).status, 200);
  assert.deepEqual([waiting.requests, up.requests], [['/one'], ['/one', '/two']]);
});

test('an instance that is gone fails none of the requests that meet it side by side', async (t) => {
  const [gone, up] = [await start(t, () => 200), await start(t, () => 200)];
  gone.server.close();
  const ask = instancesOf([gone.url, up.url]);
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(['/one', '/two', '/three', '/four'].map((path) => ask(path, get())));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
  }
});

test('an instance with which no connection is completed leaves the request to the next in time', async (t) => {
  const silent = createTcpServer(() => undefined).listen(0, '127.0.0.1');
  t.after(() => silent.close());
  const up = await start(t, () => 200);
  // It says nothing to the greeting of TLS.
  const ask = instancesOf([`https://127.0.0.1:${(silent.address() as AddressInfo).port}`, up.url]);
  assert.equal((await ask('/one', get())).status, 200);
});

test('when all fail, the last answer or error is returned, and the next request tries again', async (t) => {
  let status = 503;
  const one = await start(t, () => status);
  const other = await start(t, () => status);
  const ask = instancesOf([one.url, other.url]);
  assert.equal((await ask('/one', get())).status, 503);
  status = 200;
  assert.equal((await ask('/two', get())).status, 200);
  for (const { server } of [one, other]) server.close();
  await assert.rejects(ask('/three', get()), NoAnswerError);
});
