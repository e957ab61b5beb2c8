import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createContest, createConversation, createWork, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('shareProject', () => {
  let ordering: TestService;
  let market: Market;
  let colleague: ApiClient & { gid: string };
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
    colleague = await ordering.signIn({ memberOf: [market.organization] });
  });

  const share = (href: string, body: object, by: ApiClient = market.user) => by.post(`${href}/shared_with`, body);

  test('404 for other members of the organization while the project is shared with a colleague, whose list has it', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    const another = await ordering.signIn({ memberOf: [market.organization] });
    await share(href, { user: { gid: colleague.gid } });
    const listed = async (client: ApiClient) =>
      (await client.get('/v1/projects', { parameters: { query: ['gid', '==', gidOf(href)] } })).body.total_count;

    assert.deepEqual([(await colleague.get(href)).status, await listed(colleague)], [200, 1]);
    assert.deepEqual([(await another.get(href)).status, await listed(another)], [404, 0]);
  });

  test('400 is the same for an unknown user and a member of another organization', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    const { user: foreign } = await openMarket(ordering);
    const answers = await Promise.all([
      share(href, { user: { gid: foreign.gid } }),
      share(href, { user: { gid: newGid() } }),
      share(href, { user: { gid: 'nobody' } }),
    ]);

    const unknown = { code: 'not_a_member', message: 'is not a member of the organization' };
    for (const { status, body } of answers) {
      assert.equal(status, 400);
      assert.deepEqual(body.error.details, [{ path: 'user.gid', ...unknown }]);
    }
    const byMail = await Promise.all([share(href, { email: `${foreign.gid}@example.com` }), share(href, { email: 'no@example.com' })]);
    for (const { status, body } of byMail) {
      assert.equal(status, 400);
      assert.deepEqual(body.error.details, [{ path: 'email', ...unknown }]);
    }
  });

  test('a shared project is listed and counted once, with its works and messages', async () => {
    const other = await openMarket(ordering);
    const guest = await ordering.signIn({ memberOf: [other.organization] });
    const [contest, { href: conversation }] = [await createContest(other), await createConversation(other)];
    const work = await createWork(other, contest);
    await guest.create('/v1/projects', other.order());
    for (const href of [contest, conversation]) await share(href, { user: { gid: guest.gid } }, other.user);

    const { body } = await guest.get('/v1/projects', { parameters: { orderBy: 'created_at', sort: 'asc', limit: 2 } });
    assert.equal(body.total_count, 3);
    assert.deepEqual(
      body.items.map((item: { href: string }) => item.href),
      [contest, conversation],
    );
    assert.equal((await guest.get(work)).status, 200);
    assert.equal((await guest.post(`${conversation}/messages`, { message: 'Nice' })).status, 201);
  });

  test('403 refuses every command by the user with whom the project is shared', async () => {
    const { href } = await createConversation(market);
    const draft = await market.user.create('/v1/projects', market.order());
    for (const project of [href, draft]) await share(project, { user: { gid: colleague.gid } });
    const answers = await Promise.all([
      colleague.put(href, { status: 'canceled' }),
      colleague.put(draft, { title: 'Mine' }),
      colleague.put(draft, { state: 'published' }),
      colleague.put(href, { worker: { gid: newGid() } }),
      colleague.delete(draft),
      colleague.post(`${href}/messages`, { message: '', type: 'accept' }),
      colleague.post(`${href}/messages`, { message: '', type: 'reject' }),
      colleague.post(`${href}/messages`, { message: 'x', worker: { gid: newGid() } }),
      share(draft, { user: { gid: market.manager.gid } }, colleague),
      colleague.delete(`${draft}/shared_with/${colleague.gid}`),
    ]);

    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 403),
    );
  });

  test('404 hides the shared project from a user who has left the organization', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    const leaver = await ordering.signIn({ memberOf: [market.organization] });
    await share(href, { user: { gid: leaver.gid } });
    const outsider = await ordering.signIn({ gid: leaver.gid });
    assert.equal((await outsider.get(href)).status, 404);
    assert.equal((await outsider.get(`${href}/shared_with`)).status, 404);
    assert.equal((await outsider.get('/v1/projects')).body.total_count, 0);
  });
});
