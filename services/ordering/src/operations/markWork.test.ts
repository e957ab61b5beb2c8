import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gidOf, type ApiClient } from '@partner-ordering/testing';
import { createContest, createWork, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

type Person = Market['user'];

describe('mark of a work', () => {
  let market: Market;
  let colleague: Person;
  let stranger: Person;
  /** An admin who manages the organization. */
  let chief: Person;
  let contest: string;
  let work: string;
  let other: string;
  before(async () => {
    const ordering = await sharedOrdering();
    market = await openMarket(ordering);
    const { organization } = market;
    colleague = await ordering.signIn({ memberOf: [organization] });
    stranger = await ordering.signIn({ memberOf: [organization] });
    chief = await ordering.signIn({ roles: ['admin'], manages: [organization] });
    contest = await createContest(market);
    [work, other] = [await createWork(market, contest), await createWork(market, contest)];
    await market.user.create(`${contest}/shared_with`, { user: { gid: colleague.gid } });
  });

  const mark = (client: ApiClient, of: string, value: unknown) => client.put(`${of}/mark`, { mark: value });
  const found = async (client: ApiClient, ...comparison: unknown[]) => {
    const expression = ['mark', ...comparison];
    const query = JSON.stringify([['project.gid', '==', gidOf(contest)], expression]);
    const { body } = await client.get(`/v1/works?sort=asc&query=${encodeURIComponent(query)}`);
    return body.items.map(({ href, mark: shown }: { href: string; mark: string | null }) => [href, shown]);
  };

  test('204 shows the mark to owner and managers, who find it; for everybody else nothing changes', async () => {
    const everything = async (client: ApiClient) => {
      const [one, list] = [await client.get(work), await client.get(`/v1/works?query=["project.gid","==","${gidOf(contest)}"]`)];
      return [one.body, one.headers.get('etag'), list.body, list.headers.get('etag')];
    };
    const before = [await everything(colleague), await everything(market.admin)];
    const { modified_at: changedAt } = (await market.user.get(work)).body;
    assert.equal((await mark(market.user, work, 'shortlist')).status, 204);
    assert.equal((await mark(market.manager, other, 'out')).status, 204);

    for (const client of [market.user, market.manager, chief]) {
      assert.deepEqual([(await client.get(work)).body.mark, (await client.get(other)).body.mark], ['shortlist', 'out']);
      assert.deepEqual(await found(client, '==', 'shortlist'), [[work, 'shortlist']]);
      assert.deepEqual(await found(client, '!=', 'shortlist'), [[other, 'out']]);
      assert.deepEqual(await found(client, '==', null), []);
    }
    assert.equal((await market.user.get(work)).body.modified_at, changedAt);

    const unmarked = [work, other].map((href) => [href, null]);
    for (const client of [colleague, market.admin]) {
      for (const comparison of [
        ['==', 'shortlist'],
        ['in', ['shortlist', 'out']],
        ['!=', null],
      ])
        assert.deepEqual(await found(client, ...comparison), []);
      for (const comparison of [
        ['!=', 'shortlist'],
        ['!in', ['out']],
        ['==', null],
      ])
        assert.deepEqual(await found(client, ...comparison), unmarked);
    }
    assert.deepEqual([await everything(colleague), await everything(market.admin)], before);

    assert.equal((await mark(market.user, work, null)).status, 204);
    assert.equal((await market.manager.get(work)).body.mark, null);
  });

  test('403 for an admin and for whom the project is shared with, 404 for a stranger, 400 for another mark', async () => {
    for (const client of [market.admin, colleague])
      for (const value of ['shortlist', null]) assert.equal((await mark(client, work, value)).status, 403);
    assert.equal((await mark(stranger, work, 'shortlist')).status, 404);
    for (const body of [{}, { mark: 'winner' }, { mark: '' }]) {
      const { status, body: answer } = await market.user.put(`${work}/mark`, body);
      assert.deepEqual([status, answer.error.details[0].path], [400, 'mark']);
    }
    assert.equal((await market.user.get(work)).body.mark, null);
  });

  test('400 names the project after its end, where the mark stays and may be sent again', async () => {
    const project = await createContest(market);
    const winner = await createWork(market, project);
    await mark(market.user, winner, 'shortlist');
    assert.equal((await market.user.put(project, { winner: { gid: gidOf(winner) } })).status, 204);

    for (const value of ['out', null]) {
      const { status, body } = await mark(market.user, winner, value);
      assert.deepEqual([status, body.error.details[0].path, body.error.details[0].code], [400, 'project', 'not_a_running_contest']);
    }
    assert.equal((await mark(market.user, winner, 'shortlist')).status, 204);
    assert.equal((await market.user.get(winner)).body.mark, 'shortlist');
  });
});
