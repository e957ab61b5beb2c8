import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ForbiddenError, type Created, type ProjectMessageCreate } from '@partner-ordering/client';
import type { ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import { beginStory, download, historyOf, receiptOfOrder, type Story } from '../story.ts';

/** One worker and the user talk until the result is accepted; each step needs the ones before it. */
describe('story of a conversation from the first question to the receipt', () => {
  let story: Story;
  let project: string;
  before(async () => {
    story = await beginStory();
  });
  after(() => story?.system.stop());

  const say = async ({ api }: ApiClient, message: string, more: Omit<ProjectMessageCreate, 'message'> = {}): Promise<Created> =>
    api.createMessage(project, { message, ...more });
  const attach = async (email: string) => ({ attached_files: [{ url: await uploadPicture(story.system, email) }] });
  const deliver = async (message: string) =>
    say(story.admin, message, { type: 'delivery', worker: story.worker, ...(await attach('admin@example.com')) });

  test('the user orders, and the project starts once a worker is assigned', async () => {
    const { user, admin, worker } = story;
    project = (await user.api.createProject(orderOf(await findOffer(user, { mode: 'solo' }), { state: 'published' }))).gid;
    assert.equal((await user.api.getProject(project)).started_at, null);
    await admin.api.updateProject(project, { worker });
    const { worker: assigned, started_at: startedAt } = await user.api.getProject(project);
    assert.equal(assigned!.full_name, 'Kim Sol');
    assert.ok(startedAt);
  });

  test('the worker, the user and a colleague with access talk, each with their own view', async () => {
    const { system, user, colleague, manager, stranger, worker, admin } = story;
    await user.api.shareProject(project, { email: 'colleague@example.com' });
    const question = await say(admin, 'Which colours?', { worker });
    const reply = await say(colleague, 'Blue, like this', await attach('colleague@example.com'));
    await user.api.createComment({ uri: reply.href, message: 'Agreed' });

    const readers: [ApiClient, boolean][] = [
      [colleague, true],
      [user, false],
      [manager, false],
    ];
    for (const [client, mine] of readers) {
      const message = await client.api.getMessage(project, reply.gid);
      assert.equal(message.mine, mine);
      assert.equal((await download(system, client, message.attached_files[0]!))?.type, 'image/png');
    }
    assert.equal(await download(system, stranger, (await user.api.getMessage(project, reply.gid)).attached_files[0]!), null);
    const { worker: author, user: nobody, mine } = await user.api.getMessage(project, question.gid);
    assert.deepEqual([author!.full_name, nobody, mine], ['Kim Sol', null, false]);
    await assert.rejects(say(colleague, '', { type: 'accept' }), ForbiddenError);
  });

  test('the user rejects the first delivery and accepts the second, which finishes the project', async () => {
    const { user, colleague } = story;
    const first = await deliver('A first idea');
    await say(user, 'Bluer', { type: 'reject' });
    assert.ok((await user.api.getMessage(project, first.gid)).rejected_at);
    assert.equal((await user.api.getProject(project)).status, 'in_progress');

    const second = await deliver('Bluer');
    await say(user, '', { type: 'accept', delivery: { gid: second.gid } });
    assert.ok((await colleague.api.getMessage(project, second.gid)).accepted_at);
    const { status, finished_at: finishedAt } = await colleague.api.getProject(project);
    assert.equal(status, 'finished');
    assert.ok(finishedAt);
    const { messages, deliveries, rejections, workers, source_files: results } = await user.api.getProjectStat(project);
    assert.deepEqual([messages, deliveries, rejections, workers, results], [6, 2, 1, 1, 1]);
  });

  test('the files of the accepted delivery are the result, and the best one is starred', async () => {
    const { system, user, colleague } = story;
    const deliveries = await user.api.listMessages(project, { where: (m) => m.type.eq('delivery'), orderBy: 'created_at' });
    const { attached_files: result } = deliveries.items[0]!;
    assert.deepEqual((await colleague.api.getProject(project)).source_files, result);
    assert.equal((await download(system, colleague, result[0]!))?.type, 'image/png');
    await user.api.starFile({ path: result[0]!.url });
    const { items: stars } = await colleague.api.listStarredFiles(project);
    assert.deepEqual(
      stars.map(({ file }) => file),
      result,
    );
  });

  test('the project gets its receipt', async () => {
    await receiptOfOrder(story, project);
    assert.equal((await story.colleague.api.listReceipts()).total_count, 0);
  });

  test('the history has all steps', async () => {
    const steps = await historyOf(story.colleague, project);
    assert.deepEqual(
      steps.map(({ command }) => command),
      ['create', 'publish', 'assign', 'deliver', 'reject', 'deliver', 'accept'],
    );
  });
});
