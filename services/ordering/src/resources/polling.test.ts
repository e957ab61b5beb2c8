import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gidOf } from '@partner-ordering/testing';
import { createContest, createWork, createWorker, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('what never changes', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  test('is polled by modified_at like what changes: that is when it was created', async () => {
    const { user, admin } = market;
    const href = await createContest(market);
    const file = ordering.files.upload(user);
    await user.post(`${href}/brief_files`, { url: ordering.files.addressOf(file) });
    const colleague = await ordering.signIn({ memberOf: [market.organization] });
    assert.equal((await user.post(`${href}/shared_with`, { user: { gid: colleague.gid } })).status, 201);
    const [project, worker] = [{ gid: gidOf(href) }, { gid: gidOf(await createWorker(market)) }];
    await user.put(href, { winner: { gid: gidOf(await createWork(market, href, { worker })) } });
    await user.create('/v1/reviews', { project, worker, quality: 5, reactivity: 4, communicativeness: 3, work_with_again: 5 });

    for (const path of [
      `${href}/history`,
      `${href}/shared_with`,
      `${href}/brief_files`,
      `${href}/source_files`,
      `${href}/files`,
      '/v1/reviews',
    ]) {
      const at = async (query: unknown) => {
        const { status, body } = await admin.get(path, { parameters: { query, orderBy: 'modified_at', sort: 'asc', limit: 100 } });
        assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
        return (body.items as { gid: string; created_at: string }[]).map(({ gid, created_at }) => [created_at, gid]);
      };
      const all = await at(['modified_at', '>=', '2020-01-01T00:00:00Z']);
      assert.deepEqual(all, all.toSorted());
      assert.deepEqual(await at(['created_at', '>=', '2020-01-01T00:00:00Z']), all);
      assert.deepEqual(await at(['modified_at', '<', '2020-01-01T00:00:00Z']), []);
    }
  });
});
