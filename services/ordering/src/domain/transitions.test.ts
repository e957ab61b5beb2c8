import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ApiClient, TestService } from '@partner-ordering/testing';
import { openMarket, startOrdering, type Market } from '../fixtures.ts';
import { transitions, type Command, type OrderKind } from './transitions.ts';

/** How a client asks for a command. */
const requests: Record<Exclude<Command, 'defer'>, (client: ApiClient, href: string) => Promise<{ status: number }>> = {
  edit: (client, href) => client.put(href, { title: 'Another title' }),
  delete: (client, href) => client.delete(href),
  publish: (client, href) => client.put(href, { state: 'published' }),
  launch: (client, href) => client.put(href, { state: 'published' }),
  request_proposal: (client, href) => client.put(href, { state: 'waiting_for_proposal' }),
  withdraw: (client, href) => client.put(href, { state: 'draft' }),
  cancel: (client, href) => client.put(href, { status: 'canceled' }),
};
const commands = Object.keys(requests) as (keyof typeof requests)[];

interface Situation {
  name: string;
  kind: OrderKind;
  make: (market: Market) => Promise<string>;
}

const specificRequest = { title: 'Something new', description: 'Surprise us', product: null, state: 'draft' };
const publishedBy = (market: Market) => market.user.create('/v1/projects', market.order({ state: 'published' }));

/** Every state that an order can be in, and how it gets there. */
const situations: Situation[] = [
  { name: 'draft', kind: 'product', make: (market) => market.user.create('/v1/projects', market.order()) },
  { name: 'published', kind: 'product', make: publishedBy },
  {
    name: 'require_approval',
    kind: 'product',
    make: async (market) => {
      await market.setBudget(0);
      const href = await publishedBy(market);
      await market.setBudget(null);
      return href;
    },
  },
  {
    name: 'canceled',
    kind: 'product',
    make: async (market) => {
      const href = await publishedBy(market);
      await market.user.put(href, { status: 'canceled' });
      return href;
    },
  },
  { name: 'draft', kind: 'specific_request', make: (market) => market.user.create('/v1/projects', specificRequest) },
  {
    name: 'waiting_for_proposal',
    kind: 'specific_request',
    make: async (market) => {
      const href = await market.user.create('/v1/projects', specificRequest);
      await market.user.put(href, { state: 'waiting_for_proposal' });
      return href;
    },
  },
];

describe('transitions', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await startOrdering();
    market = await openMarket(ordering);
  });
  after(() => ordering?.stop());

  // A published order and a canceled one differ in status only; a canceled one takes no command at all.
  const rowFor = ({ name, kind }: Situation, command: string) =>
    name === 'canceled' ? undefined : transitions.find((row) => row.from === name && row.command === command && row.of.includes(kind));
  // `{state: 'published'}` means publish or launch, `{state: 'draft'}` is no change to a draft: what the state makes of a request.
  const meaning = ({ name }: Situation, command: string): string => {
    if (command === 'publish' || command === 'launch') return name === 'require_approval' ? 'launch' : 'publish';
    return command === 'withdraw' && name === 'draft' ? 'edit' : command;
  };

  for (const situation of situations) {
    for (const command of commands) {
      for (const role of ['user', 'manager', 'admin'] as const) {
        const row = rowFor(situation, meaning(situation, command));
        const expected = row === undefined ? 400 : row.who === 'manager' && role === 'user' ? 403 : 204;
        test(`${expected} answers ${command} by ${role} on a ${situation.kind} in ${situation.name}`, async () => {
          const href = await situation.make(market);
          const before = (await market.admin.get(href)).body;
          const { status } = await requests[command](market[role], href);

          assert.equal(status, expected);
          const after = await market.admin.get(href);
          if (expected !== 204) assert.deepEqual(after.body, before);
          else if (row!.to === null) assert.equal(after.status, 404);
          else assert.deepEqual([after.body.state, after.body.status], row!.to);
        });
      }
    }
  }
});
