import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { TestService } from '@partner-ordering/testing';
import { createContest, createConversation, createWork, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('the figures of a project', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const stat = async (href: string) => (await market.user.get(`${href}/stat`)).body;

  test('the figures of a conversation count messages, deliveries and rejections', async () => {
    const { href, worker } = await createConversation(market);
    const before = await stat(href);
    assert.deepEqual([before.messages, before.workers, before.seconds_to_first_reply], [0, 1, null]);
    await market.user.create(`${href}/messages`, { message: 'Hello' });
    await market.admin.create(`${href}/messages`, { message: 'Here', type: 'delivery', worker: { gid: worker } });
    await market.user.create(`${href}/messages`, { message: '', type: 'reject' });

    const { seconds_to_first_reply: seconds, last_activity_at: last, ...figures } = await stat(href);
    assert.deepEqual(figures, { messages: 3, deliveries: 1, rejections: 1, works: 0, workers: 1, brief_files: 0, source_files: 0 });
    assert.ok(seconds >= 0 && seconds < 60);
    assert.ok(Date.now() - Date.parse(last) < 60_000);
  });

  test('the figures of a contest count works and who sent them', async () => {
    const href = await createContest(market);
    await createWork(market, href);
    await createWork(market, href);

    const { works, workers, seconds_to_first_reply: seconds } = await stat(href);
    assert.deepEqual([works, workers], [2, 2]);
    assert.ok(seconds >= 0);
  });
});
