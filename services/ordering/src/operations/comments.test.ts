import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { type ApiClient, type TestService } from '@partner-ordering/testing';
import { createContest, createConversation, createWork, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('comments', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  /** Stubs the answers of other services: these resources and no others exist. */
  const elsewhere = (resources: Record<string, { organization: string | null; seenBy: string[] }> = {}) =>
    ordering.answer('/internal/visible', ({ user, uris }: { user: string | null; uris: string[] }) => ({
      resources: uris.map((uri) => {
        const { organization = null, seenBy } = resources[uri] ?? {};
        return { uri, exists: seenBy !== undefined, visible: seenBy?.includes(user ?? '') === true, organization };
      }),
    }));
  const comment = (client: ApiClient, uri: string, message = 'Mind the colours') => client.post('/v1/comments', { uri, message });
  const listed = async (client: ApiClient, query?: unknown) => client.get('/v1/comments', { parameters: query ? { query } : {} });

  test('201 comments on projects, works and messages, with or without /v1 and a final slash', async () => {
    const contest = await createContest(market);
    const work = await createWork(market, contest);
    const message = await market.user.create(`${contest}/messages`, { message: 'Hello' });

    for (const uri of [contest, work, message]) {
      const { status, headers } = await comment(market.user, `${uri.replace('/v1', '')}/`);
      assert.equal(status, 201, uri);
      assert.equal((await market.user.get(headers.get('location')!)).body.uri, uri);
      assert.equal((await comment(market.manager, uri)).status, 201);
      for (const spelling of [uri, uri.replace('/v1', ''), uri.replace('/v1/', '')])
        assert.equal((await listed(market.user, ['uri', '==', spelling])).body.total_count, 2, spelling);
    }
    assert.equal((await listed(market.user, ['uri', 'in', [contest, work.replace('/v1', '')]])).body.total_count, 4);
  });

  test('201 comments on a resource of another service, and the users who see the resource see the comment', async () => {
    const receipt = `/v1/receipts/${newGid()}`;
    elsewhere({ [receipt]: { organization: market.organization, seenBy: [market.user.gid, market.manager.gid] } });
    const stranger = await ordering.signIn({ memberOf: [market.organization] });
    assert.equal((await comment(stranger, receipt)).status, 400);
    const path = (await comment(market.user, receipt.slice(4))).headers.get('location')!;
    const seen = async (client: ApiClient) => [
      (await client.get(path)).status,
      (await listed(client, ['uri', '==', receipt])).body.total_count,
    ];
    assert.deepEqual(await seen(market.manager), [200, 1]);
    assert.deepEqual(await seen(stranger), [404, 0]);
    assert.deepEqual(await seen(market.admin), [200, 1]);
    assert.equal((await market.manager.put(path, { message: 'Mine' })).status, 403);
    assert.equal((await stranger.put(path, { message: 'Mine' })).status, 404);
    assert.equal((await market.user.put(path, { message: 'Second' })).status, 204);
    assert.equal((await market.manager.get(path)).body.message, 'Second');

    for (const left of [{ [receipt]: { organization: market.organization, seenBy: [] } }, {}]) {
      elsewhere(left);
      assert.deepEqual(
        [await seen(market.user), await seen(market.admin)],
        [
          [404, 0],
          [200, 1],
        ],
      );
    }
    ordering.answer('/internal/visible', undefined);
    assert.deepEqual([(await market.user.get(path)).status, (await comment(market.user, receipt)).status], [503, 503]);
    assert.equal((await market.admin.get(path)).status, 200);
  });

  test('404 hides comments on shared subjects from all but members of the author’s organization', async () => {
    const product = `/v1/products/${newGid()}`;
    const foreign = await openMarket(ordering);
    const both = await ordering.signIn({ memberOf: [market.organization, foreign.organization] });
    elsewhere({ [product]: { organization: null, seenBy: [market.user.gid, market.manager.gid, foreign.user.gid, both.gid] } });
    const path = (await comment(market.user, product)).headers.get('location')!;
    const statuses = (of: string) =>
      Promise.all([market.user, market.manager, foreign.user, both, market.admin].map(async (client) => (await client.get(of)).status));
    assert.deepEqual(await statuses(path), [200, 200, 404, 200, 200]);
    assert.equal((await listed(foreign.user, ['uri', '==', product])).body.total_count, 0);

    const refused = await comment(both, product);
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'organization']);
    const named = (client: ApiClient, gid: string) =>
      client.post('/v1/comments', { uri: product, message: 'Hello', organization: { gid } });
    assert.equal((await named(market.user, foreign.organization)).body.error.details[0].path, 'organization.gid');
    assert.deepEqual(await statuses((await named(both, foreign.organization)).headers.get('location')!), [404, 404, 200, 200, 200]);
    const admins = (await comment(market.admin, product)).status;
    assert.equal(admins, 400, 'an admin, too, must see it');
  });

  test('400 for an organization on an unshared subject, and for an unknown one; a comment shows its organization', async () => {
    const product = `/v1/products/${newGid()}`;
    elsewhere({ [product]: { organization: null, seenBy: [market.admin.gid, market.user.gid] } });
    const named = (client: ApiClient, uri: string, gid: string) =>
      client.post('/v1/comments', { uri, message: 'Hello', organization: { gid } });
    for (const gid of [market.organization, newGid()]) {
      const { status, body } = await named(market.user, await createContest(market), gid);
      const [{ code, params }] = body.error.details;
      assert.deepEqual([status, code, params], [400, 'not_allowed', { why: 'not_shared' }]);
    }
    const { status, body } = await named(market.admin, product, newGid());
    assert.deepEqual([status, body.error.details[0].path], [400, 'organization.gid']);
    const path = (await named(market.admin, product, market.organization)).headers.get('location')!;
    const ownComment = (await market.user.get(path)).body;
    const { organization: gid } = market;
    assert.deepEqual(ownComment.organization, { gid, href: `/v1/organizations/${gid}`, name: 'Harbour Bakery', hostname: null });
    assert.equal((await market.admin.put(path, { ...ownComment, message: 'Changed' })).status, 204, 'written back as it is');
    assert.equal((await listed(market.user, ['uri', '==', product])).body.items[0].organization.gid, gid);
  });

  test('a comment on a worker is visible to the author’s organization', async () => {
    const { worker } = await createConversation(market);
    const uri = `/v1/workers/${worker}`;
    const path = (await comment(market.user, uri)).headers.get('location')!;
    assert.equal((await market.manager.get(path)).status, 200);
    assert.equal((await listed(market.manager, ['uri', '==', uri])).body.total_count, 1);
  });

  test('notifications alone is asked about webhooks and deliveries, and about nothing else', async () => {
    const asked: string[][] = [];
    ordering.answer('/internal/visible', ({ user, uris }: { user: string | null; uris: string[] }) => {
      if (user === market.user.gid) asked.push(uris);
      return { resources: uris.map((uri) => ({ uri, exists: true, visible: true, organization: market.organization })) };
    });
    const webhook = `/v1/orgs/${market.organization}/webhooks/${newGid()}`;
    const [delivery, note] = [`${webhook}/deliveries/${newGid()}`, `/v1/orgs/${market.organization}/credit_notes/${newGid()}`];
    assert.equal((await listed(market.user, ['uri', 'in', [webhook, note, delivery]])).status, 200);
    const byPath = (one: string[], other: string[]) => one.join().localeCompare(other.join());
    // The four services are asked at the same time.
    assert.deepEqual(asked.toSorted(byPath), [[note], [note], [note], [webhook, delivery]].toSorted(byPath));
    assert.equal((await comment(market.user, webhook)).status, 201);
    assert.deepEqual(asked.slice(4), [[webhook]]);
  });

  test('403 without a uri in the query, except for admins', async () => {
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

  test('400 refuses a 101st uri and an invalid query before other services are asked', async () => {
    const asked: string[][] = [];
    ordering.answer('/internal/visible', ({ user, uris }: { user: string | null; uris: string[] }) => {
      if (user === market.user.gid) asked.push(uris);
      return { resources: uris.map((uri) => ({ uri, exists: false, visible: false, organization: null })) };
    });
    const products = (number: number) => Array.from({ length: number }, () => `/v1/products/${newGid()}`);
    const refused = async (query: unknown, message: RegExp) => {
      const { status, body } = await listed(market.user, query);
      assert.equal(status, 400);
      assert.match(body.error.details[0].message, message);
    };
    await refused(['uri', 'in', products(101)], /at most 100 values/);
    await refused(
      [
        'OR',
        [
          ['uri', 'in', products(100)],
          ['uri', '==', products(1)[0]],
        ],
      ],
      /more than 100 uris/,
    );
    await refused(
      [
        'AND',
        [
          ['uri', 'in', products(2)],
          ['uri', 'is', 'x'],
        ],
      ],
      /unknown operator/,
    );
    assert.deepEqual(asked, []);
    const [product, other] = products(2) as [string, string];
    const { href } = await createConversation(market);
    const both = [
      'OR',
      [
        ['uri', 'in', [product, product.slice(4), href]],
        ['uri', '==', other.slice(1)],
      ],
    ];
    assert.equal((await listed(market.user, both)).status, 200);
    assert.deepEqual(asked, [
      [product, other],
      [product, other],
      [product, other],
    ]);
    for (const none of [`/v1/products/${'x'.repeat(2_000)}`, '/v1/products/\ud800'])
      assert.equal((await listed(market.user, ['uri', '==', none])).status, 200);
    assert.equal(asked.length, 3);
  });
});
