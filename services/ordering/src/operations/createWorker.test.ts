import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type TestService } from '@partner-ordering/testing';
import {
  createContest,
  createConversation,
  createWork,
  createWorker,
  openMarket,
  sharedOrdering,
  type Market,
} from '../fixtures/test-ordering.ts';

describe('workers', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const pathsOf = (body: { error: { details: { path: string }[] } }) => body.error.details.map(({ path }) => path).toSorted();
  const gidsOf = (body: { items: { gid: string }[] }) => body.items.map(({ gid }) => gid).toSorted();

  test('204 changes the given fields only, null clears the avatar', async () => {
    const href = await createWorker(market, { avatar: 'https://images.example/a.png' });
    const before = (await market.admin.get(href)).body;
    assert.equal((await market.admin.put(href, { lastname: 'Pen', avatar: null })).status, 204);

    const after = (await market.admin.get(href)).body;
    assert.ok(after.modified_at);
    assert.deepEqual(after, { ...before, lastname: 'Pen', full_name: 'Ada Pen', avatar: null, modified_at: after.modified_at });
  });

  test('204 deletes a worker who takes part in nothing, 400 keeps one with works', async () => {
    const idle = await createWorker(market);
    assert.equal((await market.admin.delete(idle)).status, 204);
    assert.equal((await market.admin.get(idle)).status, 404);

    const busy = await createWorker(market);
    await createWork(market, await createContest(market), { worker: { gid: gidOf(busy) } });
    const { status, body } = await market.admin.delete(busy);
    assert.equal(status, 400);
    assert.deepEqual(body.error.details, [{ path: 'gid', message: 'cannot be deleted: this worker has works' }]);
    assert.equal((await market.admin.get(busy)).status, 200);
  });

  const refusals: [string, object, string[]][] = [
    ['an avatar that is a script', { avatar: 'javascript:alert(1)' }, ['avatar']],
    ['an avatar without TLS', { avatar: 'http://images.example/a.png' }, ['avatar']],
    ['an empty name', { firstname: '' }, ['firstname']],
    ['a computed field', { full_name: 'X' }, ['full_name']],
  ];
  for (const [what, changes, paths] of refusals) {
    test(`400 refuses ${what}`, async () => {
      const { status, body } = await market.admin.post('/v1/workers', { service_id: newGid(), firstname: 'A', lastname: 'B', ...changes });

      assert.equal(status, 400);
      assert.deepEqual(pathsOf(body), paths);
    });
  }

  test('400 refuses the service_id of another worker', async () => {
    await createWorker(market, { service_id: 'taken' });
    const { status, body } = await market.admin.post('/v1/workers', { service_id: 'taken', firstname: 'A', lastname: 'B' });

    assert.equal(status, 400);
    assert.deepEqual(pathsOf(body), ['service_id']);
  });

  test('403 for everybody but admins', async () => {
    const href = await createWorker(market);
    await createWork(market, await createContest(market), { worker: { gid: gidOf(href) } });
    for (const client of [market.user, market.manager]) {
      const answers = [
        await client.post('/v1/workers', { service_id: newGid(), firstname: 'A', lastname: 'B' }),
        await client.put(href, { firstname: 'B' }),
        await client.delete(href),
      ];

      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.error.message]),
        ['create', 'update', 'delete'].map((verb) => [403, `Your are not authorized to ${verb} worker`]),
      );
    }
  });

  test('the assigned worker is seen by whoever sees the conversation, and stays', async () => {
    const { worker } = await createConversation(market);
    const foreign = await openMarket(ordering);

    assert.equal((await market.user.get(`/v1/workers/${worker}`)).body.gid, worker);
    assert.equal((await foreign.manager.get(`/v1/workers/${worker}`)).status, 404);
    const { status, body } = await market.admin.delete(`/v1/workers/${worker}`);
    assert.equal(status, 400);
    assert.deepEqual(pathsOf(body), ['gid']);
  });

  test('the list finds the workers of a project, and only through projects that the caller may see', async () => {
    const foreign = await openMarket(ordering);
    const [contest, foreignContest] = [await createContest(market), await createContest(foreign)];
    const [both, one] = [await createWorker(market), await createWorker(market)];
    for (const worker of [both, both, one]) await createWork(market, contest, { worker: { gid: gidOf(worker) } });
    await createWork(market, foreignContest, { worker: { gid: gidOf(both) } });
    const query = (project: string) => ({ parameters: { query: ['works.project.gid', '==', gidOf(project)] } });

    const { body } = await market.user.get('/v1/workers', query(contest));
    assert.equal(body.total_count, 2);
    assert.deepEqual(gidsOf(body), [gidOf(both), gidOf(one)].toSorted());
    assert.deepEqual((await market.user.get('/v1/workers', query(foreignContest))).body, { total_count: 0, items: [] });
    assert.deepEqual(gidsOf((await market.admin.get('/v1/workers', query(foreignContest))).body), [gidOf(both)]);
    assert.deepEqual(gidsOf((await foreign.user.get('/v1/workers')).body), [gidOf(both)]);
  });
});
