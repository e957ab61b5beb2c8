import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type TestService } from '@partner-ordering/testing';
import {
  createContest,
  createConversation,
  createWork,
  createWorker,
  openMarket,
  sharedOrdering,
  type Market,
} from '../fixtures/test-ordering.ts';

describe('createReview', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const marks = { quality: 5, reactivity: 4, communicativeness: 3, work_with_again: 1 };
  const finished = async () => {
    const [project, worker] = [await createContest(market), await createWorker(market)];
    const work = await createWork(market, project, { worker: { gid: gidOf(worker) } });
    await market.user.put(project, { winner: { gid: gidOf(work) } });
    return { project, worker, review: { project: { gid: gidOf(project) }, worker: { gid: gidOf(worker) }, ...marks } };
  };
  const pathsOf = (body: { error: { details: { path: string }[] } }) => [...new Set(body.error.details.map(({ path }) => path))].toSorted();

  test('201 reviews the assigned worker of an accepted conversation', async () => {
    const { href, worker } = await createConversation(market);
    const review = { project: { gid: gidOf(href) }, worker: { gid: worker }, ...marks };
    await market.admin.create(`${href}/messages`, { message: 'Here it is', type: 'delivery', worker: { gid: worker } });
    assert.equal((await market.user.post('/v1/reviews', review)).status, 400);

    await market.user.create(`${href}/messages`, { message: 'Thank you', type: 'accept' });
    assert.equal((await market.user.post('/v1/reviews', review)).status, 201);
  });

  test('400 refuses a second review of a project by anyone, also a concurrent one', async () => {
    const { review } = await finished();
    const answers = await Promise.all([market.user, market.manager, market.admin].map((client) => client.post('/v1/reviews', review)));

    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400]);
    assert.deepEqual(pathsOf(answers.find(({ status }) => status === 400)!.body), ['project.gid']);
  });

  test('400 refuses reviews before the finish, of another worker, and with a blank comment', async () => {
    const { review } = await finished();
    const running = await createContest(market);
    const loser = gidOf(await createWorker(market));
    const refusals: [object, string[]][] = [
      [{ project: { gid: gidOf(running) } }, ['project.gid']],
      [{ project: { gid: newGid() } }, ['project.gid']],
      [{ worker: { gid: loser } }, ['worker.gid']],
      [{ worker: { gid: 'x' } }, ['worker.gid']],
      [{ comment: ' ' }, ['comment']],
    ];
    for (const [changes, paths] of refusals) {
      const { status, body } = await market.user.post('/v1/reviews', { ...review, ...changes });
      assert.equal(status, 400, JSON.stringify(changes));
      assert.deepEqual(pathsOf(body), paths);
    }
    const listed = async () =>
      (await market.user.get('/v1/reviews', { parameters: { query: ['project.gid', 'in', [review.project.gid, gidOf(running)]] } })).body
        .total_count;
    assert.equal(await listed(), 0);
    assert.equal((await market.user.post('/v1/reviews', review)).status, 201);
    assert.equal(await listed(), 1);
  });

  test('404 hides the works and the review of a project from a colleague, whose lists omit them', async () => {
    const colleague = await ordering.signIn({ memberOf: [market.organization] });
    const { project, review } = await finished();
    const href = await market.user.create('/v1/reviews', review);
    const { winner } = (await market.user.get(project)).body;
    for (const path of [href, winner.href]) {
      assert.deepEqual([(await colleague.get(path)).status, (await market.manager.get(path)).status], [404, 200], path);
    }
    for (const list of ['/v1/works', '/v1/reviews']) assert.equal((await colleague.get(list)).body.total_count, 0, list);
  });

  test('403 refuses a review by a user with whom the project is shared, who does not see its review either', async () => {
    const { project, review } = await finished();
    const friend = await ordering.signIn({ memberOf: [market.organization] });
    await market.user.create(`${project}/shared_with`, { user: { gid: friend.gid } });

    assert.equal((await friend.get(project)).status, 200);
    const { status, body } = await friend.post('/v1/reviews', review);
    assert.deepEqual([status, body.error.message], [403, 'Your are not authorized to create review']);
    const href = await market.user.create('/v1/reviews', review);
    assert.equal((await friend.get(href)).status, 404);
    assert.equal((await friend.get('/v1/works', { parameters: { query: ['project.gid', '==', gidOf(project)] } })).body.total_count, 1);
  });
});
