import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/data';
import { gidOf, type ApiClient, type TestService } from '@partner-ordering/testing';
import type { ProjectState } from '../../generated/models.ts';
import { createContest, createWork, openMarket, startOrdering, type Market } from '../fixtures.ts';
import { transitions, type Actor, type Command, type guards, type OrderKind } from './transitions.ts';

type Asked = Exclude<Command, 'defer'>;
type Guard = keyof typeof guards;

/** How a client asks for a command. */
const requests: Record<Asked, (client: ApiClient, href: string, market: Market) => Promise<{ status: number }>> = {
  edit: (client, href) => client.put(href, { title: 'Another title' }),
  delete: (client, href) => client.delete(href),
  publish: (client, href) => client.put(href, { state: 'published' }),
  launch: (client, href) => client.put(href, { state: 'published' }),
  request_proposal: (client, href) => client.put(href, { state: 'waiting_for_proposal' }),
  withdraw: (client, href) => client.put(href, { state: 'draft' }),
  choose_winner: async (client, href, { admin }) => {
    const { items } = (await admin.get('/v1/works', { parameters: { query: ['project.gid', '==', gidOf(href)] } })).body;
    return client.put(href, { winner: { gid: items[0]?.gid ?? newGid() } });
  },
  cancel: (client, href) => client.put(href, { status: 'canceled' }),
};
const commands = Object.keys(requests) as Asked[];

/** A state that an order can be in: what holds there, and how it gets there. */
interface Situation {
  name: string;
  state: ProjectState;
  kind: OrderKind;
  holds: readonly Guard[];
  /** What the table allows but what it would be done with is not there. */
  pointless?: readonly Asked[];
  make: (market: Market) => Promise<string>;
}

const specificRequest = { title: 'Something new', description: 'Surprise us', product: null, state: 'draft' };
const inSolo = { state: 'published', options: { due: 5, mode: 'solo' }, price: { amount: 200 } };
const withWork = async (market: Market) => {
  const href = await createContest(market);
  return { href, work: await createWork(market, href) };
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
    holds: [],
    make: async (market) => {
      const { href, work } = await withWork(market);
      await market.user.put(href, { winner: { gid: gidOf(work) } });
      return href;
    },
  },
  {
    name: 'a conversation',
    state: 'published',
    kind: 'product',
    holds: ['running', 'running, without work or delivery'],
    make: (market) => market.user.create('/v1/projects', market.order(inSolo)),
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
    make: async (market) => {
      const href = await market.user.create('/v1/projects', specificRequest);
      await market.user.put(href, { state: 'waiting_for_proposal' });
      return href;
    },
  },
];

const actors: Record<Actor, readonly string[]> = {
  owner: ['user', 'manager', 'admin'],
  manager: ['manager', 'admin'],
  admin: ['admin'],
};

// `{state: 'published'}` means publish or launch, `{state: 'draft'}` is no change to a draft: what the state makes of a request.
function meaning({ state }: Situation, command: Asked): Command {
  if (command === 'publish' || command === 'launch') return state === 'require_approval' ? 'launch' : 'publish';
  return command === 'withdraw' && state === 'draft' ? 'edit' : command;
}

/** What the table says: the row by which the command is carried out, or the status of its refusal. */
function expectation(situation: Situation, command: Asked, role: string) {
  const { state, kind, holds, pointless = [] } = situation;
  const rows = transitions.filter((row) => row.from === state && row.command === meaning(situation, command) && row.of.includes(kind));
  const allowed = rows.filter(({ who }) => actors[who].includes(role));
  if (rows.length > 0 && allowed.length === 0) return { status: 403 };
  const row = allowed.find(({ guard }) => guard === undefined || holds.includes(guard));
  return row && !pointless.includes(command) ? { status: 204, row } : { status: 400 };
}

describe('transitions', () => {
  let ordering: TestService;
  let market: Market;
  let foreign: Market;
  before(async () => {
    ordering = await startOrdering();
    market = await openMarket(ordering);
    foreign = await openMarket(ordering);
  });
  after(() => ordering?.stop());

  for (const situation of situations) {
    for (const command of commands) {
      for (const role of ['user', 'manager', 'admin'] as const) {
        const expected = expectation(situation, command, role);
        test(`${expected.status} answers ${command} by ${role} on a ${situation.kind}: ${situation.name}`, async () => {
          const href = await situation.make(market);
          const before = (await market.admin.get(href)).body;
          const { status } = await requests[command](market[role], href, market);

          assert.equal(status, expected.status);
          const after = await market.admin.get(href);
          if (!expected.row) assert.deepEqual(after.body, before);
          else if (expected.row.to === null) assert.equal(after.status, 404);
          else assert.deepEqual([after.body.state, after.body.status], expected.row.to);
        });
      }
    }

    test(`404 answers every command of a foreign manager on a ${situation.kind}: ${situation.name}`, async () => {
      const href = await situation.make(market);
      const before = (await market.admin.get(href)).body;
      for (const command of commands) assert.equal((await requests[command](foreign.manager, href, market)).status, 404);
      assert.deepEqual((await market.admin.get(href)).body, before);
    });
  }
});
