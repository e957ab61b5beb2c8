import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createContest, createConversation, createWork, openMarket, startOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('comments', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await startOrdering();
    market = await openMarket(ordering);
  });
  after(() => ordering?.stop());

  const comment = (client: ApiClient, uri: string, message = 'Mind the colours') => client.post('/v1/comments', { uri, message });
  const listed = async (client: ApiClient, query?: unknown) => client.get('/v1/comments', { parameters: query ? { query } : {} });

  test('201 comments on projects, works and messages, with or without /v1', async () => {
    const contest = await createContest(market);
    const work = await createWork(market, contest);
    const message = await market.user.create(`${contest}/messages`, { message: 'Hello' });

    for (const uri of [contest, work, message]) {
      const { status, headers } = await comment(market.user, uri.replace('/v1', ''));
      assert.equal(status, 201, uri);
      const { body } = await market.user.get(headers.get('location')!);
      assert.deepEqual(
        { ...body, gid: '', created_at: '' },
        {
          ...{ gid: '', created_at: '', modified_at: body.created_at, href: headers.get('location'), uri, message: 'Mind the colours' },
          user: { gid: market.user.gid, href: `/v1/users/${market.user.gid}`, firstname: 'Robin', lastname: 'Reed' },
        },
      );
      assert.equal((await comment(market.manager, uri)).status, 201);
      for (const spelling of [uri, uri.replace('/v1', ''), uri.replace('/v1/', '')])
        assert.equal((await listed(market.user, ['uri', '==', spelling])).body.total_count, 2, spelling);
    }
    assert.equal((await listed(market.user, ['uri', 'in', [contest, work.replace('/v1', '')]])).body.total_count, 4);
  });

  test('400 refuses what is unknown, invisible or cannot be commented on', async () => {
    const { href } = await createConversation(market);
    const foreign = await openMarket(ordering);
    const hidden = await foreign.user.create('/v1/projects', foreign.order());
    const message = gidOf(await market.user.create(`${href}/messages`, { message: 'Hello' }));
    const { href: other } = await createConversation(market);

    for (const uri of [
      hidden,
      `/v1/projects/${newGid()}`,
      '/v1/projects/x',
      '/v1/users/x',
      '/v1/projects',
      `${other}/messages/${message}`,
    ]) {
      const { status, body } = await comment(market.user, uri);
      assert.equal(status, 400, uri);
      assert.deepEqual(body.error.details, [{ path: 'uri', message: 'must be the path of a project, work or message that you can see' }]);
    }
    assert.equal((await comment(market.user, href, '')).status, 400);
  });

  test('403 asks everybody but admins for the uri in the query', async () => {
    const { href } = await createConversation(market);
    await comment(market.user, href);
    const uri = ['uri', '==', href];

    for (const query of [
      undefined,
      [],
      ['uri', '!=', href],
      ['OR', [uri, ['gid', '!=', null]]],
      ['created_at', '>', '2020-01-01T00:00:00Z'],
    ])
      assert.equal((await listed(market.user, query)).status, 403, JSON.stringify(query));
    for (const query of [uri, [uri], ['AND', [uri, ['created_at', '>', '2020-01-01T00:00:00Z']]], ['OR', [uri, uri]]])
      assert.equal((await listed(market.user, query)).body.total_count, 1, JSON.stringify(query));
    assert.ok((await listed(market.admin)).body.total_count >= 1);
    assert.equal((await market.admin.get('/v1/comments', { parameters: { query: 'x' } })).status, 400);
    assert.equal((await market.admin.get('/v1/comments', { parameters: { orderBy: 'created_at', limit: 1 } })).body.items.length, 1);
  });

  test('204 lets the author and admins edit and delete, 403 others, 404 whoever does not see it', async () => {
    const { href } = await createConversation(market);
    const path = await market.user.create('/v1/comments', { uri: href, message: 'First' });
    const stranger = (await openMarket(ordering)).manager;

    assert.equal((await market.user.put(path, { message: 'Second' })).status, 204);
    const { body } = await market.manager.get(path);
    assert.equal(body.message, 'Second');
    assert.ok(body.modified_at);
    assert.equal((await market.manager.put(path, { message: 'Mine' })).status, 403);
    assert.equal((await market.manager.delete(path)).status, 403);
    for (const method of ['get', 'delete'] as const) assert.equal((await stranger[method](path)).status, 404);
    assert.equal((await market.user.put(path, { uri: href })).status, 204, 'written back as it is');
    assert.equal((await market.user.put(path, { uri: '/v1/projects/x' })).status, 400);
    assert.equal((await market.admin.put(path, { message: 'Third' })).status, 204);
    assert.equal((await market.user.delete(path)).status, 204);
    assert.equal((await market.user.get(path)).status, 404);
  });
});
