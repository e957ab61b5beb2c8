import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, gidOf, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createContest, createWork, createWorker, openMarket, sharedOrdering, type Market } from '../../fixtures/test-ordering.ts';
import { removeNested } from './nested-comments.ts';

describe('comments on comments', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const rows = <Row>(text: string, ...values: unknown[]) => ordering.service.database.query<Row>({ text, values });
  const comment = (client: ApiClient, uri: string, more = {}) => client.post('/v1/comments', { uri, message: 'Mind the colours', ...more });
  /** Comments on something, and returns the path of the comment. */
  const commented = async (client: ApiClient, uri: string) => {
    const { status, headers, body } = await comment(client, uri);
    assert.equal(status, 201, JSON.stringify(body));
    return headers.get('location')!;
  };
  const statuses = (clients: ApiClient[], path: string) => Promise.all(clients.map(async (client) => (await client.get(path)).status));
  const listed = async (client: ApiClient, ...uris: string[]) =>
    (await client.get('/v1/comments', { parameters: { query: ['uri', 'in', uris] } })).body.total_count as number;
  /** What other services say of a resource. */
  const elsewhere = (uri: string, organization: string | null, seenBy: ApiClient[]) => {
    const gids = (seenBy as (ApiClient & { gid: string })[]).map(({ gid }) => gid);
    ordering.answer('/internal/visible', ({ user, uris }: { user: string | null; uris: string[] }) => ({
      resources: uris.map((asked) => ({
        ...{ uri: asked, organization, exists: asked === uri && gids.length > 0, visible: asked === uri && gids.includes(user ?? '') },
      })),
    }));
  };

  test('201 for whoever sees the comment, who then sees what was said to it, at every level; 400 and 404 for others', async () => {
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
      assert.deepEqual(body.error.details, [{ path: 'uri', message: 'must be the path of a resource that you can see' }]);
    }
    elsewhere('', null, []);
    for (const uri of [`/v1/comments/${newGid()}`, '/v1/comments/x', '/v1/comments', `${path}/more`])
      assert.equal((await comment(market.user, uri)).status, 400, uri);
    assert.equal((await market.user.put(below, { message: 'Mine' })).status, 403);
    assert.equal((await foreign.user.put(below, { message: 'Mine' })).status, 404);
    assert.equal((await market.manager.put(below, { message: 'Changed' })).status, 204);
  });

  test('200 as long as the other service says that what the thread is about is seen', async () => {
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

  test('404 for a comment on that of one organization on what several see, which may not be given to another one', async () => {
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

  test('400 for a comment that would have 21 above it', async () => {
    const project = await createContest(market);
    let last = project;
    for (let above = 0; above <= 20; above++) last = await commented(market.user, last);
    const { status, body } = await comment(market.user, last);
    assert.deepEqual([status, body.error.details[0].path], [400, 'uri']);
    assert.match(body.error.details[0].message, /20 comments above it/);
  });

  test('204 takes the comments on it, at every level, and nothing beside', async () => {
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

  test('what a comment is about takes the comments on it too', async () => {
    const work = await createWork(market, await createContest(market));
    const worker = await createWorker(market);
    const nested = await Promise.all(
      [work, worker].map(async (uri) => commented(market.admin, await commented(market.admin, await commented(market.admin, uri)))),
    );
    for (const gone of [work, worker]) assert.equal((await market.admin.delete(gone)).status, 204);
    for (const each of nested) assert.equal((await market.admin.get(each)).status, 404);

    const uri = `/v1/products/${newGid()}`;
    elsewhere(uri, null, [market.user]);
    const below = await commented(market.user, await commented(market.user, uri));
    elsewhere(uri, null, []);
    await ordering.runJob('remove_lost_comments');
    await ordering.runJob('remove_comments_on', { uri });
    assert.equal((await market.admin.get(below)).status, 404);
  });

  test('201 or 400 for a comment on one that is being deleted, and none is left', async () => {
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

  test('404 for a comment on one that is gone, which is removed each night', async () => {
    const path = await commented(market.user, await createContest(market));
    const below = await commented(market.user, path);
    const deep = await commented(market.user, below);
    const whole = [await commented(market.user, await createContest(market))];
    for (let above = 0; above < 3; above++) whole.push(await commented(market.manager, whole.at(-1)!));
    await rows('delete from comment where gid = $1', gidOf(path));

    for (const each of [below, deep]) assert.deepEqual(await statuses([market.user, market.manager, market.admin], each), [404, 404, 200]);
    assert.deepEqual([await listed(market.user, path, below), await listed(market.admin, path, below)], [0, 2]);
    for (const client of [market.user, market.admin]) assert.equal((await comment(client, deep)).status, 400);
    await ordering.runJob('remove_lost_own_comments');
    assert.deepEqual(await statuses([market.admin], below), [404]);
    assert.deepEqual(await statuses([market.admin], deep), [404]);
    for (const each of whole) assert.deepEqual(await statuses([market.user, market.manager], each), [200, 200]);
  });

  /** A comment with so many comments below it, at two levels. */
  const withBelow = async (number: number) => {
    const path = await commented(market.user, await createContest(market));
    const deep = await commented(market.user, await commented(market.user, path));
    await rows(
      `insert into comment (gid, created_at, uri, message, user_gid, project_gid, is_shared, ancestors)
        select gen_random_uuid(), c.created_at, c.uri, c.message, c.user_gid, c.project_gid, c.is_shared, c.ancestors
        from comment c, generate_series(1, $2) where c.gid = $1`,
      gidOf(deep),
      number - 2,
    );
    return path;
  };
  const leftBelow = async (path: string) => {
    const [row] = await rows<{ number: number }>('select count(*)::int as number from comment where $1 = any(ancestors)', gidOf(path));
    return row!.number;
  };
  const removed = async (to: string[]) => {
    const jobs: unknown[] = [];
    await ordering.service.database.transactional((tx) => removeNested(tx, (job) => void jobs.push(job), to));
    return jobs;
  };

  test('of 2,500 comments on a comment a thousand go in a transaction, and the rest by jobs', async () => {
    const path = await withBelow(2_500);
    const kept = await commented(market.user, await createContest(market));
    assert.deepEqual(await removed([gidOf(path)]), [{ name: 'remove_nested_comments', data: { to: [gidOf(path)] } }]);
    assert.equal(await leftBelow(path), 1_500);

    assert.equal((await market.user.delete(path)).status, 204);
    await eventually(async () => (await leftBelow(path)) === 0);
    assert.equal((await market.user.get(kept)).status, 200);
  });

  test('the rest go by jobs too where somebody else removes some of the thousand at the same time', async () => {
    const path = await withBelow(1_500);
    const others = {
      text: 'delete from comment where ctid in (select ctid from comment where $1 = any(ancestors) limit 600)',
      values: [gidOf(path)],
    };
    const waiting = { text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'", values: [] };
    const { database } = ordering.service;
    const jobs = await database.transactional(async (tx) => {
      await tx.query(others);
      const removing = removed([gidOf(path)]);
      await eventually(async () => (await database.query(waiting)).length === 1);
      return { removing };
    });
    assert.deepEqual(await jobs.removing, [{ name: 'remove_nested_comments', data: { to: [gidOf(path)] } }]);
    assert.ok((await leftBelow(path)) > 0);
  });
});
