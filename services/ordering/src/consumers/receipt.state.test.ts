import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, recordOutbox, type RecordedEvent, type TestService } from '@partner-ordering/testing';
import { createContest, createWork, openMarket, receiptState, startOrdering, type Market } from '../fixtures/test-ordering.ts';

const reducedVat = { net: { amount_minor: 25_000, currency: 'EUR' }, vat: { amount_minor: 0, ratio: 0, currency: 'EUR' } };

describe('receipts of projects', () => {
  let ordering: TestService;
  let market: Market;
  let outbox: () => Promise<RecordedEvent[]>;
  before(async () => {
    ordering = await startOrdering();
    market = await openMarket(ordering);
    outbox = await recordOutbox(ordering.service.database);
  });
  after(() => ordering?.stop());

  const read = async (href: string) => (await market.user.get(href)).body;
  const finish = async (href: string) => {
    const work = await createWork(market, href);
    assert.equal((await market.user.put(href, { winner: { gid: gidOf(work) } })).status, 204);
  };
  const finished = async (): Promise<string> => {
    const href = await createContest(market);
    await finish(href);
    return href;
  };
  const settlements = async (href: string) =>
    (await market.user.get(`${href}/history`, { parameters: { query: ['command', '==', 'settle'] } })).body.items;
  const published = async (href: string, type: string) =>
    (await outbox()).flatMap(({ event }) => (event.subject === `project/${gidOf(href)}` && event.type === type ? [event.data] : []));

  test('a receipt replaces the VAT estimate of its project before it is paid', async () => {
    const href = await finished();
    assert.deepEqual((await read(href)).vat, { amount: 50, ratio: 0.2, currency: 'EUR' });
    await ordering.deliver('billing', receiptState(gidOf(href), reducedVat));

    const { status, vat } = await read(href);
    assert.deepEqual([status, vat], ['finished', { amount: 0, ratio: 0, currency: 'EUR' }]);
    const states = (await published(href, 'project.state')) as { vat: object }[];
    assert.deepEqual(states.at(-1)!.vat, reducedVat.vat);
  });

  test('a repeated receipt, in any version, changes nothing and publishes nothing', async () => {
    const href = await finished();
    const open = { ...receiptState(gidOf(href)), version: 1 };
    const paid = { ...receiptState(gidOf(href), { status: 'paid' }), version: 2, id: newGid() };
    await ordering.deliver('billing', open, paid);
    const [before, eventCount] = [await read(href), (await outbox()).length];
    await ordering.deliver('billing', paid, { ...paid, id: newGid() }, open, { ...paid, version: 3, id: newGid() });

    assert.deepEqual(await read(href), before);
    assert.equal((await settlements(href)).length, 1);
    assert.equal((await outbox()).length, eventCount);
  });

  test('a receipt that is deleted, or of an unknown or unfinished project, changes nothing, and the next one is handled', async () => {
    const [href, open] = [await finished(), await createContest(market)];
    for (const gid of [newGid(), gidOf(open)]) await ordering.deliver('billing', receiptState(gid, { status: 'paid' }));
    await ordering.deliver('billing', { ...receiptState(gidOf(href)), state: null });
    assert.deepEqual([(await read(href)).status, (await read(open)).status], ['finished', 'in_progress']);
    await market.settle(href);
    assert.equal((await read(href)).status, 'paid');
  });

  test('a paid receipt leaves the budget as it is, and its project still accepts messages', async () => {
    const budget = async () => {
      const text = `select state from shared_state where type = 'budget_account' and key = $1`;
      const values = [`${market.user.gid}/${market.organization}`];
      const [account] = await ordering.service.database.query<{ state: object }>({ text, values });
      return account!.state;
    };
    const href = await finished();
    const spent = await budget();
    await market.settle(href);
    assert.deepEqual(await budget(), spent);
    assert.equal((await market.user.post(`${href}/messages`, { message: 'Thank you' })).status, 201);
  });
});
