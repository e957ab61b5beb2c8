import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gidOf, type TestService } from '@partner-ordering/testing';
import {
  createContest,
  createRequest,
  createWork,
  openMarket,
  receiptState,
  sharedOrdering,
  type Market,
} from '../../fixtures/test-ordering.ts';

describe('proposals', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering, { creditLimit: 10_000 });
  });

  const offer = { state: 'proposal', price: { amount: 480.5, currency: 'EUR' }, options: { due: 7, mode: 'solo' } };
  const read = async (href: string, of: Market = market) => (await of.user.get(href)).body;
  const proposed = async (of: Market = market): Promise<string> => {
    const href = await createRequest(of);
    assert.equal((await of.admin.put(href, offer)).status, 204);
    return href;
  };

  test('204 revises a proposal and keeps the rounds in the history', async () => {
    const href = await proposed();
    assert.equal((await market.admin.put(href, { price: { amount: 500, currency: 'EUR' } })).status, 204);
    assert.equal((await market.admin.put(href, { state: 'proposal', options: { due: 3, mode: 'multi' } })).status, 204);

    const { items } = (await market.user.get(`${href}/history`, { parameters: { query: ['command', '==', 'propose'], sort: 'asc' } })).body;
    assert.deepEqual(
      items.map(({ proposal }: { proposal: unknown }) => proposal),
      [
        { price: { amount: 480.5, currency: 'EUR' }, options: { due: 7, mode: 'solo' }, message: null },
        { price: { amount: 500, currency: 'EUR' }, options: { due: 7, mode: 'solo' }, message: null },
        { price: { amount: 500, currency: 'EUR' }, options: { due: 3, mode: 'multi' }, message: null },
      ],
    );
    assert.deepEqual([items[0].from, items[0].to, items[0].user.gid], ['waiting_for_proposal', 'proposal', market.admin.gid]);
  });

  test('400 for a price that cannot be charged, and VAT is rounded to a chargeable amount', async () => {
    const href = await createRequest(market);
    const priced = (amount: number) => market.admin.put(href, { ...offer, price: { amount, currency: 'KWD' } });
    const { status, body } = await priced(1.481);
    assert.deepEqual([status, body.error.details[0].code], [400, 'not_a_multiple']);
    assert.equal((await priced(1.48)).status, 204);
    assert.deepEqual((await read(href)).vat, { amount: 0.3, ratio: 0.2, currency: 'KWD' });
  });

  test('204 publishes the current proposal, 400 another price', async () => {
    const href = await proposed();
    const stale = await market.user.put(href, { state: 'published', price: { amount: 480 } });
    assert.equal(stale.status, 400);
    const [{ code, params }] = stale.body.error.details;
    assert.deepEqual([code, params], ['proposal_changed', { amount: 480.5, currency: 'EUR' }]);
    assert.equal((await market.user.put(href, { state: 'published', title: 'Another' })).status, 400);

    assert.equal((await market.user.put(href, { state: 'published', price: { amount: 480.5 } })).status, 204);
    const { state, status, published_at: publishedAt, started_at: startedAt } = await read(href);
    assert.deepEqual([state, status, startedAt], ['published', 'in_progress', null]);
    assert.ok(publishedAt);
  });

  test('400 for a price beyond the balance of the organization', async () => {
    const broke = await openMarket(ordering);
    const refused = await broke.user.put(await proposed(broke), { state: 'published' });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.error.details[0].code, 'balance_too_low');

    const limited = await openMarket(ordering, { creditLimit: 961 });
    const hrefs = [await proposed(limited), await proposed(limited), await proposed(limited)];
    const answers = await Promise.all(hrefs.map((href) => limited.user.put(href, { state: 'published' })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 204, 400]);
  });

  test('a payment source covers every price', async () => {
    const payer = await openMarket(ordering);
    ordering.leaveToOwner({
      type: 'account',
      key: payer.organization,
      state: { organization: payer.organization, has_payment_source: true },
    });
    assert.equal((await payer.user.put(await proposed(payer), { state: 'published' })).status, 204);
  });

  test('an order counts once against the credit limit: by its price, then by its receipt, until this is paid', async () => {
    // The order costs 250, with VAT 300; the proposal 480.50.
    const publish = async (creditLimit: number, receipt?: object) => {
      const of = await openMarket(ordering, { creditLimit });
      const order = await createContest(of);
      await of.user.put(order, { winner: { gid: gidOf(await createWork(of, order)) } });
      if (receipt) await ordering.deliver('billing', receiptState(gidOf(order), receipt));
      return (await of.user.put(await proposed(of), { state: 'published' })).status;
    };
    assert.deepEqual([await publish(730), await publish(731)], [400, 204]);
    assert.deepEqual([await publish(780, {}), await publish(781, {})], [400, 204]);
    assert.deepEqual([await publish(780, { status: 'failed' }), await publish(781, { status: 'failed' })], [400, 204]);
    const credited = { credited: { amount_minor: 10_000, currency: 'EUR' } };
    assert.deepEqual([await publish(680, credited), await publish(681, credited)], [400, 204]);
    assert.deepEqual([await publish(480, { status: 'paid' }), await publish(481, { status: 'paid' })], [400, 204]);
  });

  test('billing is asked whether open receipts are paid before a proposal is refused', async () => {
    const of = await openMarket(ordering, { creditLimit: 481 });
    const order = await createContest(of);
    await of.user.put(order, { winner: { gid: gidOf(await createWork(of, order)) } });
    await ordering.deliver('billing', receiptState(gidOf(order)));
    ordering.leaveToOwner(receiptState(gidOf(order), { status: 'paid' }));
    assert.equal((await of.user.put(await proposed(of), { state: 'published' })).status, 204);
  });
});
