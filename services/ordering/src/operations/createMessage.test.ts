import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type ApiClient, type TestService } from '@partner-ordering/testing';
import {
  createContest,
  createConversation,
  createRequest,
  createWorker,
  openMarket,
  sharedOrdering,
  type Market,
} from '../fixtures/test-ordering.ts';

describe('createMessage', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const read = async (href: string, client: ApiClient = market.user) => (await client.get(href)).body;
  const post = (client: ApiClient, href: string, message: string, rest: object = {}) =>
    client.post(`${href}/messages`, { message, ...rest });
  const deliver = ({ href, worker }: { href: string; worker: string }) =>
    market.admin.create(`${href}/messages`, { message: 'Here it is', type: 'delivery', worker: { gid: worker } });

  test('400 answers no delivery, an answered one and a stale one', async () => {
    const { href, worker } = await createConversation(market);
    const answer = (type: string, delivery?: string) =>
      post(market.user, href, '', { type, ...(delivery ? { delivery: { gid: gidOf(delivery) } } : {}) });
    for (const type of ['accept', 'reject']) assert.equal((await answer(type)).status, 400);
    assert.deepEqual([(await read(href)).status, (await read(`${href}/messages`)).total_count], ['in_progress', 0]);
    const [first, second] = [await deliver({ href, worker }), await deliver({ href, worker })];
    const stale = await answer('accept', first);
    assert.equal(stale.status, 400);
    assert.equal(stale.body.error.details[0].code, 'not_latest_delivery');

    assert.equal((await answer('reject', second)).status, 201);
    assert.equal((await answer('accept', second)).status, 400);
    assert.equal((await answer('accept', first)).status, 201);
    assert.equal((await answer('accept')).status, 400);
    assert.equal((await answer('reject')).status, 400);
  });

  test('400 takes no messages to drafts and canceled projects, nor deliveries to contests', async () => {
    const draft = await market.user.create('/v1/projects', market.order());
    const { href: canceled } = await createConversation(market);
    await market.user.put(canceled, { status: 'canceled' });
    const contest = await createContest(market);

    for (const href of [draft, canceled]) assert.equal((await post(market.user, href, 'Hello')).status, 400);
    assert.equal((await post(market.user, contest, 'Hello')).status, 201);
    assert.equal((await post(market.user, await createRequest(market), 'Hello')).status, 201);
    const worker = { gid: gidOf(await createWorker(market)) };
    assert.equal((await post(market.admin, contest, 'x', { type: 'delivery', worker })).status, 400);
    assert.equal((await market.admin.put(contest, { worker })).status, 400);
    assert.equal((await market.admin.put((await createConversation(market)).href, { worker: { gid: newGid() } })).status, 400);
  });

  test('a receipt is visible to users who may read it, not to those with a shared project', async () => {
    const { href } = await createConversation(market);
    const colleague = await ordering.signIn({ memberOf: [market.organization] });
    await market.user.create(`${href}/shared_with`, { user: { gid: colleague.gid } });
    await ordering.follow({ type: 'receipt', key: gidOf(href), state: { file: 'https://partner-ordering.test/files/receipt.pdf' } });

    assert.equal((await read(href, colleague)).receipt_file, null);
    for (const client of [market.user, market.manager, market.admin]) assert.ok((await read(href, client)).receipt_file);
  });

  test('another worker takes over, and the previous one stays visible in their messages', async () => {
    const { href, worker } = await createConversation(market);
    await market.admin.create(`${href}/messages`, { message: 'I am leaving', worker: { gid: worker } });
    const { started_at: startedAt, deadline_at: deadlineAt } = await read(href);
    const next = gidOf(await createWorker(market));
    assert.equal((await market.admin.put(href, { worker: { gid: next } })).status, 204);

    const after = await read(href);
    assert.deepEqual([after.worker.gid, after.started_at, after.deadline_at], [next, startedAt, deadlineAt]);
    assert.equal((await market.user.get(`/v1/workers/${worker}`)).status, 200);
    assert.equal((await market.admin.delete(`/v1/workers/${worker}`)).status, 400);
  });
});
