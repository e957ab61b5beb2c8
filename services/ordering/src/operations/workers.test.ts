import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
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

  test('the assigned worker stays visible to every user who sees the conversation', async () => {
    const { worker } = await createConversation(market);
    const foreign = await openMarket(ordering);

    assert.equal((await market.user.get(`/v1/workers/${worker}`)).body.gid, worker);
    assert.equal((await foreign.manager.get(`/v1/workers/${worker}`)).status, 404);
    const { status, body } = await market.admin.delete(`/v1/workers/${worker}`);
    assert.equal(status, 400);
    assert.deepEqual(pathsOf(body), ['gid']);
  });

  test('the list finds the workers of a project only if the caller may see the project', async () => {
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
