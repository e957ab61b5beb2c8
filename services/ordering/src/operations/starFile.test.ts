import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { createConversation, openMarket, sharedOrdering } from '../fixtures/test-ordering.ts';

describe('starFile', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  before(async () => void (ordering = await sharedOrdering()));

  test('400 for a file of no message, and for two different files', async () => {
    const market = await openMarket(ordering);
    const { href } = await createConversation(market);
    const [path, brief] = [ordering.files.upload(market.user), ordering.files.upload(market.user)];
    await market.user.create(`${href}/messages`, { message: 'See', attached_files: [{ url: path }] });
    await market.user.create(`${href}/brief_files`, { url: brief });
    const foreign = ordering.files.addressOf(path).replace('partner-ordering.test', 'elsewhere.example');
    for (const named of [brief, newGid(), foreign, `../${path}`])
      assert.equal((await market.user.post('/v1/files', { path: named })).body.error.details[0].path, 'path', named);
    const { status, body } = await market.user.post('/v1/files', { path, url: brief });
    assert.deepEqual([status, body.error.details[0].code], [400, 'fields_differ']);
  });
});
