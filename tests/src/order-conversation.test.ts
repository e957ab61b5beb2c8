import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gidOf, type ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from './orders.ts';
import { beginStory, change, historyOf, read, receiptOfOrder, type Story } from './story.ts';

/** One worker and the user talk until the result is right; the steps stand on each other. */
describe('a conversation, from the first question to the receipt', () => {
  let story: Story;
  let project: string;
  before(async () => {
    story = await beginStory();
  });
  after(() => story?.system.stop());

  const say = (client: ApiClient, message: string, more: object = {}) => client.create(`${project}/messages`, { message, ...more });
  const deliver = (message: string) => say(story.admin, message, { type: 'delivery', worker: story.worker });

  test('the user orders, and the project starts when a worker is assigned', async () => {
    const { user, admin, worker } = story;
    project = await user.create('/v1/projects', orderOf(await findOffer(user, { mode: 'solo' }), { state: 'published' }));
    assert.equal((await read(user, project)).started_at, null);
    await change(admin, project, { worker });
    const { worker: assigned, started_at: startedAt } = await read(user, project);
    assert.equal(assigned.full_name, 'Kim Sol');
    assert.ok(startedAt);
  });

  test('worker, user and a colleague whom the user shows the project talk, each seeing what is their own', async () => {
    const { user, colleague, manager, worker, admin } = story;
    await user.create(`${project}/shared_with`, { email: 'colleague@example.com' });
    const question = await say(admin, 'Which colours?', { worker });
    const reply = await say(colleague, 'Blue, please');
    await user.create('/v1/comments', { uri: reply, message: 'Agreed' });

    const readers: [ApiClient, boolean][] = [
      [colleague, true],
      [user, false],
      [manager, false],
    ];
    for (const [client, mine] of readers) assert.equal((await read(client, reply)).mine, mine);
    const { worker: author, user: nobody, mine } = await read(user, question);
    assert.deepEqual([author.full_name, nobody, mine], ['Kim Sol', null, false]);
    assert.equal((await colleague.post(`${project}/messages`, { message: '', type: 'accept' })).status, 403);
  });

  test('the user rejects what is not right yet, and accepts what is, which finishes the project', async () => {
    const { user, colleague } = story;
    const first = await deliver('A first idea');
    await say(user, 'Bluer', { type: 'reject' });
    assert.ok((await read(user, first)).rejected_at);
    assert.equal((await read(user, project)).status, 'in_progress');

    const second = await deliver('Bluer');
    await say(user, '', { type: 'accept', delivery: { gid: gidOf(second) } });
    assert.ok((await read(colleague, second)).accepted_at);
    const { status, finished_at: finishedAt } = await read(colleague, project);
    assert.equal(status, 'finished');
    assert.ok(finishedAt);
    const { messages, deliveries, rejections, workers } = await read(user, `${project}/stat`);
    assert.deepEqual([messages, deliveries, rejections, workers], [6, 2, 1, 1]);
  });

  test('the receipt follows', async () => {
    await receiptOfOrder(story, project);
    assert.equal((await read(story.colleague, '/v1/receipts')).total_count, 0);
  });

  test('the history tells it all', async () => {
    const steps = await historyOf(story.colleague, project);
    assert.deepEqual(
      steps.map(({ command }) => command),
      ['create', 'publish', 'assign', 'deliver', 'reject', 'deliver', 'accept'],
    );
  });
});
