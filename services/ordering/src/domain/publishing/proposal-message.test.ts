import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gidOf, recordOutbox, type FilesStandIn, type RecordedEvent, type TestService } from '@partner-ordering/testing';
import { createContest, createRequest, openMarket, sharedOrdering, type Market } from '../../fixtures/test-ordering.ts';

describe('text and files of a proposal', () => {
  let ordering: TestService & { files: FilesStandIn };
  let market: Market;
  let outbox: () => Promise<RecordedEvent[]>;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering, { creditLimit: 10_000 });
    outbox = await recordOutbox(ordering.service.database);
  });

  const price = { amount: 480.5, currency: 'EUR' };
  const offer = { state: 'proposal', price, options: { due: 7, mode: 'solo' } };
  const file = () => ({ url: ordering.files.upload(market.admin) });
  const propose = async (href: string, rest: object, status = 204) => {
    const answer = await market.admin.put(href, rest);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    return answer.body?.error?.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`) as string[];
  };
  const conversation = async (href: string) => (await market.user.get(`${href}/messages`, { parameters: { sort: 'asc' } })).body.items;
  const steps = async (href: string) =>
    (await market.user.get(`${href}/history`, { parameters: { query: ['command', '==', 'propose'], sort: 'asc' } })).body.items;
  const events = async (href: string) =>
    (await outbox())
      .map(({ event }) => ({ ...event, data: event.data as unknown as { quote?: object; payload: string } }))
      .filter(({ type, subject }) => subject === `project/${gidOf(href)}` && /project\.(proposed|message_posted)/.test(type));

  test('204 posts them as one message of the admin, which the step of the history names', async () => {
    const href = await createRequest(market);
    const [attached, later] = [file(), file()];
    await propose(href, { ...offer, message: 'As <b>discussed</b>', attached_files: [attached] });
    await propose(href, { price: { ...price, amount: 500 } });
    await propose(href, { state: 'proposal', options: { due: 3, mode: 'solo' }, attached_files: [later] });

    const [first, second, ...others] = await conversation(href);
    assert.deepEqual(others, []);
    const { type, message, user, worker, attached_files: files } = first;
    assert.deepEqual(
      [type, message, user.gid, worker, files],
      ['simple', 'As <b>discussed</b>', market.admin.gid, null, [ordering.files.describe(attached.url)]],
    );
    assert.deepEqual([second.message, second.attached_files], ['', [ordering.files.describe(later.url)]]);
    const references = [first, null, second].map((each) => each && { gid: each.gid, href: `${href}/messages/${each.gid}` });
    assert.deepEqual(
      (await steps(href)).map(({ proposal }: { proposal: { message: object } }) => proposal.message),
      references,
    );
    assert.equal((await market.user.get(href)).body.has_unseen, true);
  });

  test('204 makes a step for other words or files at the same price, and changes nothing for the same again', async () => {
    const href = await createRequest(market);
    const [attached, other, message] = [file(), file(), 'It holds until May'];
    const words = [{ message }, { message, attached_files: [attached] }, { attached_files: [attached, other] }, { message }];
    for (const body of [offer, ...words.map((each) => ({ state: 'proposal', ...each }))]) {
      await propose(href, body);
      const etag = (await market.admin.get(href)).headers.get('etag');
      await propose(href, 'attached_files' in body ? { ...body, attached_files: body.attached_files!.toReversed() } : body);
      assert.equal((await market.admin.get(href)).headers.get('etag'), etag);
    }
    assert.deepEqual([(await steps(href)).length, (await conversation(href)).length, (await events(href)).length], [5, 4, 9]);
  });

  test('the event of the proposal follows that of its message, and quotes the beginning of the text and the names of the files', async () => {
    const href = await createRequest(market);
    await propose(href, { ...offer, message: `${'😀'.repeat(499)}👩🏽‍🎨 and more`, attached_files: [file()] });
    const [posted, proposed, ...others] = await events(href);
    assert.deepEqual([posted!.type, proposed!.type, others], ['project.message_posted', 'project.proposed', []]);
    assert.deepEqual(proposed!.data.quote, { text: `${'😀'.repeat(499)}…`, files: ['brief.txt'] });
    assert.equal(JSON.parse(posted!.data.payload).message.attached_files.length, 1);
    assert.deepEqual(Object.keys(JSON.parse(proposed!.data.payload)), ['project']);
  });

  test('400 where they do not belong, and nothing is posted', async () => {
    const [asked, contest] = [await createRequest(market), await createContest(market)];
    const attached_files = [file()];
    const words = { message: 'Hello', attached_files };
    assert.deepEqual(await propose(asked, { ...words, state: 'proposal' }, 400), ['options required', 'price required']);
    assert.deepEqual(await propose(asked, { ...offer, message: ' \n\u200b' }, 400), ['message blank']);
    assert.deepEqual(await propose(asked, { ...offer, attached_files: [{ url: ordering.files.upload(market.user) }] }, 400), [
      'attached_files.0.url not_found',
    ]);
    assert.deepEqual(await propose(contest, words, 400), ['message not_allowed']);
    assert.deepEqual([await conversation(asked), await steps(asked)], [[], []]);

    await propose(asked, offer);
    assert.deepEqual(await propose(asked, words, 400), ['message not_allowed']);
    assert.deepEqual(await propose(asked, { attached_files }, 400), ['attached_files not_allowed']);
    for (const state of ['waiting_for_proposal', 'draft', 'published'])
      assert.deepEqual(await propose(asked, { state, attached_files }, 400), ['attached_files not_allowed']);
    assert.equal((await market.user.put(asked, { ...offer, ...words })).status, 403);
    assert.deepEqual(await conversation(asked), []);
  });

  test('each of two proposals at once has its own', async () => {
    const href = await createRequest(market);
    await Promise.all(['One', 'Two', 'Two'].map((message) => propose(href, { ...offer, message })));
    const found = await conversation(href);
    const named = (await steps(href)).map(({ proposal }: { proposal: { message: { gid: string } } }) => proposal.message.gid);
    assert.deepEqual(
      named,
      found.map(({ gid }: { gid: string }) => gid),
    );
    assert.deepEqual(new Set(found.map(({ message }: { message: string }) => message)), new Set(['One', 'Two']));
  });
});
