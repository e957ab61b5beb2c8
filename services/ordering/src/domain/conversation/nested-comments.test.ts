import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type ApiClient } from '@partner-ordering/testing';
import {
  createContest,
  createConversation,
  createWork,
  createWorker,
  openMarket,
  sharedOrdering,
  type Market,
} from '../../fixtures/test-ordering.ts';

describe('comments on comments', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const rows = <Row>(text: string, ...values: unknown[]) => ordering.service.database.query<Row>({ text, values });
  const comment = (client: ApiClient, uri: string, more = {}) => client.post('/v1/comments', { uri, message: 'Mind the colours', ...more });
  /** Comments on a resource, and returns the path of the comment. */
  const commented = async (client: ApiClient, uri: string) => {
    const { status, headers, body } = await comment(client, uri);
    assert.equal(status, 201, JSON.stringify(body));
    return headers.get('location')!;
  };
  const statuses = (clients: ApiClient[], path: string) => Promise.all(clients.map(async (client) => (await client.get(path)).status));
  const listed = async (client: ApiClient, ...uris: string[]) =>
    (await client.get('/v1/comments', { parameters: { query: ['uri', 'in', uris] } })).body.total_count as number;
  /** Stubs the answers of other services about a resource. */
  const elsewhere = (uri: string, organization: string | null, seenBy: ApiClient[]) => {
    const gids = (seenBy as (ApiClient & { gid: string })[]).map(({ gid }) => gid);
    ordering.answer('/internal/visible', ({ user, uris }: { user: string | null; uris: string[] }) => ({
      resources: uris.map((asked) => ({
        uri: asked,
        organization,
        exists: asked === uri && gids.length > 0,
        visible: asked === uri && gids.includes(user ?? ''),
      })),
    }));
  };

  test('201 for a user who sees the comment and then its whole thread; 400 and 404 for others', async () => {
    const foreign = await openMarket(ordering);
    const project = await createContest(market);
    const path = await commented(market.user, project);
    const below = await commented(market.manager, path);
    const second = await commented(market.admin, below.replace('/v1', ''));

    assert.equal((await market.user.get(second)).body.uri, below);
    const all = [market.user, market.manager, market.admin, foreign.manager];
    for (const each of [below, second]) assert.deepEqual(await statuses(all, each), [200, 200, 200, 404]);
    assert.deepEqual([await listed(market.user, path), await listed(market.user, path, below, project)], [1, 3]);
    assert.equal(await listed(foreign.manager, path, below), 0);
    for (const uri of [path, second]) {
      const { status, body } = await comment(foreign.user, uri);
      assert.equal(status, 400);
      assert.equal(body.error.details[0].code, 'resource_not_visible');
    }
    elsewhere('', null, []);
    for (const uri of [`/v1/comments/${newGid()}`, '/v1/comments/x', '/v1/comments', `${path}/more`])
      assert.equal((await comment(market.user, uri)).status, 400, uri);
    assert.equal((await market.user.put(below, { message: 'Mine' })).status, 403);
    assert.equal((await foreign.user.put(below, { message: 'Mine' })).status, 404);
    assert.equal((await market.manager.put(below, { message: 'Changed' })).status, 204);
  });

  test('200 as long as the other service shows the user the subject of the thread', async () => {
    const receipt = `/v1/receipts/${newGid()}`;
    elsewhere(receipt, market.organization, [market.user, market.manager]);
    const stranger = await ordering.signIn({ memberOf: [market.organization] });
    const path = await commented(market.user, receipt);
    const below = await commented(market.manager, await commented(market.manager, path));
    assert.deepEqual(await statuses([market.user, market.manager, market.admin, stranger], below), [200, 200, 200, 404]);
    assert.deepEqual([await listed(market.user, path), await listed(stranger, path)], [1, 0]);
    assert.equal((await comment(stranger, below)).status, 400);
    elsewhere(receipt, market.organization, [market.user]);
    assert.deepEqual(await statuses([market.user, market.manager], below), [200, 404]);
    assert.equal((await market.manager.put(below, { message: 'Mine' })).status, 404);
    ordering.answer('/internal/visible', undefined);
    assert.deepEqual([(await market.user.get(below)).status, (await comment(market.user, below)).status], [503, 503]);
  });

  test("404 for other organizations' members, and 400 for another organization, in a thread on a shared subject", async () => {
    const foreign = await openMarket(ordering);
    const both = await ordering.signIn({ memberOf: [market.organization, foreign.organization] });
    const product = `/v1/products/${newGid()}`;
    elsewhere(product, null, [market.user, market.manager, foreign.user, both]);
    const path = await commented(market.user, product);
    const below = await commented(both, path);
    assert.deepEqual(await statuses([market.manager, both, market.admin, foreign.user], below), [200, 200, 200, 404]);
    assert.equal((await market.user.get(below)).body.organization.gid, market.organization);
    assert.equal((await comment(foreign.user, path)).status, 400);
    const given = await comment(both, path, { organization: { gid: foreign.organization } });
    assert.deepEqual([given.status, given.body.error.details[0].path], [400, 'organization']);
  });

  test('400 for a comment with 21 comments above it', async () => {
    const project = await createContest(market);
    let last = project;
    for (let above = 0; above <= 20; above++) last = await commented(market.user, last);
    const { status, body } = await comment(market.user, last);
    assert.deepEqual([status, body.error.details[0].code], [400, 'thread_too_deep']);
  });

  test('204 deletes a comment with all comments below it, and no others', async () => {
    const project = await createContest(market);
    const [first, other] = [await commented(market.user, project), await commented(market.user, project)];
    const below = await commented(market.manager, first);
    const [deeper, beside] = [await commented(market.user, below), await commented(market.user, first)];
    const elsewhereBelow = await commented(market.user, other);

    assert.equal((await market.manager.delete(below)).status, 204);
    for (const gone of [below, deeper]) assert.equal((await market.admin.get(gone)).status, 404);
    for (const left of [first, beside, elsewhereBelow]) assert.equal((await market.admin.get(left)).status, 200);
    assert.equal((await market.user.delete(first)).status, 204);
    assert.deepEqual([(await market.admin.get(beside)).status, (await market.admin.get(elsewhereBelow)).status], [404, 200]);
  });

  test('204 deletes a brief file, a star or a share with the comments on it', async () => {
    const { href: project } = await createConversation(market);
    const path = ordering.files.upload(market.user);
    await market.user.create(`${project}/messages`, { message: 'Look', attached_files: [{ url: path }] });
    const draft = await market.user.create('/v1/projects', market.order());
    const file = await market.user.create(`${draft}/brief_files`, { url: ordering.files.upload(market.user) });
    const star = await market.user.create('/v1/files', { path });
    const { gid } = await ordering.signIn({ memberOf: [market.organization] });
    const share = await market.user.create(`${project}/shared_with`, { user: { gid } });
    const comments = await Promise.all([file, star, share].map((uri) => commented(market.admin, uri)));
    for (const each of comments) assert.equal((await market.admin.get(each)).status, 200);
    for (const gone of [file, `/v1/files/${path}`, share]) assert.equal((await market.user.delete(gone)).status, 204);
    for (const each of comments) assert.equal((await market.admin.get(each)).status, 404);
  });

  test('204 deletes a work or a worker with all comments on it', async () => {
    const work = await createWork(market, await createContest(market));
    const worker = await createWorker(market);
    const nested = await Promise.all(
      [work, worker].map(async (uri) => commented(market.admin, await commented(market.admin, await commented(market.admin, uri)))),
    );
    for (const gone of [work, worker]) assert.equal((await market.admin.delete(gone)).status, 204);
    for (const each of [work, worker, ...nested]) assert.equal((await market.admin.get(each)).status, 404);
  });

  test('201 or 400 for a comment on one that is being deleted, and none remains', async () => {
    const project = await createContest(market);
    for (let round = 0; round < 5; round++) {
      const path = await commented(market.user, project);
      const below = await commented(market.user, path);
      const nested = [path, below, path, below].map((uri) => comment(market.manager, uri));
      const [deleted, ...made] = await Promise.all([market.user.delete(path), ...nested]);
      assert.equal(deleted.status, 204);
      for (const { status } of made) assert.ok([201, 400].includes(status), String(status));
      assert.deepEqual(await rows('select from comment where $1 = any(ancestors)', gidOf(path)), []);
    }
  });
});
