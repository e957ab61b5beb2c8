import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { lockIsAwaited, type TestService } from '@partner-ordering/testing';
import { openMarket, sharedOrdering, type Market } from '../../fixtures/test-ordering.ts';

describe('budget', () => {
  let ordering: TestService;
  before(async () => {
    ordering = await sharedOrdering();
  });

  const stateOf = async ({ admin }: Market, href: string) => (await admin.get(href)).body.state as string;
  const bookedOf = async ({ user }: Market) => {
    const [row] = await ordering.service.database.query<{ booked: string }>({
      text: 'select sum(booked_minor) as booked from budget_account where user_gid = $1',
      values: [user.gid],
    });
    return Number(row!.booked);
  };

  test('require_approval is the state of an order that exceeds the monthly budget; one that equals the rest fits', async () => {
    const market = await openMarket(ordering);
    await market.setBudget(500);
    const published = market.order({ state: 'published' });
    const hrefs = [];
    for (let order = 0; order < 3; order++) hrefs.push(await market.user.create('/v1/projects', published));

    assert.deepEqual(await Promise.all(hrefs.map((href) => stateOf(market, href))), ['published', 'published', 'require_approval']);
    assert.equal(await bookedOf(market), 50_000);
  });

  test('60 parallel publications against a budget for 10 publish exactly 10', async () => {
    const market = await openMarket(ordering);
    await market.setBudget(2500);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => market.user.post('/v1/projects', market.order({ state: 'published' }))),
    );

    assert.ok(answers.every(({ status }) => status === 201));
    const count = async (state: string) =>
      (await market.user.get('/v1/projects/total_count', { parameters: { query: ['state', '==', state] } })).body.total_count;
    assert.equal(await count('published'), 10);
    assert.equal(await count('require_approval'), 50);
    assert.equal(await bookedOf(market), 250_000);
  });

  test('monthly_spent has every order, though two currencies are booked at once', async () => {
    const market = await openMarket(ordering);
    const { user, organization } = market;
    market.sell({ mode: 'solo', due: 2 }, 300, 'USD');
    const inEuros = market.order({ state: 'published' });
    const inDollars = market.order({ state: 'published', options: { due: 2, mode: 'solo' }, price: { amount: 300 } });
    await user.create('/v1/projects', inEuros);

    const account = `${user.gid}/${organization}`;
    const query = (text: string, values: string[]) => ordering.service.database.query<{ spent: number }>({ text, values });
    const hold = await ordering.service.database.pool.connect();
    await hold.query('begin');
    await hold.query(`select from shared_state where type = 'budget_account' and key = $1 for update`, [account]);
    const first = user.create('/v1/projects', inEuros);
    await lockIsAwaited(ordering.service.database.pool);
    const second = user.create('/v1/projects', inDollars);
    await lockIsAwaited(ordering.service.database.pool, { count: 2 });
    await hold.query('commit');
    hold.release();
    await Promise.all([first, second]);

    const published = `select (state->>'spent_minor')::int as spent from shared_state where type = 'budget_account' and key = $1`;
    assert.deepEqual(await query(published, [account]), [{ spent: 50_000 }]);
  });

  test('monthly_spent is in the currency of a budget that has another one, before anything else is booked', async () => {
    const market = await openMarket(ordering);
    const { user, organization } = market;
    await user.create('/v1/projects', market.order({ state: 'published' }));
    const key = `${user.gid}/${organization}`;
    const text = `select (state->>'spent_minor')::int as spent, state->>'currency' as currency, version from shared_state where type = 'budget_account' and key = $1`;
    const published = async () =>
      (await ordering.service.database.query<{ spent: number; currency: string; version: string }>({ text, values: [key] }))[0]!;
    const budget = (currency: string) => ({
      type: 'membership',
      key,
      state: { gid: newGid(), user: user.gid, organization, is_manager: false, monthly_budget: { amount_minor: 100_000, currency } },
    });
    await ordering.deliver('identity', budget('USD'));
    const { version, ...inDollars } = await published();
    assert.deepEqual(inDollars, { spent: 0, currency: 'USD' });
    await ordering.deliver('identity', budget('USD'));
    assert.equal((await published()).version, version, 'nothing is published where nothing changes');
    await ordering.deliver('identity', budget('EUR'));
    const { version: next, ...inEuros } = await published();
    assert.deepEqual(inEuros, { spent: 25_000, currency: 'EUR' });
    assert.ok(Number(next) > Number(version));
  });

  test('a membership that has ended is no unlimited budget, although the principal is still shown as a member', async () => {
    const ended = async () => {
      const market = await openMarket(ordering);
      await market.setBudget(0);
      const { organization, user } = market;
      const draft = await user.create('/v1/projects', market.order());
      await ordering.follow({ type: 'membership', key: `${user.gid}/${organization}`, state: null });
      ordering.leaveToOwner({
        type: 'principal',
        key: user.gid,
        state: { gid: user.gid, roles: ['user'], is_enabled: true, memberships: [] },
      });
      return { market, draft };
    };
    const drafted = await ended();
    assert.equal((await drafted.market.user.put(drafted.draft, { state: 'published' })).status, 404);
    assert.equal(await stateOf(drafted.market, drafted.draft), 'draft');

    const { market } = await ended();
    const { status, body } = await market.user.post('/v1/projects', market.order({ state: 'published' }));
    assert.equal(status, 400);
    assert.equal(body.error.details[0].path, 'organization.gid');
    assert.equal(await bookedOf(market), 0);
  });
});
