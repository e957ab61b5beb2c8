import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type TestService } from '@partner-ordering/testing';
import { createContest, createWork, createWorker, openMarket, sharedOrdering, type Market } from '../../fixtures/test-ordering.ts';

describe('winner', () => {
  let ordering: TestService;
  let market: Market;
  let worker: { gid: string };
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
    worker = { gid: gidOf(await createWorker(market)) };
  });

  const work = (project: string) => createWork(market, project, { worker });
  const pathsOf = (body: { error: { details: { path: string }[] } }) => body.error.details.map(({ path }) => path);

  test("400 refuses an unknown work, another project's and another field beside it, and changes nothing", async () => {
    const project = await createContest(market);
    const own = await work(project);
    const elsewhere = await work(await createContest(market));
    const foreign = await openMarket(ordering);
    const hidden = await createWork(market, await createContest(foreign), { worker });
    const before = (await market.user.get(project)).body;
    const refusals: [object, string][] = [
      [{ winner: { gid: newGid() } }, 'winner.gid'],
      [{ winner: { gid: 'x' } }, 'winner.gid'],
      [{ winner: { gid: gidOf(elsewhere) } }, 'winner.gid'],
      [{ winner: { gid: gidOf(hidden) } }, 'winner.gid'],
      [{ winner: { gid: gidOf(own) }, title: 'Else' }, 'winner'],
      [{ winner: 5 }, 'winner'],
    ];
    for (const [change, path] of refusals) {
      const { status, body } = await market.user.put(project, change);
      assert.equal(status, 400, JSON.stringify(change));
      assert.deepEqual(pathsOf(body), [path]);
    }
    assert.deepEqual((await market.user.get(project)).body, before);
    assert.equal((await market.user.get(elsewhere)).body.won_at, null);
  });

  test('400 to the owner, 204 to an admin who cancels after the first work, though it is deleted again', async () => {
    const project = await createContest(market);
    await market.admin.delete(await work(project));
    for (const client of [market.user, market.manager]) {
      const { status, body } = await client.put(project, { status: 'canceled' });
      assert.equal(status, 400);
      assert.deepEqual(pathsOf(body), ['status']);
    }
    assert.equal((await market.admin.put(project, { status: 'canceled' })).status, 204);
  });
});
