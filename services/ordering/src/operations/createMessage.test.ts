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

  test('201 posts a message that shows its author, and whose it is to each reader', async () => {
    const { href } = await createConversation(market);
    const message = await market.user.create(`${href}/messages`, { message: 'Tom & Jerry <b>now</b><script>x</script>' });

    const { title } = await read(href);
    assert.match(message, new RegExp(`^${href}/messages/`));
    const body = await read(message);
    assert.deepEqual(
      { ...body, created_at: '' },
      {
        ...{ gid: gidOf(message), created_at: '', modified_at: body.created_at, href: message, type: 'simple', attached_files: [] },
        ...{ message: 'Tom & Jerry <b>now</b><script>x</script>', accepted_at: null, rejected_at: null, mine: true, worker: null },
        project: { gid: gidOf(href), href, title },
        user: { gid: market.user.gid, href: `/v1/users/${market.user.gid}`, firstname: 'Robin', lastname: 'Reed' },
      },
    );
    assert.equal((await market.manager.get(message)).body.mine, false);
  });

  test('201 posts in the name of the assigned worker for an admin', async () => {
    const { href, worker } = await createConversation(market);
    const message = await market.admin.create(`${href}/messages`, { message: 'On it', worker: { gid: worker } });
    const { worker: author, user } = await read(message);

    assert.deepEqual(author, { gid: worker, href: `/v1/workers/${worker}`, full_name: 'Ada Quill' });
    assert.equal(user, null);
  });

  test('a worker starts the conversation, delivers, is rejected, delivers again and is accepted', async () => {
    const { href, worker } = await createConversation(market);
    const started = await read(href);
    assert.equal(started.worker.gid, worker);
    assert.ok(started.started_at);
    assert.equal(Date.parse(started.deadline_at) - Date.parse(started.started_at), 5 * 86_400_000);

    const first = await deliver({ href, worker });
    assert.equal((await post(market.user, href, 'Not quite', { type: 'reject' })).status, 201);
    assert.ok((await read(first)).rejected_at);
    assert.equal((await read(href)).status, 'in_progress');
    const second = await deliver({ href, worker });
    assert.equal((await post(market.user, href, 'Great', { type: 'accept', delivery: { gid: gidOf(second) } })).status, 201);

    const { accepted_at: acceptedAt, rejected_at: rejectedAt } = await read(second);
    assert.ok(acceptedAt);
    assert.equal(rejectedAt, null);
    const finished = await read(href);
    assert.equal(finished.status, 'finished');
    assert.ok(finished.finished_at);
    const { items } = (await market.user.get(`${href}/history`, { parameters: { sort: 'asc' } })).body;
    assert.deepEqual(
      items.map(({ command }: { command: string }) => command),
      ['create', 'publish', 'assign', 'deliver', 'reject', 'deliver', 'accept'],
    );
    assert.equal((await post(market.user, href, 'Thank you')).status, 201);
  });

  test('400 answers no delivery, an answered one and a stale one', async () => {
    const { href, worker } = await createConversation(market);
    const answer = (type: string, delivery?: string) =>
      post(market.user, href, '', { type, ...(delivery ? { delivery: { gid: gidOf(delivery) } } : {}) });
    for (const type of ['accept', 'reject']) assert.equal((await answer(type)).status, 400);
    assert.deepEqual([(await read(href)).status, (await read(`${href}/messages`)).total_count], ['in_progress', 0]);
    const [first, second] = [await deliver({ href, worker }), await deliver({ href, worker })];
    const stale = await answer('accept', first);
    assert.equal(stale.status, 400);
    assert.deepEqual(stale.body.error.details, [{ path: 'delivery.gid', message: 'is not the latest open delivery' }]);

    assert.equal((await answer('reject', second)).status, 201);
    assert.equal((await answer('accept', second)).status, 400);
    assert.equal((await answer('accept', first)).status, 201);
    assert.equal((await answer('accept')).status, 400);
    assert.equal((await answer('reject')).status, 400);
  });

  test('400 names what is wrong with a message', async () => {
    const { href, worker } = await createConversation(market);
    const stranger = gidOf(await createWorker(market));
    const cases: [object, string][] = [
      [{}, 'message'],
      [{ message: ' ' }, 'message'],
      [{ message: '\n\t' }, 'message'],
      [{ message: 'x', type: 'other' }, 'type'],
      [{ message: 'x', attached_files: [{ url: '/files/x.png' }] }, 'attached_files.0.url'],
      [{ message: 'x', delivery: { gid: newGid() } }, 'delivery'],
      [{ message: 'x', type: 'delivery' }, 'worker'],
      [{ message: 'x', type: 'delivery', worker: { gid: stranger } }, 'worker.gid'],
      [{ message: 'x', worker: { gid: stranger } }, 'worker.gid'],
      [{ message: 'x', type: 'accept', worker: { gid: worker } }, 'worker'],
      [{ message: 'x', mine: true }, 'mine'],
    ];
    for (const [body, path] of cases) {
      const { status, body: answer } = await market.admin.post(`${href}/messages`, body);
      assert.equal(status, 400, JSON.stringify(body));
      assert.ok(
        answer.error.details.some((detail: { path: string }) => detail.path === path),
        JSON.stringify(answer),
      );
    }
    assert.equal((await read(`${href}/messages`)).total_count, 0);
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

  test('403 lets only admins deliver and assign, 404 hides the conversation from others', async () => {
    const { href, worker } = await createConversation(market);
    const message = await market.user.create(`${href}/messages`, { message: 'Hello' });
    const colleague = await ordering.signIn({ memberOf: [market.organization] });

    for (const client of [market.user, market.manager]) {
      assert.equal((await post(client, href, 'x', { type: 'delivery', worker: { gid: worker } })).status, 403);
      assert.equal((await post(client, href, 'x', { worker: { gid: worker } })).status, 403);
      assert.equal((await client.put(href, { worker: { gid: worker } })).status, 403);
    }
    assert.equal((await post(colleague, href, 'x')).status, 404);
    for (const path of [message, `${href}/messages`, `${href}/stat`, `${href}/history`])
      assert.equal((await colleague.get(path)).status, 404, path);
    const { href: other } = await createConversation(market);
    assert.equal((await market.user.get(`${other}/messages/${gidOf(message)}`)).status, 404);
  });

  test('the finished project shows its receipt, once that is rendered', async () => {
    const { href } = await createConversation(market);
    const receipt = (file: string | null) => ordering.follow({ type: 'receipt', key: gidOf(href), state: { file } });
    await receipt(null);
    assert.equal((await read(href)).receipt_file, null);
    await receipt('https://partner-ordering.test/files/receipt.pdf');

    assert.deepEqual((await read(href)).receipt_file, { url: 'https://partner-ordering.test/files/receipt.pdf' });
    const { items } = (await market.user.get('/v1/projects', { parameters: { query: ['gid', '==', gidOf(href)] } })).body;
    assert.ok(items[0].receipt_file);
  });

  test('a receipt is shown to those who may read it, not to whom the project is only shared with', async () => {
    const { href } = await createConversation(market);
    const colleague = await ordering.signIn({ memberOf: [market.organization] });
    await market.user.create(`${href}/shared_with`, { user: { gid: colleague.gid } });
    await ordering.follow({ type: 'receipt', key: gidOf(href), state: { file: 'https://partner-ordering.test/files/receipt.pdf' } });

    assert.equal((await read(href, colleague)).receipt_file, null);
    for (const client of [market.user, market.manager, market.admin]) assert.ok((await read(href, client)).receipt_file);
  });

  test('another worker takes over, and who wrote before is still seen and kept', async () => {
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
