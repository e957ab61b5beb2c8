import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type ApiClient, type TestService } from '@partner-ordering/testing';
import type { ProjectState } from '../../../generated/models.ts';
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
import { transitions, type Role, type Command, type guards, type OrderKind } from './transitions.ts';

type Asked = Exclude<Command, 'defer'>;
type Guard = keyof typeof guards;

const offer = { state: 'proposal', price: { amount: 480, currency: 'EUR' }, options: { due: 7, mode: 'solo' } };
const answerWith =
  (type: string) =>
  (client: ApiClient, href: string): Promise<{ status: number }> =>
    client.post(`${href}/messages`, { message: '', type });

/** The request for each command. No client can ask for `settle`. */
const requests: Record<Asked, (client: ApiClient, href: string, market: Market) => Promise<{ status: number }>> = {
  edit: (client, href) => client.put(href, { title: 'Another title' }),
  delete: (client, href) => client.delete(href),
  publish: (client, href) => client.put(href, { state: 'published' }),
  launch: (client, href) => client.put(href, { state: 'published' }),
  request_proposal: (client, href) => client.put(href, { state: 'waiting_for_proposal' }),
  propose: (client, href) => client.put(href, offer),
  withdraw: (client, href) => client.put(href, { state: 'draft' }),
  choose_winner: async (client, href, { admin }) => {
    const { items } = (await admin.get('/v1/works', { parameters: { query: ['project.gid', '==', gidOf(href)] } })).body;
    return client.put(href, { winner: { gid: items[0]?.gid ?? newGid() } });
  },
  assign: async (client, href, market) => client.put(href, { worker: { gid: gidOf(await createWorker(market)) } }),
  deliver: async (client, href, { admin }) => {
    const { worker } = (await admin.get(href)).body;
    return client.post(`${href}/messages`, { message: 'Here', type: 'delivery', worker: { gid: worker?.gid ?? newGid() } });
  },
  reject: answerWith('reject'),
  accept: answerWith('accept'),
  cancel: (client, href) => client.put(href, { status: 'canceled' }),
  settle: (client, href) => client.put(href, { status: 'paid' }),
};
const commands = Object.keys(requests) as Asked[];

/** A situation of an order: what holds in it, and how a test brings it about. */
interface Situation {
  name: string;
  state: ProjectState;
  kind: OrderKind;
  holds: readonly Guard[];
  /** Commands that the table allows but that lack what they need here. */
  pointless?: readonly Asked[];
  make: (market: Market) => Promise<string>;
}

const specificRequest = { title: 'Something new', description: 'Surprise us', product: null, state: 'draft' };
const inSolo = { state: 'published', options: { due: 5, mode: 'solo' }, price: { amount: 200 } };
const withWork = async (market: Market) => {
  const href = await createContest(market);
  return { href, work: await createWork(market, href) };
};

const conversation = (market: Market) => createConversation(market).then(({ href }) => href);
const withDelivery = async (market: Market) => {
  const { href, worker } = await createConversation(market);
  await market.admin.create(`${href}/messages`, { message: 'Here', type: 'delivery', worker: { gid: worker } });
  return href;
};
const withProposal = async (market: Market) => {
  const href = await createRequest(market);
  await market.admin.put(href, offer);
  return href;
};

const situations: Situation[] = [
  {
    name: 'draft',
    state: 'draft',
    kind: 'product',
    holds: [],
    make: (market) => market.user.create('/v1/projects', market.order()),
  },
  {
    name: 'a contest without works',
    state: 'published',
    kind: 'product',
    holds: ['running', 'running, without work or delivery', 'running contest'],
    pointless: ['choose_winner'],
    make: createContest,
  },
  {
    name: 'a contest with a work',
    state: 'published',
    kind: 'product',
    holds: ['running', 'running contest'],
    make: async (market) => (await withWork(market)).href,
  },
  {
    name: 'a finished contest',
    state: 'published',
    kind: 'product',
    holds: ['finished'],
    make: async (market) => {
      const { href, work } = await withWork(market);
      await market.user.put(href, { winner: { gid: gidOf(work) } });
      return href;
    },
  },
  {
    name: 'a conversation without worker',
    state: 'published',
    kind: 'product',
    holds: ['running', 'running, without work or delivery', 'running conversation'],
    pointless: ['deliver', 'reject', 'accept'],
    make: (market) => market.user.create('/v1/projects', market.order(inSolo)),
  },
  {
    name: 'a conversation',
    state: 'published',
    kind: 'product',
    holds: ['running', 'running, without work or delivery', 'running conversation'],
    pointless: ['reject', 'accept'],
    make: conversation,
  },
  {
    name: 'a conversation with a delivery',
    state: 'published',
    kind: 'product',
    holds: ['running', 'running conversation'],
    make: withDelivery,
  },
  {
    name: 'a finished conversation',
    state: 'published',
    kind: 'product',
    holds: ['finished'],
    make: async (market) => {
      const href = await withDelivery(market);
      await market.user.create(`${href}/messages`, { message: '', type: 'accept' });
      return href;
    },
  },
  {
    name: 'a paid contest',
    state: 'published',
    kind: 'product',
    holds: [],
    make: async (market) => {
      const { href, work } = await withWork(market);
      await market.user.put(href, { winner: { gid: gidOf(work) } });
      await market.settle(href);
      return href;
    },
  },
  {
    name: 'require_approval',
    state: 'require_approval',
    kind: 'product',
    holds: [],
    make: async (market) => {
      await market.setBudget(0);
      const href = await createContest(market);
      await market.setBudget(null);
      return href;
    },
  },
  {
    name: 'a canceled contest',
    state: 'published',
    kind: 'product',
    holds: [],
    make: async (market) => {
      const href = await createContest(market);
      await market.user.put(href, { status: 'canceled' });
      return href;
    },
  },
  {
    name: 'draft',
    state: 'draft',
    kind: 'specific_request',
    holds: [],
    make: (market) => market.user.create('/v1/projects', specificRequest),
  },
  {
    name: 'waiting_for_proposal',
    state: 'waiting_for_proposal',
    kind: 'specific_request',
    holds: [],
    make: createRequest,
  },
  {
    name: 'proposal',
    state: 'proposal',
    kind: 'specific_request',
    holds: [],
    make: withProposal,
  },
  {
    name: 'require_approval',
    state: 'require_approval',
    kind: 'specific_request',
    holds: [],
    make: async (market) => {
      const href = await withProposal(market);
      await market.setBudget(0);
      await market.user.put(href, { state: 'published' });
      await market.setBudget(null);
      return href;
    },
  },
  {
    name: 'a conversation without worker',
    state: 'published',
    kind: 'specific_request',
    holds: ['running', 'running, without work or delivery', 'running conversation'],
    pointless: ['deliver', 'reject', 'accept'],
    make: async (market) => {
      const href = await withProposal(market);
      await market.user.put(href, { state: 'published' });
      return href;
    },
  },
];

