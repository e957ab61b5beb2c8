import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type ApiClient, type TestService } from '@partner-ordering/testing';
import type { ProjectAction } from '../../generated/models.ts';
import {
  createContest,
  createConversation,
  createRequest,
  createWork,
  createWorker,
  openMarket,
  sharedOrdering,
  type Market,
} from '../fixtures/test-ordering.ts';

/** A project in some situation, with what its requests name. */
interface Situation {
  href: string;
  worker?: string;
  work?: string;
}

interface Row {
  make: () => Promise<Situation>;
  owner: readonly ProjectAction[];
  /** What managers may besides, and admins besides managers. */
  manager?: readonly ProjectAction[];
  admin?: readonly ProjectAction[];
}

describe('the actions of a project', () => {
  let ordering: TestService;
  let market: Market;
  let colleague: ApiClient & { gid: string };
  let stranger: ApiClient;
  let idle: string;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering, { creditLimit: 1_000_000 });
    colleague = await ordering.signIn({ memberOf: [market.organization] });
    stranger = await ordering.signIn({ memberOf: [market.organization] });
    idle = gidOf(await createWorker(market));
  });

  const options = { due: 5, mode: 'solo' };
  const proposal = { state: 'proposal', price: { amount: 480, currency: 'EUR' }, options };
  const done = async (answer: Promise<{ status: number }>) => assert.ok((await answer).status < 300);
  const draft = async (changes?: object) => ({ href: await market.user.create('/v1/projects', market.order(changes)) });
  const asked = async () => ({ href: await createRequest(market) });
  const proposed = async () => {
    const { href } = await asked();
    await done(market.admin.put(href, proposal));
    return { href };
  };
  const deferred = async ({ href }: Situation) => {
    await market.setBudget(0);
    await done(market.user.put(href, { state: 'published' }));
    await market.setBudget(null);
    return { href };
  };
  const contest = async () => {
    const href = await createContest(market);
    return { href, work: gidOf(await createWork(market, href)) };
  };
  const message = (client: ApiClient, { href, worker }: Situation, type: string) =>
    client.post(`${href}/messages`, { message: 'So', type, ...(type === 'delivery' && { worker: { gid: worker ?? newGid() } }) });
  const conversation = async (...types: string[]) => {
    const situation = await createConversation(market);
    for (const type of types) await done(message(type === 'delivery' ? market.admin : market.user, situation, type));
    return situation;
  };
  const canceled = async () => {
    const { href } = await conversation();
    await done(market.user.put(href, { status: 'canceled' }));
    return { href };
  };
  const paid = async () => {
    const situation = await conversation('delivery', 'accept');
    await market.settle(situation.href);
    return situation;
  };

  const rows: Record<string, Row> = {
    'a draft of a product': { make: () => draft(), owner: ['edit', 'delete', 'publish'] },
    'a draft of a request': {
      make: () => draft({ product: null, options: null, price: null }),
      owner: ['edit', 'delete', 'request_proposal'],
    },
    'what waits for a proposal': { make: asked, owner: ['delete', 'withdraw'], admin: ['propose'] },
    'a proposal': { make: proposed, owner: ['delete', 'publish', 'request_proposal', 'withdraw'], admin: ['propose'] },
    'a product to approve': { make: async () => deferred(await draft()), owner: ['delete', 'withdraw'], manager: ['launch'] },
    'a request to approve': { make: async () => deferred(await proposed()), owner: ['delete', 'withdraw'], manager: ['launch'] },
    'a contest': { make: async () => ({ href: await createContest(market) }), owner: ['cancel'] },
    'a contest with a work': { make: contest, owner: ['choose_winner'], admin: ['cancel'] },
    'a conversation without a worker': {
      make: () => draft({ options, price: { amount: 200 }, state: 'published' }),
      owner: ['cancel'],
      admin: ['assign'],
    },
    'a conversation': { make: () => conversation(), owner: ['cancel'], admin: ['assign', 'deliver'] },
    'a conversation with a delivery': {
      make: () => conversation('delivery'),
      owner: ['reject', 'accept'],
      admin: ['assign', 'deliver', 'cancel'],
    },
    'a conversation with a rejected delivery': {
      make: () => conversation('delivery', 'reject'),
      owner: [],
      admin: ['assign', 'deliver', 'cancel'],
    },
    'what is finished': { make: () => conversation('delivery', 'accept'), owner: [] },
    'what is paid': { make: paid, owner: [] },
    'what is canceled': { make: canceled, owner: [] },
  };

  /** The request of each action; `launch` has that of `publish`. */
  const requests: Record<Exclude<ProjectAction, 'launch'>, (client: ApiClient, of: Situation) => Promise<{ status: number }>> = {
    edit: (client, { href }) => client.put(href, { title: 'Another' }),
    delete: (client, { href }) => client.delete(href),
    publish: (client, { href }) => client.put(href, { state: 'published' }),
    request_proposal: (client, { href }) => client.put(href, { state: 'waiting_for_proposal' }),
    propose: (client, { href }) => client.put(href, proposal),
    withdraw: (client, { href }) => client.put(href, { state: 'draft' }),
    assign: (client, { href, worker }) => client.put(href, { worker: { gid: worker ?? idle } }),
    deliver: (client, of) => message(client, of, 'delivery'),
    reject: (client, of) => message(client, of, 'reject'),
    accept: (client, of) => message(client, of, 'accept'),
    choose_winner: (client, { href, work }) => client.put(href, { winner: { gid: work ?? newGid() } }),
    cancel: (client, { href }) => client.put(href, { status: 'canceled' }),
  };
  /** What a request carries out in other states. */
  const otherwise: Partial<Record<ProjectAction, ProjectAction>> = { publish: 'launch', withdraw: 'edit' };

  for (const [name, { make, owner, manager = [], admin = [] }] of Object.entries(rows))
    test(`${name} shows each role what it may do, and no other request succeeds`, async () => {
      const situation = await make();
      const { href } = situation;
      await market.user.create(`${href}/shared_with`, { user: { gid: colleague.gid } });
      const roles: [ApiClient, readonly ProjectAction[]][] = [
        [colleague, []],
        [market.user, owner],
        [market.manager, [...owner, ...manager]],
        [market.admin, [...owner, ...manager, ...admin]],
      ];
      assert.equal((await stranger.get(href)).status, 404);
      for (const [client, expected] of roles) {
        const { actions } = (await client.get(href)).body as { actions: ProjectAction[] };
        assert.deepEqual(actions.toSorted(), expected.toSorted());
        for (const [action, send] of Object.entries(requests) as [keyof typeof requests, (typeof requests)['edit']][]) {
          const succeeds = actions.includes(action) || actions.includes(otherwise[action] ?? action);
          const { status } = await send(client, succeeds ? await make() : situation);
          assert.equal(status < 300, succeeds, `${action}: ${status}`);
          if (!succeeds) assert.ok(status === 400 || status === 403, `${action}: ${status}`);
        }
      }
    });

  test('200, not 304, for whoever may do something else, although the project has not changed', async () => {
    const href = await createContest(market);
    const ask = (client: ApiClient, { headers }: { headers: Headers }) =>
      client.get(href, { headers: { 'if-none-match': headers.get('etag')! } });
    const first = await market.user.get(href);
    assert.equal((await ask(market.user, first)).status, 304);
    await createWork(market, href);

    const second = await ask(market.user, first);
    assert.deepEqual([second.status, second.body], [200, { ...first.body, actions: ['choose_winner'] }]);
    const third = await ask(market.admin, second);
    assert.deepEqual([third.status, third.body], [200, { ...first.body, actions: ['choose_winner', 'cancel'] }]);
  });
});
