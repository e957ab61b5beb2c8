import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { DomainRefusal, newGid, unavailable } from '@partner-ordering/kernel';
import { deadlineIn } from '@partner-ordering/service-client';
import { testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createNotes, noteFaults } from '@partner-ordering/testing/notes';
import { owners } from './owners.ts';

// Orders name a product and a price, which another service owns. Here that service is a server that counts its requests.

describe('a refusal that rests on a replica', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  let owner: Server;
  let note: string;
  let asked: string[] = [];
  let answer: (path: string, response: ServerResponse) => void;
  before(async () => {
    owner = createServer((request, response) => {
      asked.push(request.url!);
      assert.match(request.headers.authorization ?? '', /^Bearer /);
      answer(request.url!, response);
    });
    await new Promise<void>((resolve) => owner.listen(0, '127.0.0.1', resolve));
    const catalog = [`http://127.0.0.1:${(owner.address() as AddressInfo).port}`];
    service = await testService('notes', (config) => createNotes({ ...config, serviceUrls: { ...config.serviceUrls, catalog } }));
    user = await service.signIn();
    note = await user.create('/v1/notes', { title: 'Ordered' });
  });
  after(async () => {
    await service.stop();
    owner.closeAllConnections();
    owner.close();
  });
  beforeEach(() => {
    asked = [];
    answer = (path, response) => {
      const [type, key] = path.split('/').slice(-2).map(decodeURIComponent);
      response.end(JSON.stringify({ type, key, version: 7, state: { gid: key } }));
    };
  });

  const order = (body: object) => user.post(`${note}/orders`, body);
  const noOne = (_path: string, response: ServerResponse) => void response.writeHead(404).end('{}');

  test('a reference that the owner knows is accepted, and the owner is asked only once', async () => {
    const product = newGid();
    for (let time = 0; time < 3; time++) assert.equal((await order({ product })).status, 201);
    assert.deepEqual(asked, [`/internal/state/product/${product}`]);
  });

  test('400 for a reference that the owner does not know, and the owner is not asked again for a second', async () => {
    answer = noOne;
    const product = newGid();
    for (let time = 0; time < 2; time++) {
      const { status, body } = await order({ product });
      assert.equal(status, 400);
      assert.deepEqual(body.error.details, [noteFaults.not_found('product')]);
    }
    assert.equal(asked.length, 1);
  });

  test('400 for a reference that the owner has deleted', async () => {
    answer = (path, response) =>
      void response.end(JSON.stringify({ type: 'product', key: path.split('/').at(-1), version: 8, state: null }));
    const product = newGid();
    assert.equal((await order({ product })).status, 400);
    assert.deepEqual(await service.state('product', product), { version: 8, state: null }, 'the replica knows of the deletion');
  });

  test('requests during a question to the owner share one further question, and each waits until its own deadline', async () => {
    let asks = 0;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const parts = { owners: [{ service: 'catalog', types: ['product'] }] as const, database: service.service.database };
    const of = owners({
      ...parts,
      clock: () => new Date(),
      ask: async ({ input }, { deadlineMs }) => {
        asks++;
        await gate;
        if (deadlineMs <= performance.now()) throw unavailable(new Error('there was no time left to ask'));
        return { type: 'product', key: (input as { key: string }).key, version: 7, state: {} };
      },
    });
    const key = newGid();
    const wait = (ms: number) => of.repair([{ type: 'product', key }], deadlineIn(ms));
    const [short, ...others] = [50, 5_000, 5_000, 5_000].map(wait);
    await assert.rejects(short!, (error) => error instanceof DomainRefusal && error.kind === 'unavailable');
    open();
    await Promise.all(others);
    assert.equal(asks, 2);
    assert.equal((await service.state('product', key))?.version, 7);
  });

  test('the time limit of a request starts when its body has arrived', async (t) => {
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', expect: '100-continue' };
    const sent = sendRequest(`${service.url}${note}/orders`, { method: 'POST', headers });
    sent.flushHeaders();
    await once(sent, 'continue');
    const now = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => now() + 30_000);
    sent.end(JSON.stringify({ product: newGid() }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    assert.equal(response.statusCode, 201);
  });

  test('404 for an unknown note is answered without asking the owner', async () => {
    assert.equal((await user.post('/v1/notes/x/orders', { product: newGid() })).status, 404);
    assert.deepEqual(asked, []);
  });

  for (const [what, fail] of [
    ['answers 500', (_: string, response: ServerResponse) => void response.writeHead(500).end()],
    ['breaks off', (_: string, response: ServerResponse) => void response.destroy()],
    ['does not answer', () => undefined],
  ] as const) {
    test(`503 within two seconds when the owner ${what}`, async () => {
      answer = fail;
      const startedAt = performance.now();
      const { status, body, headers } = await order({ product: newGid() });
      assert.equal(status, 503);
      assert.deepEqual(body, { error: { code: 503, reason: 'unavailable', message: 'The service is not available at the moment' } });
      assert.equal(headers.get('retry-after'), '1');
      assert.ok(performance.now() - startedAt < 2_000);
    });
  }

  test('a user and a product created a moment ago are both known at once', async () => {
    const [gid, product] = [newGid(), newGid()];
    const fresh = await service.signIn({ gid });
    await service.service.database.query({ text: 'delete from shared_state where key = $1', values: [gid] });
    service.leaveToOwner({ type: 'principal', key: gid, state: { gid, roles: [], is_enabled: true, memberships: [] } });
    assert.equal((await fresh.post(`${note}/orders`, { product })).status, 201);
    assert.equal((await fresh.get('/v1/me')).status, 200);
  });

  test('401 for a user whom identity does not know either', async () => {
    const gone = await service.signIn();
    await service.service.database.query({ text: 'delete from shared_state where key = $1', values: [gone.gid] });
    assert.equal((await gone.get('/v1/me')).status, 401);
    assert.equal((await gone.post('/v1/notes', { title: 'x' })).status, 401);
  });
});