const actors: Record<Exclude<Role, 'system'>, readonly string[]> = {
  owner: ['user', 'manager', 'admin'],
  manager: ['manager', 'admin'],
  admin: ['admin'],
};

// `{state: 'published'}` means publish or launch, `{state: 'draft'}` is no change to a draft: what the state makes of a request.
function meaning({ state }: Situation, command: Asked): Command {
  if (command === 'publish' || command === 'launch') return state === 'require_approval' ? 'launch' : 'publish';
  return command === 'withdraw' && state === 'draft' ? 'edit' : command;
}

/** What the table says: the row of the transition, or the status of the refusal. */
function expectation(situation: Situation, command: Asked, role: string) {
  const { state, kind, holds, pointless = [] } = situation;
  const rows = transitions.filter((row) => row.from === state && row.command === meaning(situation, command) && row.of.includes(kind));
  if (command === 'settle') return { status: 400 };
  const allowed = rows.filter(({ who }) => who !== 'system' && actors[who].includes(role));
  if (rows.length > 0 && allowed.length === 0) return { status: 403 };
  const row = allowed.find(({ guard }) => guard === undefined || holds.includes(guard));
  // The contract lists no 400 for DELETE.
  return row && !pointless.includes(command) ? { status: 204, row } : { status: command === 'delete' ? 403 : 400 };
}

describe('transitions', () => {
  let ordering: TestService;
  let market: Market;
  let foreign: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering, { test: true });
    foreign = await openMarket(ordering);
  });

  const kept = new Map<Situation, Promise<string>>();
  /** One order, shared by all requests that change nothing. */
  const untouched = (situation: Situation): Promise<string> => {
    const href = kept.get(situation) ?? situation.make(market);
    kept.set(situation, href);
    return href;
  };

  for (const situation of situations) {
    for (const command of commands) {
      for (const role of ['user', 'manager', 'admin'] as const) {
        const expected = expectation(situation, command, role);
        test(`${expected.status} answers ${command} by ${role} on a ${situation.kind}: ${situation.name}`, async () => {
          const href = await (expected.row ? situation.make(market) : untouched(situation));
          const before = (await market.admin.get(href)).body;
          const { status } = await requests[command](market[role], href, market);

          assert.equal(status === 201 ? 204 : status, expected.status);
          const after = await market.admin.get(href);
          if (!expected.row) assert.deepEqual(after.body, before);
          else if (expected.row.to === null) assert.equal(after.status, 404);
          else assert.deepEqual([after.body.state, after.body.status], expected.row.to);
        });
      }
    }

    const settles = situation.holds.includes('finished');
    test(`a paid receipt ${settles ? 'settles' : 'changes nothing of'} a ${situation.kind}: ${situation.name}`, async () => {
      const href = await (settles ? situation.make(market) : untouched(situation));
      const before = (await market.admin.get(href)).body;
      await market.settle(href);

      const after = (await market.admin.get(href)).body;
      if (settles) assert.deepEqual([after.state, after.status], ['published', 'paid']);
      else assert.deepEqual(after, before);
    });

    test(`403 answers every command of somebody who was shown a ${situation.kind}: ${situation.name}`, async () => {
      const href = await situation.make(market);
      const guest = await ordering.signIn({ memberOf: [market.organization] });
      await market.user.create(`${href}/shared_with`, { user: { gid: guest.gid } });
      const before = (await market.admin.get(href)).body;
      for (const command of commands)
        assert.equal((await requests[command](guest, href, market)).status, command === 'settle' ? 400 : 403, command);
      assert.deepEqual((await market.admin.get(href)).body, before);
    });

    test(`404 answers every command of a foreign manager on a ${situation.kind}: ${situation.name}`, async () => {
      const href = await untouched(situation);
      const before = (await market.admin.get(href)).body;
      for (const command of commands)
        assert.equal((await requests[command](foreign.manager, href, market)).status, command === 'settle' ? 400 : 404);
      assert.deepEqual((await market.admin.get(href)).body, before);
    });
  }
});
