import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { TestService } from '@partner-ordering/testing';
import { openMarket, startOrdering, type Market } from '../fixtures/test-ordering.ts';

const of = (currency: string) => (amount: number) => ({ amount, currency });
const [eur, usd, jpy] = [of('EUR'), of('USD'), of('JPY')];

/** Logo design costs EUR 250, USD 300 or JPY 40,000 in these tests, depending on its options. */
const inEuros = {};
const inDollars = { options: { due: 2, mode: 'solo' }, price: { amount: 300 } };
const inYen = { options: { due: 5, mode: 'solo' }, price: { amount: 40_000 } };

describe('budgets with orders in several currencies', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await startOrdering();
  });
  after(() => ordering?.stop());
  beforeEach(async () => {
    market = await openMarket(ordering);
    market.sell({ mode: 'solo', due: 2 }, 300, 'USD');
    market.sell({ mode: 'solo', due: 5 }, 40_000, 'JPY');
  });

  /** Publishes an order; answers its path and its new state. */
  async function publish(changes: object): Promise<{ href: string; state: string }> {
    const href = await market.user.create('/v1/projects', market.order({ state: 'published', ...changes }));
    return { href, state: (await market.user.get(href)).body.state };
  }

  /** The member's budget with its month. Checks that the manager gets the same summary in the list of all members. */
  async function budget() {
    const { user, manager, organization } = market;
    const { body } = await user.get(`/v1/users/${user.gid}/member_of/${organization}/budget`);
    const { months, ...summary } = body;
    const all = await manager.get(`/v1/orgs/${organization}/budgets`, { parameters: { query: ['user.gid', '==', user.gid] } });
    assert.deepEqual(all.body.items, [summary]);
    const figures = (months as Record<string, unknown>[]).map(({ booked, released, spent, projects_count: count }) => ({
      booked,
      released,
      spent,
      count,
    }));
    return { spent: body.monthly_spent, budget: body.monthly_budget, waiting: body.waiting_approvals, figures };
  }

  /** The spent amount in the state for identity. */
  async function published(): Promise<{ spent: number; currency: string }> {
    const text = `select (state->>'spent_minor')::int as spent, state->>'currency' as currency from shared_state
      where type = 'budget_account' and key = $1`;
    const values = [`${market.user.gid}/${market.organization}`];
    const [row] = await ordering.service.database.query<{ spent: number; currency: string }>({ text, values });
    return row!;
  }

  test('an order of any size in another currency than the budget requires approval and uses none of the budget', async () => {
    await market.setBudget(300, undefined, 'USD');
    const other = await publish(inEuros);
    assert.equal(other.state, 'require_approval');
    assert.equal((await market.manager.put(other.href, { state: 'published' })).status, 204);
    assert.deepEqual((await budget()).spent, usd(0));
    assert.deepEqual(await published(), { spent: 0, currency: 'USD' });

    assert.equal((await publish(inDollars)).state, 'published');
    assert.deepEqual(await published(), { spent: 30_000, currency: 'USD' });
    const found = await budget();
    assert.deepEqual([found.budget, found.spent], [usd(300), usd(300)]);
    assert.deepEqual(found.figures, [
      { booked: eur(250), released: eur(0), spent: eur(250), count: 1 },
      { booked: usd(300), released: usd(0), spent: usd(300), count: 1 },
    ]);
    assert.deepEqual(await ordering.service.checkIntegrity(), []);
  });

  test('orders that wait for approval are summed by currency', async () => {
    await market.setBudget(0, undefined, 'USD');
    for (const changes of [inEuros, inDollars, inDollars, inYen]) assert.equal((await publish(changes)).state, 'require_approval');
    const { waiting, spent, figures } = await budget();
    assert.deepEqual(waiting, { count: 4, amounts: [eur(250), jpy(40_000), usd(600)] });
    assert.deepEqual([spent, figures], [usd(0), []]);
  });

  test("a budget's limit counts only bookings in its own currency", async () => {
    for (const changes of [inEuros, inDollars]) assert.equal((await publish(changes)).state, 'published');
    await market.setBudget(80_000, undefined, 'JPY');
    assert.deepEqual((await budget()).spent, jpy(0));
    const states = [];
    for (let order = 0; order < 3; order++) states.push((await publish(inYen)).state);
    assert.deepEqual(states, ['published', 'published', 'require_approval']);
    assert.deepEqual((await budget()).spent, jpy(80_000));

    await market.setBudget(550, undefined, 'USD');
    assert.deepEqual((await budget()).spent, usd(300));
    assert.equal((await publish(inDollars)).state, 'require_approval');
  });

  test('monthly_spent is in EUR without a budget, and orders in every currency are published', async () => {
    for (const changes of [inEuros, inDollars, inYen]) assert.equal((await publish(changes)).state, 'published');
    const { budget: limit, spent, figures } = await budget();
    assert.deepEqual([limit, spent], [null, eur(250)]);
    assert.deepEqual(
      figures.map(({ spent: each }) => each),
      [eur(250), jpy(40_000), usd(300)],
    );
  });

  test('a cancelation releases the amount in its own currency', async () => {
    const orders = [await publish(inEuros), await publish(inDollars)];
    await market.setBudget(300, undefined, 'USD');
    assert.equal((await market.user.put(orders[1]!.href, { status: 'canceled' })).status, 204);
    const { spent, figures } = await budget();
    assert.deepEqual(spent, usd(0));
    assert.deepEqual(figures, [
      { booked: eur(250), released: eur(0), spent: eur(250), count: 1 },
      { booked: usd(300), released: usd(300), spent: usd(0), count: 1 },
    ]);
    assert.equal((await publish(inDollars)).state, 'published');
    assert.deepEqual(await ordering.service.checkIntegrity(), []);
  });
});
