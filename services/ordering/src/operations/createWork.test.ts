import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type TestService } from '@partner-ordering/testing';
import { createContest, createWork, createWorker, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('works', () => {
  let ordering: TestService;
  let market: Market;
  let contest: string;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
    contest = await createContest(market);
  });

  const pathsOf = (body: { error: { details: { path: string }[] } }) => body.error.details.map(({ path }) => path).toSorted();

  test('201 posts a work with texts as they were sent, which the owner of the project sees', async () => {
    const worker = await createWorker(market);
    const href = await createWork(market, contest, {
      worker: { gid: gidOf(worker) },
      description: '<p onclick="x()">Calm<script>1</script></p>',
      content: '<b>Once</b> upon a time',
    });
    const { status, body } = await market.user.get(href);

    assert.equal(status, 200);
    const { created_at, ...rest } = body;
    assert.match(created_at, /\+0000$/);
    assert.deepEqual(rest, {
      gid: gidOf(href),
      href,
      modified_at: created_at,
      won_at: null,
      image: null,
      thumbnail: null,
      worker: { gid: gidOf(worker), href: worker, full_name: 'Ada Quill' },
      project: { gid: gidOf(contest), href: contest, title: 'A logo for the spring campaign' },
      parent: null,
      description: '<p onclick="x()">Calm<script>1</script></p>',
      content: '<b>Once</b> upon a time',
    });
  });

  test('204 changes the given texts only, null clears one', async () => {
    const href = await createWork(market, contest, { content: 'Words' });
    assert.equal((await market.admin.put(href, { description: null })).status, 204);

    const { description, content, modified_at } = (await market.user.get(href)).body;
    assert.deepEqual([description, content], [null, 'Words']);
    assert.ok(modified_at);
  });

  test('204 deletes a work; 400 keeps one with variations', async () => {
    const parent = await createWork(market, contest);
    const variation = await createWork(market, contest, { parent: { gid: gidOf(parent) } });
    const { status, body } = await market.admin.delete(parent);
    assert.equal(status, 400);
    assert.deepEqual(body.error.details, [{ path: 'gid', message: 'cannot be deleted: this work has variations' }]);

    assert.equal((await market.admin.delete(variation)).status, 204);
    assert.equal((await market.admin.delete(parent)).status, 204);
    assert.equal((await market.user.get(parent)).status, 404);
  });

  test('400 refuses what a work cannot belong to, and creates nothing', async () => {
    const worker = { gid: gidOf(await createWorker(market)) };
    const project = { gid: gidOf(contest) };
    const elsewhere = await createWork(market, await createContest(market));
    const variation = await createWork(market, contest, { parent: { gid: gidOf(await createWork(market, contest)) } });
    const draft = await market.user.create('/v1/projects', market.order());
    const conversation = await market.user.create(
      '/v1/projects',
      market.order({ state: 'published', options: { due: 5, mode: 'solo' }, price: { amount: 200 } }),
    );
    const before = (await market.admin.get('/v1/works')).body.total_count;
    const refusals: [object, string[]][] = [
      [{ project: { gid: newGid() } }, ['project.gid']],
      [{ project: { gid: 'x' } }, ['project.gid']],
      [{ project: { gid: gidOf(draft) } }, ['project.gid']],
      [{ project: { gid: gidOf(conversation) } }, ['project.gid']],
      [{ worker: { gid: newGid() } }, ['worker.gid']],
      [{ parent: { gid: newGid() } }, ['parent.gid']],
      [{ parent: { gid: gidOf(elsewhere) } }, ['parent.gid']],
      [{ parent: { gid: gidOf(variation) } }, ['parent.gid']],
      [{ content: ' ' }, ['content']],
      [{ image: { url: 'x' } }, ['image.url']],
      [{ won_at: null }, ['won_at']],
    ];
    for (const [changes, paths] of refusals) {
      const { status, body } = await market.admin.post('/v1/works', { project, worker, ...changes });
      assert.equal(status, 400, JSON.stringify(changes));
      assert.deepEqual(pathsOf(body), paths);
    }
    assert.equal((await market.admin.get('/v1/works')).body.total_count, before);
  });

  test('400 once the contest is over', async () => {
    const own = await createContest(market);
    const winner = await createWork(market, own);
    const other = await createWork(market, own);
    await market.user.put(own, { winner: { gid: gidOf(winner) } });
    const answers = [
      await market.admin.put(other, { description: 'Better' }),
      await market.admin.delete(other),
      await market.admin.post('/v1/works', {
        project: { gid: gidOf(own) },
        worker: { gid: gidOf(await createWorker(market)) },
      }),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400],
    );
  });

  test('403 for everybody but admins', async () => {
    const href = await createWork(market, contest);
    for (const client of [market.user, market.manager]) {
      const answers = [
        await client.post('/v1/works', { project: { gid: gidOf(contest) }, worker: { gid: newGid() } }),
        await client.put(href, { description: 'Mine' }),
        await client.delete(href),
      ];
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.error.message]),
        ['create', 'update', 'delete'].map((verb) => [403, `Your are not authorized to ${verb} work`]),
      );
    }
  });

  test('404 hides works of projects that the caller may not see', async () => {
    const href = await createWork(market, contest);
    const foreign = await openMarket(ordering);
    const colleague = await ordering.signIn({ memberOf: [market.organization] });
    for (const client of [foreign.user, foreign.manager, colleague]) {
      const answers = [await client.get(href), await client.put(href, { description: 'x' }), await client.delete(href)];
      for (const { status, body } of answers) assert.deepEqual([status, body.error.message], [404, 'Could not find this work']);
      assert.deepEqual((await client.get('/v1/works')).body, { total_count: 0, items: [] });
    }
    assert.equal((await market.manager.get(href)).status, 200);
    assert.equal((await market.admin.get('/v1/works/x')).status, 404);
    assert.equal((await market.admin.put(`/v1/works/${newGid()}`, {})).status, 404);
  });

  test('the list takes every filter of the contract and shows no texts', async () => {
    const own = await createContest(market);
    const worker = await createWorker(market);
    const first = await createWork(market, own, { worker: { gid: gidOf(worker) } });
    const variation = await createWork(market, own, { parent: { gid: gidOf(first) } });
    const other = await createWork(market, own);
    await market.user.put(own, { winner: { gid: gidOf(other) } });
    const inOwn = ['project.gid', '==', gidOf(own)];
    const find = async (expression: unknown[]) => {
      const { body } = await market.user.get('/v1/works', {
        parameters: { query: [inOwn, expression], orderBy: 'created_at', sort: 'asc' },
      });
      assert.equal(body.total_count, body.items.length);
      return body.items.map(({ href }: { href: string }) => href);
    };

    assert.deepEqual(await find(inOwn), [first, variation, other]);
    assert.deepEqual(await find(['worker.gid', '==', gidOf(worker)]), [first]);
    assert.deepEqual(await find(['won_at', '!=', null]), [other]);
    assert.deepEqual(await find(['won_at', '==', null]), [first, variation]);
    assert.deepEqual(await find(['parent', '==', null]), [first, other]);
    assert.deepEqual(await find(['parent.gid', '==', gidOf(first)]), [variation]);
    assert.deepEqual(await find(['gid', 'in', [gidOf(first), gidOf(other)]]), [first, other]);
    assert.deepEqual(await find(['created_at', '>', '2020-01-01T00:00:00Z']), [first, variation, other]);
    const { items } = (await market.user.get('/v1/works', { parameters: { query: inOwn } })).body;
    assert.ok(items.every((item: object) => !('content' in item) && !('description' in item)));
  });
});
