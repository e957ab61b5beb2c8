import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ApiClient, TestService } from '@partner-ordering/testing';
import {
  createContest,
  createConversation,
  createRequest,
  createWork,
  openMarket,
  sharedOrdering,
  type Market,
} from '../fixtures/test-ordering.ts';

describe('awaits_work of projects', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering, { creditLimit: 1_000_000 });
  });

  test('200: true for orders in progress without a worker that no work was sent for, by every lens; and by options.mode', async () => {
    const { user, manager, admin, organization } = market;
    const solo = { options: { due: 5, mode: 'solo' }, price: { amount: 200 } };
    const place = (changes = {}) => user.create('/v1/projects', market.order({ state: 'published', ...changes }));
    const [contest, conversation] = [await createContest(market), await place(solo)];
    const begun = await createContest(market);
    await createWork(market, begun);
    const { href: assigned } = await createConversation(market);
    const canceled = await place(solo);
    assert.equal((await user.put(canceled, { status: 'canceled' })).status, 204);
    const others = [begun, assigned, canceled, await createRequest(market), await place({ state: 'draft' })];
    const found = async (who: ApiClient, ...expressions: unknown[]) => {
      const parameters = { query: [['organization.gid', '==', organization], ...expressions] };
      const { body } = await who.get('/v1/projects', { parameters });
      assert.deepEqual((await who.get('/v1/projects/total_count', { parameters })).body, { total_count: body.items.length });
      return body.items.map(({ href }: { href: string }) => href).toSorted();
    };
    for (const who of [user, manager, admin]) {
      assert.deepEqual(await found(who, ['awaits_work', '==', true]), [contest, conversation].toSorted());
      assert.deepEqual(await found(who, ['awaits_work', '==', false]), others.toSorted());
      assert.deepEqual(await found(who, ['awaits_work', '==', true], ['options.mode', '==', 'solo']), [conversation]);
    }
    assert.equal((await admin.get('/v1/projects', { parameters: { query: ['options.mode', '==', 'contest'] } })).status, 400);
  });
});
