import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gidOf, type TestService } from '@partner-ordering/testing';
import { createContest, createConversation, createWork, openMarket, startOrdering, type Market } from '../../fixtures/test-ordering.ts';

describe('texts that were stored as HTML', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await startOrdering();
    market = await openMarket(ordering);
  });
  after(() => ordering?.stop());

  const query = (text: string, values: unknown[] = []) => ordering.service.database.query({ text, values });
  /** As the migration begins it for each column, with all that is stored until now. */
  const restore = async (storedBefore: Date) => {
    for (const source of ['project_message.message', 'work.description', 'work.content'])
      await ordering.runJob('restore_plain_text', { source, stored_before: storedBefore.toISOString(), done_to: null });
  };

  test('get their characters back where it is certain what was escaped, and stay as they are elsewhere', async () => {
    const { href } = await createConversation(market);
    const stored = {
      'a &lt; b &amp;&amp; c': 'a < b && c',
      '&amp;lt; &lt;': '&lt; <',
      'AT&amp;T': 'AT&amp;T',
      'Tom &amp; Jerry <b>now</b> &lt;': 'Tom &amp; Jerry <b>now</b> &lt;',
      'Q&A &lt;': 'Q&A &lt;',
      'as it was': 'as it was',
    };
    const messages: string[] = [];
    for (const [index, text] of Object.keys(stored).entries()) {
      messages.push(await market.user.create(`${href}/messages`, { message: `Text ${index}` }));
      await query('update project_message set message = $1 where gid = $2', [text, gidOf(messages.at(-1)!)]);
    }
    const work = await createWork(market, await createContest(market));
    await query(`update work set description = 'AT&amp;T', content = '<p>AT&amp;T</p>' where gid = $1`, [gidOf(work)]);
    const before = new Date(Date.now() + 1);
    const later = await market.user.create(`${href}/messages`, { message: 'typed &lt;' });
    await query('update project_message set created_at = $1 where gid = $2', [before, gidOf(later)]);
    await restore(before);

    for (const [index, text] of Object.values(stored).entries()) assert.equal((await market.user.get(messages[index]!)).body.message, text);
    const { description, content } = (await market.user.get(work)).body;
    assert.deepEqual([description, content], ['AT&T', '<p>AT&amp;T</p>']);
    assert.equal((await market.user.get(later)).body.message, 'typed &lt;');
  });
});
