import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type TestService } from '@partner-ordering/testing';
import { createContest, createWork, createWorker, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('works', () => {
  let ordering: TestService;
  let market: Market;
  let contest: string;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
    contest = await createContest(market);
  });

  const pathsOf = (body: { error: { details: { path: string }[] } }) => body.error.details.map(({ path }) => path).toSorted();

  test('400 names the invalid reference or field of a work, and creates nothing', async () => {
    const worker = { gid: gidOf(await createWorker(market)) };
    const project = { gid: gidOf(contest) };
    const elsewhere = await createWork(market, await createContest(market));
    const variation = await createWork(market, contest, { parent: { gid: gidOf(await createWork(market, contest)) } });
    const draft = await market.user.create('/v1/projects', market.order());
    const conversation = await market.user.create(
      '/v1/projects',
      market.order({ state: 'published', options: { due: 5, mode: 'solo' }, price: { amount: 200 } }),
    );
    const before = (await market.admin.get('/v1/works')).body.total_count;
    const refusals: [object, string[]][] = [
      [{ project: { gid: newGid() } }, ['project.gid']],
      [{ project: { gid: 'x' } }, ['project.gid']],
      [{ project: { gid: gidOf(draft) } }, ['project.gid']],
      [{ project: { gid: gidOf(conversation) } }, ['project.gid']],
      [{ worker: { gid: newGid() } }, ['worker.gid']],
      [{ parent: { gid: newGid() } }, ['parent.gid']],
      [{ parent: { gid: gidOf(elsewhere) } }, ['parent.gid']],
      [{ parent: { gid: gidOf(variation) } }, ['parent.gid']],
      [{ content: ' ' }, ['content']],
      [{ image: { url: 'x' } }, ['image.url']],
      [{ won_at: null }, ['won_at']],
    ];
    for (const [changes, paths] of refusals) {
      const { status, body } = await market.admin.post('/v1/works', { project, worker, ...changes });
      assert.equal(status, 400, JSON.stringify(changes));
      assert.deepEqual(pathsOf(body), paths);
    }
    assert.equal((await market.admin.get('/v1/works')).body.total_count, before);
  });
});
