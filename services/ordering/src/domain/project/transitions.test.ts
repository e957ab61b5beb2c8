import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gidOf, type ApiClient } from '@partner-ordering/testing';
import type { ProjectState, ProjectStatus } from '../../../generated/models.ts';
import {
  createContest,
  createConversation,
  createRequest,
  createWork,
  createWorker,
  openMarket,
  sharedOrdering,
  type Market,
} from '../../fixtures/test-ordering.ts';

// transitions.unit.test.ts tells who may do what; here each way in which an order changes is gone once, by the request that asks for it.

type Ask = (client: ApiClient, href: string, market: Market) => Promise<{ status: number }>;

const offer = { state: 'proposal', price: { amount: 480, currency: 'EUR' }, options: { due: 7, mode: 'solo' } };
const put =
  (body: object): Ask =>
  (client, href) =>
    client.put(href, body);
const answer =
  (type: string): Ask =>
  (client, href) =>
    client.post(`${href}/messages`, { message: '', type });
const asks = {
  edit: put({ title: 'Another title' }),
  delete: (client, href) => client.delete(href),
  publish: put({ state: 'published' }),
  request_proposal: put({ state: 'waiting_for_proposal' }),
  propose: put(offer),
  withdraw: put({ state: 'draft' }),
  choose_winner: async (client, href, { admin }) => {
    const { items } = (await admin.get('/v1/works', { parameters: { query: ['project.gid', '==', gidOf(href)] } })).body;
    return client.put(href, { winner: { gid: items[0].gid } });
  },
  assign: async (client, href, market) => client.put(href, { worker: { gid: gidOf(await createWorker(market)) } }),
  deliver: async (client, href, { admin }) => {
    const { gid } = (await admin.get(href)).body.worker;
    return client.post(`${href}/messages`, { message: 'Here', type: 'delivery', worker: { gid } });
  },
  reject: answer('reject'),
  accept: answer('accept'),
  cancel: put({ status: 'canceled' }),
  settle: put({ status: 'paid' }),
} satisfies Record<string, Ask>;

const conversation = async (market: Market) => (await createConversation(market)).href;
/** What a command makes of an order. */
const then =
  (make: (market: Market) => Promise<string>, ask: Ask, by: 'user' | 'admin' = 'user') =>
  async (market: Market): Promise<string> => {
    const href = await make(market);
    await ask(market[by], href, market);
    return href;
  };
const overBudget = (make: (market: Market) => Promise<string>) => async (market: Market) => {
  await market.setBudget(0);
  const href = await make(market);
  await market.setBudget(null);
  return href;
};
const proposal = then(createRequest, asks.propose, 'admin');
const makes = {
  draft: (market: Market) => market.user.create('/v1/projects', market.order()),
  'draft of a request': then(createRequest, asks.withdraw),
  'request that waits': createRequest,
  proposal,
  'order to approve': overBudget(createContest),
  'proposal to approve': overBudget(then(proposal, asks.publish)),
  contest: createContest,
  'contest with a work': async (market: Market) => {
    const href = await createContest(market);
    await createWork(market, href);
    return href;
  },
  conversation,
  'conversation with a delivery': then(conversation, asks.deliver, 'admin'),
  'canceled contest': then(createContest, asks.cancel),
};

type Step = [by: 'user' | 'manager' | 'admin', command: keyof typeof asks, of: keyof typeof makes];
const [running, finished] = [
  ['published', 'in_progress'],
  ['published', 'finished'],
] as const;
const allowed: [...Step, to: readonly [ProjectState, ProjectStatus] | null][] = [
  ['user', 'edit', 'draft', ['draft', 'draft']],
  ['user', 'delete', 'draft', null],
  ['user', 'publish', 'draft', running],
  ['user', 'request_proposal', 'draft of a request', ['waiting_for_proposal', 'draft']],
  ['user', 'withdraw', 'request that waits', ['draft', 'draft']],
  ['user', 'delete', 'request that waits', null],
  ['admin', 'propose', 'request that waits', ['proposal', 'draft']],
  ['admin', 'propose', 'proposal', ['proposal', 'draft']],
  ['user', 'publish', 'proposal', running],
  ['user', 'request_proposal', 'proposal', ['waiting_for_proposal', 'draft']],
  ['user', 'withdraw', 'proposal', ['draft', 'draft']],
  ['manager', 'publish', 'order to approve', running],
  ['manager', 'publish', 'proposal to approve', running],
  ['user', 'withdraw', 'order to approve', ['draft', 'draft']],
  ['user', 'withdraw', 'proposal to approve', ['proposal', 'draft']],
  ['user', 'delete', 'order to approve', null],
  ['admin', 'assign', 'conversation', running],
  ['admin', 'deliver', 'conversation', running],
  ['user', 'reject', 'conversation with a delivery', running],
  ['user', 'accept', 'conversation with a delivery', finished],
  ['manager', 'choose_winner', 'contest with a work', finished],
  ['user', 'cancel', 'contest', ['published', 'canceled']],
  ['admin', 'cancel', 'contest with a work', ['published', 'canceled']],
];
const refused: [status: 400 | 403, ...Step][] = [
  [400, 'admin', 'settle', 'contest'],
  [400, 'user', 'publish', 'draft of a request'],
  [400, 'user', 'cancel', 'contest with a work'],
  [400, 'admin', 'publish', 'canceled contest'],
  [400, 'admin', 'edit', 'contest'],
  [403, 'admin', 'delete', 'contest'],
  [403, 'user', 'publish', 'order to approve'],
  [403, 'manager', 'propose', 'request that waits'],
  [403, 'manager', 'assign', 'conversation'],
  [403, 'manager', 'deliver', 'conversation'],
];

describe('transitions', () => {
  let market: Market;
  before(async () => {
    market = await openMarket(await sharedOrdering(), { test: true });
  });

  for (const [by, command, of, to] of allowed)
    test(`204 answers ${command} by ${by} on a ${of}, which is ${to?.join(', ') ?? 'gone'}`, async () => {
      const href = await makes[of](market);
      const { status } = await asks[command](market[by], href, market);

      assert.ok([201, 204].includes(status), String(status));
      const { status: found, body } = await market.admin.get(href);
      assert.deepEqual(found === 404 ? null : [body.state, body.status], to);
    });

  for (const [status, by, command, of] of refused)
    test(`${status} answers ${command} by ${by} on a ${of}, and nothing changes`, async () => {
      const href = await makes[of](market);
      const before = (await market.admin.get(href)).body;
      assert.equal((await asks[command](market[by], href, market)).status, status);
      assert.deepEqual((await market.admin.get(href)).body, before);
    });

  test('a paid receipt settles what is finished, and changes nothing of what is not', async () => {
    const [won, open] = [await then(makes['contest with a work'], asks.choose_winner)(market), await createContest(market)];
    for (const href of [won, open]) await market.settle(href);
    const states = await Promise.all([won, open].map(async (href) => (await market.admin.get(href)).body.status));
    assert.deepEqual(states, ['paid', 'in_progress']);
  });
});
