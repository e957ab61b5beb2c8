import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { testService, type TestService } from '@partner-ordering/testing';
import { openMarket, type Market } from '../fixtures/test-ordering.ts';
import { createOrdering } from '../service.ts';

describe('budgets', () => {
  let ordering: TestService;
  let market: Market;
  let now: Date;
  before(async () => {
    ordering = await testService('ordering', (config) => createOrdering({ ...config, clock: () => now ?? new Date() }));
  });
  after(() => ordering?.stop());
  beforeEach(async () => {
    now = new Date();
    market = await openMarket(ordering);
  });

  const eur = (amount: number) => ({ amount, currency: 'EUR' });
  const budgetOf = (of: { gid: string }) => `/v1/users/${of.gid}/member_of/${market.organization}/budget`;
  const publish = () => market.user.create('/v1/projects', market.order({ state: 'published' }));
  const all = () => `/v1/orgs/${market.organization}/budgets`;

  test('monthly_spent starts at zero each month (UTC), and a later release counts for its own month', async () => {
    const [until, memberOf] = [new Date('2031-03-01T00:00:00Z'), [market.organization]];
    const user = await ordering.signIn({ gid: market.user.gid, memberOf, until });
    const manager = await ordering.signIn({ gid: market.manager.gid, manages: memberOf, until });
    market = { ...market, user, manager };
    await market.setBudget(250);
    now = new Date('2031-01-31T23:59:59Z');
    const january = await publish();
    const spent = async () => (await market.manager.get(budgetOf(market.user))).body;
    assert.deepEqual((await spent()).monthly_spent, eur(250));
    assert.equal((await market.user.get(await publish())).body.state, 'require_approval');
    now = new Date('2031-02-01T00:00:00Z');
    assert.deepEqual((await spent()).monthly_spent, eur(0));
    assert.equal(
      (await market.manager.get(all())).body.items.find((item: { is_manager: boolean }) => !item.is_manager).monthly_spent.amount,
      0,
    );
    assert.equal((await market.user.get(await publish())).body.state, 'published');
    assert.equal((await market.user.put(january, { status: 'canceled' })).status, 204);
    const { monthly_spent, months } = await spent();
    assert.deepEqual(monthly_spent, eur(250));
    const figures = months.map((month: Record<string, unknown>) => [month['month'], month['spent'], month['released']]);
    assert.deepEqual(figures, [
      ['2031-02', eur(250), eur(0)],
      ['2031-01', eur(0), eur(250)],
    ]);
    assert.deepEqual(await ordering.service.checkIntegrity(), []);
  });
});
