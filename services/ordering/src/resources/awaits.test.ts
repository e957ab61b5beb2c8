import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ProjectAwaits } from '../../generated/models.ts';
import { gidOf, type ApiClient, type TestService } from '@partner-ordering/testing';
import {
  createContest,
  createConversation,
  createRequest,
  createWork,
  openMarket,
  sharedOrdering,
  type Market,
} from '../fixtures/test-ordering.ts';

/** A way of an order: each step, whom the order awaits then, and whether the customer waits for an answer. */
type Step = [what: string, step: () => Promise<unknown>, awaits: ProjectAwaits | null, isUnanswered?: boolean];

describe('awaits of projects', () => {
  let ordering: TestService;
  let market: Market;
  let people: Record<string, ApiClient & { gid: string }>;
  let href: string;
  let worker: string;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering, { creditLimit: 1_000_000 });
    const { user, manager, admin, organization } = market;
    const [guest, colleague] = [await ordering.signIn({ memberOf: [organization] }), await ordering.signIn({ memberOf: [organization] })];
    people = { user, manager, admin, guest, colleague };
  });

  const done = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    assert.ok(status < 300, JSON.stringify(body));
  };
  const put = (who: 'user' | 'manager' | 'admin', body: object) => done(people[who]!.put(href, body));
  const post = (who: string, type = 'simple', changes = {}) =>
    done(people[who]!.post(`${href}/messages`, { message: 'So', type, ...changes }));
  const deliver = () => post('admin', 'delivery', { worker: { gid: worker } });
  const share = () => done(market.user.post(`${href}/shared_with`, { user: { gid: people['guest']!.gid } }));
  const found = async (who: ApiClient, ...query: unknown[]) => {
    const parameters = { query: [['gid', '==', gidOf(href)], ...query] };
    const [{ body: list }, { body: count }] = [
      await who.get('/v1/projects', { parameters }),
      await who.get('/v1/projects/total_count', { parameters }),
    ];
    assert.equal(list.total_count, count.total_count);
    assert.equal(list.items.length, list.total_count);
    return list.total_count === 1;
  };
  const findersOf = async (...query: unknown[]) => {
    const finders = [];
    for (const [name, client] of Object.entries(people)) if (await found(client, ...query)) finders.push(name);
    return finders;
  };
  const finders = { owner: ['user'], approver: ['manager'], staff: ['admin'] };
  const proposal = { state: 'proposal', price: { amount: 480, currency: 'EUR' }, options: { due: 5, mode: 'solo' } };
  const works: string[] = [];

  const ways: Record<string, Step[]> = {
    'a request and its proposal': [
      ['is sent', async () => (href = await createRequest(market)), 'staff'],
      ['is asked about', () => post('admin'), 'owner'],
      ['is answered', () => post('user'), 'staff', true],
      ['is proposed', () => put('admin', proposal), 'owner'],
      ['is doubted', () => post('user'), 'owner', true],
      ['is sent back', () => put('user', { state: 'waiting_for_proposal', message: 'Less' }), 'staff'],
      ['is proposed again', () => put('admin', proposal), 'owner'],
      ['is taken back', () => put('user', { state: 'draft', message: 'Too much' }), null],
      ['is sent again', () => put('user', { state: 'waiting_for_proposal' }), 'staff'],
      ['is taken back by a manager', () => put('manager', { state: 'draft' }), 'owner'],
      ['is sent a third time', () => put('user', { state: 'waiting_for_proposal' }), 'staff'],
      ['is proposed at last', () => put('admin', proposal), 'owner'],
      ['exceeds the budget', async () => (await market.setBudget(0), put('user', { state: 'published' })), 'approver'],
      ['is asked about by the owner', () => post('user'), 'approver', true],
      ['is taken back from approval', () => put('user', { state: 'proposal' }), 'owner', true],
      ['is accepted', async () => (await market.setBudget(null), put('user', { state: 'published' })), 'staff', true],
      ['is canceled', () => put('user', { status: 'canceled' }), null],
    ],
    'an order of a product that is approved': [
      ['is a draft', async () => (href = await market.user.create('/v1/projects', market.order())), null],
      ['exceeds the budget', async () => (await market.setBudget(0), put('user', { state: 'published' })), 'approver'],
      ['is taken back', () => put('user', { state: 'draft' }), null],
      ['exceeds it again', () => put('user', { state: 'published' }), 'approver'],
      ['is sent back', () => put('manager', { state: 'draft' }), 'owner'],
      ['is changed', () => put('user', { title: 'Another title' }), 'owner'],
      ['is placed again', () => put('user', { state: 'published' }), 'approver'],
      ['is approved', async () => (await market.setBudget(null), put('manager', { state: 'published' })), null],
    ],
    'a contest': [
      ['begins', async () => (href = await createContest(market)), null],
      ['is shared', share, null],
      ['gets a work', async () => works.push(await createWork(market, href)), 'owner'],
      ['gets another', async () => works.push(await createWork(market, href)), 'owner'],
      ['is asked about', () => post('user'), 'owner', true],
      ['loses a work', () => done(market.admin.delete(works.pop()!)), 'owner', true],
      ['loses all works', () => done(market.admin.delete(works.pop()!)), 'staff', true],
      ['is answered', () => post('admin'), 'owner'],
      ['is answered by the customer', () => post('user'), 'staff', true],
      ['gets the last work', async () => works.push(await createWork(market, href)), 'owner', true],
      ['has a winner', () => put('user', { winner: { gid: gidOf(works[0]!) } }), null],
      ['is written to after the end', () => post('user'), null],
      ['is paid', () => market.settle(href), null],
    ],
    'a conversation': [
      ['has a worker', async () => void ({ href, worker } = await createConversation(market)), null],
      ['is asked about by the worker', () => post('admin', 'simple', { worker: { gid: worker } }), 'owner'],
      ['is answered', () => post('manager'), 'staff', true],
      ['gets a delivery', deliver, 'owner'],
      ['gets another', deliver, 'owner'],
      ['is asked about', () => post('user'), 'owner', true],
      ['has the latest delivery rejected', () => post('user', 'reject'), 'owner', true],
      ['has all deliveries rejected', () => post('user', 'reject'), 'staff', true],
      ['gets a third one', deliver, 'owner'],
      ['has it accepted', () => post('user', 'accept'), null],
    ],
  };

  for (const [way, steps] of Object.entries(ways))
    test(`200: ${way} awaits at each step the one who finds it by "me", and nobody else`, async () => {
      for (const [what, step, awaits, isUnanswered = false] of steps) {
        await step();
        assert.equal((await market.user.get(href)).body.awaits, awaits, what);
        assert.deepEqual(await findersOf(['awaits', '==', 'me']), awaits === null ? [] : finders[awaits], what);
        assert.deepEqual(await found(market.admin, ['awaits', '==', awaits]), true, what);
        assert.deepEqual(await found(market.admin, ['awaits_answer', '==', true]), isUnanswered, what);
      }
    });

  test('200: managers find by "me" what awaits an owner who has left, is disabled, or is no person, but no draft', async () => {
    const draft = await createRequest(market);
    await done(market.manager.put(draft, { state: 'draft' }));
    const contest = await createContest(market);
    await createWork(market, contest);
    const [type, key] = ['principal', market.user.gid];
    const { state } = (await ordering.state<object>(type, key))!;
    const lost = [{ memberships: [] }, { is_enabled: false }, { is_technical: true }].map((changes) => ({ ...state, ...changes }));
    for (const now of [...lost, null, state]) {
      await ordering.follow({ type, key, state: now });
      for (href of [contest, draft])
        assert.equal(await found(market.manager, ['awaits', '==', 'me']), href === contest && now !== state, JSON.stringify(now));
    }
  });

  test('200: "me" stands beside other expressions, in lists of values, negated and on later pages', async () => {
    const own = await openMarket(ordering, { creditLimit: 1_000_000 });
    const hrefs = [await createContest(own), await createContest(own), await createContest(own), await createRequest(own)];
    for (const contest of hrefs.slice(0, 3)) await createWork(own, contest);
    const list = async (parameters: object) => {
      const { body } = await own.user.get('/v1/projects', { parameters: { orderBy: 'created_at', sort: 'asc', ...parameters } });
      return [body.total_count, body.items.map((item: { href: string }) => hrefs.indexOf(item.href))];
    };
    assert.deepEqual(await list({ query: ['awaits', '==', 'me'], offset: 1, limit: 1 }), [3, [1]]);
    assert.deepEqual(await list({ query: ['awaits', '==', 'me'], sort: 'desc' }), [3, [2, 1, 0]]);
    assert.deepEqual(
      await list({
        query: [
          ['awaits', '==', 'me'],
          ['gid', '==', gidOf(hrefs[2]!)],
        ],
      }),
      [1, [2]],
    );
    assert.deepEqual(
      await list({
        query: [
          'OR',
          [
            ['awaits', '==', 'me'],
            ['state', '==', 'waiting_for_proposal'],
          ],
        ],
      }),
      [4, [0, 1, 2, 3]],
    );
    assert.deepEqual(await list({ query: ['awaits', 'in', ['me', 'staff']] }), [4, [0, 1, 2, 3]]);
    assert.deepEqual(await list({ query: ['awaits', '!=', 'me'] }), [1, [3]]);
  });

  test('400 refuses a sixth comparison of text or with "me"; equal ones count once', async () => {
    const codes = async (query: unknown[]) => {
      const { status, body } = await market.user.get('/v1/projects', { parameters: { query } });
      return [status, ...(body.error?.details ?? []).map((detail: { code: string }) => detail.code)];
    };
    const texts = ['a', 'b', 'c', 'd'].map((part) => ['short_code', '~=', part]);
    const turn = ['awaits', '!=', 'me'];
    assert.deepEqual(await codes([...texts, ...Array.from({ length: 46 }, () => turn)]), [200]);
    assert.deepEqual(await codes([...texts, turn, ['awaits', 'in', ['me', null]]]), [400, 'too_expensive']);
    assert.deepEqual(await codes([...texts, turn, ['awaits', 'in', ['staff', null]]]), [200]);
  });

  test('200: "awaits_result" finds orders in progress without a delivery to answer, also after a message of staff', async () => {
    ({ href, worker } = await createConversation(market));
    const steps = [() => post('admin'), deliver, () => post('user', 'reject'), () => put('admin', { status: 'canceled' })];
    const isFound = [];
    for (const step of steps) {
      await step();
      isFound.push(await found(market.admin, ['awaits_result', '==', true]));
    }
    assert.deepEqual(isFound, [true, false, true, false]);
  });

  test('400 names the values of awaits', async () => {
    const { status, body } = await market.user.get('/v1/projects', { parameters: { query: ['awaits', '==', 'customer'] } });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body.error.details), /awaits.*owner.*approver.*staff.*me/);
  });
});
