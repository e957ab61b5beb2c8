import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { gidOf, testService, type TestService } from '@partner-ordering/testing';
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

  test('200 shows a member and their manager what was booked and released, by project and month', async () => {
    await market.setBudget(1000);
    const [kept, canceled] = [await publish(), await publish()];
    await market.user.put(canceled, { status: 'canceled' });

    const { status, body } = await market.manager.get(budgetOf(market.user));
    assert.equal(status, 200);
    assert.deepEqual([body.monthly_budget, body.monthly_spent, body.href], [eur(1000), eur(250), budgetOf(market.user)]);
    assert.deepEqual([body.user.gid, body.organization.gid, body.is_manager], [market.user.gid, market.organization, false]);
    const [month, ...others] = body.months;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [month.month, month.booked, month.released, month.spent, month.projects_count],
      [now.toISOString().slice(0, 7), eur(500), eur(250), eur(250), 2],
    );
    const shown = new Map(month.projects.map((booking: { project: { gid: string } }) => [booking.project.gid, booking]));
    const [one, other] = [kept, canceled].map((href) => shown.get(gidOf(href)) as Record<string, unknown>);
    assert.deepEqual([one!['amount'], one!['released_at']], [eur(250), null]);
    assert.match(String(other!['released_at']), /\+0000$/);
    assert.deepEqual((await market.user.get(budgetOf(market.user))).body, body);
    assert.equal((await market.admin.get(budgetOf(market.user))).status, 200);
  });

  test('404 hides the budget of a member from other members and other organizations, and where there is no membership', async () => {
    const colleague = await ordering.signIn({ memberOf: [market.organization] });
    const foreign = await openMarket(ordering);
    for (const client of [colleague, foreign.manager]) assert.equal((await client.get(budgetOf(market.user))).status, 404);
    for (const path of [budgetOf(colleague), budgetOf({ gid: 'x' })]) assert.equal((await market.manager.get(path)).status, 404, path);
  });

  test('200 lists all members of an organization for its managers with what waits for approval; 403 for other members, 404 for strangers', async () => {
    await market.setBudget(300);
    for (let order = 0; order < 3; order++) await publish();
    const { status, body } = await market.manager.get(all(), { parameters: { orderBy: 'created_at', sort: 'asc' } });
    assert.equal(status, 200);
    assert.equal(body.total_count, 2);
    const of = (gid: string) => body.items.find((item: { user: { gid: string } }) => item.user.gid === gid);
    const { monthly_budget, monthly_spent, waiting_approvals } = of(market.user.gid);
    assert.deepEqual([monthly_budget, monthly_spent, waiting_approvals], [eur(300), eur(250), { count: 2, amounts: [eur(500)] }]);
    const manager = of(market.manager.gid);
    assert.deepEqual([manager.monthly_budget, manager.monthly_spent, manager.waiting_approvals], [null, eur(0), { count: 0, amounts: [] }]);
    assert.equal('months' in manager, false);
    const page = await market.manager.get(all(), { parameters: { limit: 1, offset: 1, query: ['is_manager', '==', true] } });
    assert.deepEqual([page.body.total_count, page.body.items], [1, []]);

    assert.equal((await market.user.get(all())).status, 403);
    assert.equal((await (await openMarket(ordering)).manager.get(all())).status, 404);
    assert.equal((await market.admin.get(all())).body.total_count, 2);
  });

  test('monthly_spent is that of the month of UTC: it begins at zero, what is released later goes back to its own month', async () => {
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
    assert.deepEqual(figures, [['2031-02', eur(250), eur(0)], ['2031-01', eur(0), eur(250)]]); // prettier-ignore
    assert.deepEqual(await ordering.service.checkBooks(), []);
  });
});
