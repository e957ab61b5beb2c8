import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { eventually, freePort } from '@partner-ordering/testing';
import { bearer } from '../fixtures/batches.ts';
import { send, startGateway, startService, type StartedGateway } from '../fixtures/test-gateway.ts';

const folders = (process.env['PATH'] ?? '').split(delimiter);
const found = ['redis-server', 'valkey-server']
  .flatMap((name) => folders.map((folder) => join(folder, name)))
  .find((file) => existsSync(file));
const skip = found === undefined && 'there is no redis-server and no valkey-server';

const LIMIT = 10;

/** A store that keeps nothing on disk. It ends with the test. */
async function startStore(t: TestContext, port: number): Promise<ChildProcess> {
  const store = spawn(found!, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'pipe' });
  t.after(() => store.kill('SIGKILL'));
  for await (const line of store.stdout!) if (String(line).includes('eady to accept connections')) break;
  store.stdout!.resume();
  return store;
}

/** Two instances of the gateway, which count in the store at this port. */
async function startTwo(t: TestContext, port: number, requestsPerMinute = LIMIT): Promise<StartedGateway[]> {
  const service = await startService(t);
  const config = { limits: { requestsPerMinute }, limitStoreUrl: `redis://127.0.0.1:${port}` };
  return [await startGateway(t, service, config), await startGateway(t, service, config)];
}

const ask = async ({ url }: StartedGateway, headers: Record<string, string> = bearer) => {
  const answer = await send(`${url}/v1/projects`, { headers });
  const remaining = Number(/remaining=(\d+)/.exec(String(answer.headers.ratelimit))?.[1]);
  return { status: answer.status, remaining };
};

/** Requests that are let through, of as many in turns that each instance alone would let all it may. */
async function admittedOf(gateways: readonly StartedGateway[], headers?: Record<string, string>): Promise<number> {
  let admitted = 0;
  for (let count = 0; count < LIMIT; count += 1)
    for (const gateway of gateways) if ((await ask(gateway, headers)).status === 200) admitted += 1;
  return admitted;
}

const saidOf = ({ log }: StartedGateway): string[] => log.map((line) => String(line['msg'])).filter((text) => text.includes('store'));
const DOWN = 'The store of the limits does not answer: this instance counts for itself';
const UP = 'The store of the limits answers again';

/** Waits until both count in the store, with a request of somebody else each. */
async function together([one, other]: readonly StartedGateway[], token = 'other'): Promise<void> {
  await eventually(async () => {
    const [first, second] = [
      await ask(one!, { authorization: `Bearer ${token}` }),
      await ask(other!, { authorization: `Bearer ${token}` }),
    ];
    assert.ok(second.remaining < first.remaining || second.status === 429, `${first.remaining}, then ${second.remaining}`);
  });
}

describe('limits in a store', { skip }, () => {
  test('429 at all instances for a limit used up at any of them', async (t) => {
    const port = await freePort();
    await startStore(t, port);
    const gateways = await startTwo(t, port);
    await together(gateways);
    const [one, other] = gateways as [StartedGateway, StartedGateway];
    assert.equal(await admittedOf([one]), LIMIT);
    // It learns with its first request what the other has counted, a moment after that was let through.
    const admitted = await admittedOf([other]);
    assert.ok(admitted <= LIMIT / 2, String(admitted));
    for (const gateway of gateways) assert.deepEqual(await ask(gateway), { status: 429, remaining: 0 });
    for (const gateway of gateways) assert.deepEqual(saidOf(gateway), []);
  });

  test('while the store is down each instance counts for itself and nothing is refused for it; the log says so once, and when it is back', async (t) => {
    const port = await freePort();
    const gateways = await startTwo(t, port);
    await eventually(() => assert.deepEqual(gateways.map(saidOf), [[DOWN], [DOWN]]));
    assert.equal(await admittedOf(gateways), 2 * LIMIT);
    const store = await startStore(t, port);
    await eventually(() =>
      assert.deepEqual(gateways.map(saidOf), [
        [DOWN, UP],
        [DOWN, UP],
      ]),
    );
    await together(gateways);

    store.kill('SIGKILL');
    await once(store, 'exit');
    assert.equal((await ask(gateways[0]!, { authorization: 'Bearer application' })).status, 200);
    await eventually(() =>
      assert.deepEqual(gateways.map(saidOf), [
        [DOWN, UP, DOWN],
        [DOWN, UP, DOWN],
      ]),
    );
    assert.equal(await admittedOf(gateways, { authorization: 'Bearer application' }), 2 * LIMIT - 1);
  });

  test('200 for each request while the store is killed and started again; then the instances count together', async (t) => {
    const port = await freePort();
    const store = await startStore(t, port);
    const gateways = await startTwo(t, port, 1_000_000);
    await together(gateways);
    const statuses: number[] = [];
    let isOver = false;
    const sending = gateways.map(async (gateway) => {
      while (!isOver) statuses.push((await ask(gateway)).status);
    });
    const isSaid = async (...lines: string[]): Promise<void> => {
      await eventually(() => assert.deepEqual(gateways.map(saidOf), [lines, lines]));
      const enough = statuses.length + 50;
      await eventually(() => statuses.length > enough);
    };
    await isSaid();
    store.kill('SIGKILL');
    await isSaid(DOWN);
    await startStore(t, port);
    await isSaid(DOWN, UP);
    await together(gateways);
    isOver = true;
    await Promise.all(sending);
    const failed = statuses.filter((status) => status !== 200);
    t.diagnostic(`${statuses.length} asked, ${failed.length} failed`);
    assert.deepEqual(failed, []);
  });

  test('a store that hangs holds up no request, and counts as down until it answers', async (t) => {
    const port = await freePort();
    const store = await startStore(t, port);
    const gateways = await startTwo(t, port);
    await together(gateways);
    store.kill('SIGSTOP');
    for (const gateway of gateways) assert.equal((await ask(gateway)).status, 200);
    await eventually(() => assert.deepEqual(gateways.map(saidOf), [[DOWN], [DOWN]]));
    for (const gateway of gateways) assert.equal((await ask(gateway)).status, 200);
    store.kill('SIGCONT');
    const comesBack = async (): Promise<void> => {
      for (const gateway of gateways) await ask(gateway);
      assert.deepEqual(gateways.map(saidOf), [
        [DOWN, UP],
        [DOWN, UP],
      ]);
    };
    // Seldom: what is refused does not ask the store.
    await eventually(comesBack, { intervalMs: 1_000 });
    await together(gateways, 'application');
  });
});
