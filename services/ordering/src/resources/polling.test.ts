import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { TestService } from '@partner-ordering/testing';
import { createContest, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('polls by modified_at', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  test('history entries and shares, which never change, have their created_at as modified_at in queries', async () => {
    const { user, admin } = market;
    const href = await createContest(market);
    const colleague = await ordering.signIn({ memberOf: [market.organization] });
    await user.create(`${href}/shared_with`, { user: { gid: colleague.gid } });

    for (const path of [`${href}/history`, `${href}/shared_with`]) {
      const at = async (query: unknown) => {
        const { body } = await admin.get(path, { parameters: { query, orderBy: 'modified_at', sort: 'asc', limit: 100 } });
        return (body.items as { gid: string; created_at: string }[]).map(({ gid, created_at }) => [created_at, gid]);
      };
      const all = await at(['modified_at', '>=', '2020-01-01T00:00:00Z']);
      assert.ok(all.length > 0, path);
      assert.deepEqual(all, all.toSorted());
      assert.deepEqual(await at(['created_at', '>=', '2020-01-01T00:00:00Z']), all);
      assert.deepEqual(await at(['modified_at', '<', '2020-01-01T00:00:00Z']), []);
    }
  });
});
