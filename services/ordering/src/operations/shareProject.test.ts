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

  test('201 shows the project to the colleague until it is shared no more', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    assert.equal((await colleague.get(href)).status, 404);
    const { status, headers, body } = await share(href, { user: { gid: colleague.gid } });

    assert.equal(status, 201);
    assert.equal(body, '');
    const location = headers.get('location')!;
    assert.equal(location, `${href}/shared_with/${colleague.gid}`);
    assert.equal((await colleague.get(href)).status, 200);
    const { body: entry } = await colleague.get(location);
    assert.deepEqual(
      { ...entry, gid: '', created_at: '' },
      {
        ...{ gid: '', created_at: '', href: location },
        user: { gid: colleague.gid, href: `/v1/users/${colleague.gid}`, firstname: 'Robin', lastname: 'Reed' },
        shared_by: { gid: market.user.gid, href: `/v1/users/${market.user.gid}`, firstname: 'Robin', lastname: 'Reed' },
      },
    );
    assert.deepEqual((await market.user.get(`${href}/shared_with`)).body, { total_count: 1, items: [entry] });

    assert.equal((await market.user.delete(location)).status, 204);
    assert.equal((await colleague.get(href)).status, 404);
    assert.equal((await market.user.delete(location)).status, 404);
    assert.equal((await market.user.get(location)).status, 404);
  });

  test('404 for another member of the organization while the project is shared with a colleague, who lists it', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    const another = await ordering.signIn({ memberOf: [market.organization] });
    await share(href, { user: { gid: colleague.gid } });
    const listed = async (client: ApiClient) =>
      (await client.get('/v1/projects', { parameters: { query: ['gid', '==', gidOf(href)] } })).body.total_count;

    assert.deepEqual([(await colleague.get(href)).status, await listed(colleague)], [200, 1]);
    assert.deepEqual([(await another.get(href)).status, await listed(another)], [404, 0]);
  });

  test('201 takes an e-mail, in any case', async () => {
    const href = await market.user.create('/v1/projects', market.order());

    assert.equal((await share(href, { email: `${colleague.gid}@EXAMPLE.com` }, market.manager)).status, 201);
    assert.equal((await colleague.get(href)).status, 200);
  });

  test('400 does not tell somebody unknown from a member of another organization', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    const { user: foreign } = await openMarket(ordering);
    const answers = await Promise.all([
      share(href, { user: { gid: foreign.gid } }),
      share(href, { user: { gid: newGid() } }),
      share(href, { user: { gid: 'nobody' } }),
    ]);

    for (const { status, body } of answers) {
      assert.equal(status, 400);
      assert.deepEqual(body.error.details, [{ path: 'user.gid', message: 'is not a member of the organization' }]);
    }
    const byMail = await Promise.all([share(href, { email: `${foreign.gid}@example.com` }), share(href, { email: 'no@example.com' })]);
    for (const { status, body } of byMail) {
      assert.equal(status, 400);
      assert.deepEqual(body.error.details, [{ path: 'email', message: 'is not a member of the organization' }]);
    }
  });

  test('400 refuses to share twice, with the owner, with nobody and with two people', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    const user = { gid: colleague.gid };
    await share(href, { user });

    for (const [body, path, message] of [
      [{ user }, 'user', 'already has access to this project'],
      [{ user: { gid: market.user.gid } }, 'user', 'already owns this project'],
      [{}, 'user', 'is required unless email is given'],
      [{ user, email: 'a@example.com' }, 'email', 'must not be given together with user'],
    ] as const) {
      const refused = await share(href, body);
      assert.deepEqual([refused.status, refused.body.error.details], [400, [{ path, message }]]);
    }
  });

  test('the shared project stands in lists and counts once, with its works and messages', async () => {
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

  test('403 answers every command of the person it is shared with', async () => {
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

  test('404 hides the shared project from whoever has left the organization', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    const leaver = await ordering.signIn({ memberOf: [market.organization] });
    await share(href, { user: { gid: leaver.gid } });
    await ordering.signIn({ gid: leaver.gid });

    const outsider = await ordering.signIn({ gid: leaver.gid });
    assert.equal((await outsider.get(href)).status, 404);
    assert.equal((await outsider.get(`${href}/shared_with`)).status, 404);
    assert.equal((await outsider.get('/v1/projects')).body.total_count, 0);
    assert.ok(gidOf(href));
  });
});
