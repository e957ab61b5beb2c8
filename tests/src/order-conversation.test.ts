import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gidOf, type ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from './orders.ts';
import { uploadPicture } from './requests.ts';
import { beginStory, change, download, historyOf, read, receiptOfOrder, type Story } from './story.ts';

/** One worker and the user talk until the result is right; the steps stand on each other. */
describe('a conversation, from the first question to the receipt', () => {
  let story: Story;
  let project: string;
  before(async () => {
    story = await beginStory();
  });
  after(() => story?.system.stop());

  const say = (client: ApiClient, message: string, more: object = {}) => client.create(`${project}/messages`, { message, ...more });
  const attach = async (email: string) => ({ attached_files: [{ url: await uploadPicture(story.system, email) }] });
  const deliver = async (message: string) =>
    say(story.admin, message, { type: 'delivery', worker: story.worker, ...(await attach('admin@example.com')) });

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
    const { system, user, colleague, manager, stranger, worker, admin } = story;
    await user.create(`${project}/shared_with`, { email: 'colleague@example.com' });
    const question = await say(admin, 'Which colours?', { worker });
    const reply = await say(colleague, 'Blue, like this', await attach('colleague@example.com'));
    await user.create('/v1/comments', { uri: reply, message: 'Agreed' });

    const readers: [ApiClient, boolean][] = [
      [colleague, true],
      [user, false],
      [manager, false],
    ];
    for (const [client, mine] of readers) {
      const message = await read(client, reply);
      assert.equal(message.mine, mine);
      assert.equal((await download(system, client, message.attached_files[0]))?.type, 'image/png');
    }
    assert.equal(await download(system, stranger, (await read(user, reply)).attached_files[0]), null);
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
    const { messages, deliveries, rejections, workers, source_files: results } = await read(user, `${project}/stat`);
    assert.deepEqual([messages, deliveries, rejections, workers, results], [6, 2, 1, 1, 1]);
  });

  test('what the accepted delivery carried is the result, and the best of it is starred', async () => {
    const { system, user, colleague } = story;
    const { items: deliveries } = await read(user, `${project}/messages`, { query: ['type', '==', 'delivery'], orderBy: 'created_at' });
    const [{ attached_files: result }] = deliveries;
    assert.deepEqual((await read(colleague, project)).source_files, result);
    assert.equal((await download(system, colleague, result[0]))?.type, 'image/png');
    await user.create('/v1/files', { path: result[0].url });
    const { items: stars } = await read(colleague, `${project}/files`);
    assert.deepEqual(
      stars.map(({ file }: { file: object }) => file),
      result,
    );
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
