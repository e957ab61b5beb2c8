import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type ApiClient } from '@partner-ordering/testing';
import type { KnownAction } from '../domain/project/activities.ts';
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

/** A project in some situation, with the ids for its requests. */
interface Situation {
  href: string;
  worker?: string;
  work?: string;
  /** A starred file of a message. */
  starred?: string;
}

type Answer = { status: number };
type Person = Market['user'];

interface Row {
  make: () => Promise<Situation>;
  /** The actions of everybody who sees the project, and the further ones of the owner, of managers, and of admins. */
  all: readonly KnownAction[];
  owner: readonly KnownAction[];
  /** Those of the owner and managers that admins do not have. */
  customer?: readonly KnownAction[];
  manager?: readonly KnownAction[];
  admin?: readonly KnownAction[];
}

describe('actions of a project', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  let colleague: Person;
  let stranger: Person;
  let idle: string;
  let file: string;
  before(async () => {
    ordering = await sharedOrdering();
    const opened = await openMarket(ordering, { creditLimit: 1_000_000 });
    file = ordering.files.upload(opened.user);
    market = { ...opened, order: (changes) => opened.order({ brief_files: [{ url: file }], ...changes }) };
    colleague = await ordering.signIn({ memberOf: [market.organization] });
    stranger = await ordering.signIn({ memberOf: [market.organization] });
    idle = gidOf(await createWorker(market));
  });

  const options = { due: 5, mode: 'solo' };
  const proposal = { state: 'proposal', price: { amount: 480, currency: 'EUR' }, options };
  const done = async (answer: Promise<Answer>) => assert.ok((await answer).status < 300);
  const draft = async (changes?: object) => ({ href: await market.user.create('/v1/projects', market.order(changes)) });
  const asked = async () => {
    const href = await createRequest(market);
    await market.user.create(`${href}/brief_files`, { url: file });
    return { href };
  };
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
  const message = (client: Person, { href, worker }: Situation, type: string, url = ordering.files.upload(client)) => {
    const delivery = { worker: { gid: worker ?? newGid() }, attached_files: [{ url }] };
    return client.post(`${href}/messages`, { message: 'So', type, ...(type === 'delivery' && delivery) });
  };
  const conversation = async (...types: string[]) => {
    const situation = await createConversation(market);
    if (types.length === 0) return situation;
    const starred = ordering.files.upload(market.admin);
    for (const type of types) await done(message(type === 'delivery' ? market.admin : market.user, situation, type, starred));
    await market.user.create('/v1/files', { path: starred });
    return { ...situation, starred };
  };
  const canceled = async () => {
    const situation = await contest();
    await done(market.admin.put(situation.href, { status: 'canceled' }));
    return situation;
  };
  const finished = () => conversation('delivery', 'accept');
  const reviewOf = ({ href, worker = newGid() }: Situation) => ({
    project: { gid: gidOf(href) },
    worker: { gid: worker },
    quality: 5,
    reactivity: 4,
    communicativeness: 3,
    work_with_again: 1,
  });
  const reviewed = async () => {
    const situation = await finished();
    await done(market.user.post('/v1/reviews', reviewOf(situation)));
    return situation;
  };
  const paid = async () => {
    const situation = await finished();
    await market.settle(situation.href);
    return situation;
  };

  const all = ['message', 'comment'] as const;
  const brief = ['share', 'add_brief_files'] as const;
  const draftsOwner = ['edit', 'delete', 'remove_brief_files', ...brief] as const;
  const ofWorker = ['assign', 'deliver', 'message_as_worker'] as const;
  const rows: Record<string, Row> = {
    'a draft of a product': { make: () => draft(), all: ['comment'], owner: ['publish', ...draftsOwner] },
    'a draft of a request': {
      make: () => draft({ product: null, options: null, price: null }),
      all: ['comment'],
      owner: ['request_proposal', ...draftsOwner],
    },
    'a request that waits for a proposal': { make: asked, all, owner: ['delete', 'withdraw', ...brief], admin: ['propose'] },
    'a proposal': { make: proposed, all, owner: ['delete', 'publish', 'request_proposal', 'withdraw', ...brief], admin: ['propose'] },
    'a product to approve': {
      make: async () => deferred(await draft()),
      all,
      owner: ['delete', 'withdraw', ...brief],
      manager: ['launch'],
    },
    'a request to approve': {
      make: async () => deferred(await proposed()),
      all,
      owner: ['delete', 'withdraw', ...brief],
      manager: ['launch'],
    },
    'a contest': { make: async () => ({ href: await createContest(market) }), all, owner: ['cancel', ...brief], admin: ['change_works'] },
    'a contest with a work': {
      make: contest,
      all,
      owner: ['choose_winner', ...brief],
      customer: ['mark_works'],
      admin: ['cancel', 'change_works'],
    },
    'a conversation without a worker': {
      make: () => draft({ options, price: { amount: 200 }, state: 'published' }),
      all,
      owner: ['cancel', ...brief],
      admin: ['assign'],
    },
    'a conversation': { make: () => conversation(), all, owner: ['cancel', ...brief], admin: ofWorker },
    'a conversation with a delivery': {
      make: () => conversation('delivery'),
      all,
      owner: ['reject', 'accept', 'star', ...brief],
      admin: ['cancel', ...ofWorker],
    },
    'a conversation with a rejected delivery': {
      make: () => conversation('delivery', 'reject'),
      all,
      owner: ['star', ...brief],
      admin: ['cancel', ...ofWorker],
    },
    'a finished project': { make: finished, all, owner: ['share', 'star', 'review'], admin: ['add_source_files', 'message_as_worker'] },
    'a reviewed project': { make: reviewed, all, owner: ['share', 'star'], admin: ['add_source_files', 'message_as_worker'] },
    'a paid project': { make: paid, all, owner: ['share', 'star', 'review'], admin: ['add_source_files', 'message_as_worker'] },
    'a canceled project': { make: canceled, all: ['comment'], owner: ['share'] },
  };

  /** The requests of each action; `launch` has that of `publish`. */
  const requests: Record<Exclude<KnownAction, 'launch'>, (client: Person, of: Situation) => Promise<Answer | Answer[]>> = {
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
    message: (client, of) => message(client, of, 'simple'),
    message_as_worker: (client, { href, worker }) =>
      client.post(`${href}/messages`, { message: 'So', worker: { gid: worker ?? newGid() } }),
    comment: (client, { href: uri }) => client.post('/v1/comments', { uri, message: 'So' }),
    share: async (client, { href }) => [
      await client.post(`${href}/shared_with`, { user: { gid: market.manager.gid } }),
      await client.delete(`${href}/shared_with/${colleague.gid}`),
    ],
    star: async (client, { starred }) => [
      await client.post('/v1/files', { path: starred ?? newGid() }),
      ...(starred ? [await client.delete(`/v1/files/${starred}`)] : []),
    ],
    add_brief_files: (client, { href }) => client.post(`${href}/brief_files`, { url: ordering.files.upload(client) }),
    remove_brief_files: (client, { href }) => client.delete(`${href}/brief_files/${file}`),
    add_source_files: (client, { href }) => client.post(`${href}/source_files`, { url: ordering.files.upload(client) }),
    change_works: async (client, { href, work }) => [
      await client.post('/v1/works', { project: { gid: gidOf(href) }, worker: { gid: idle }, description: 'So' }),
      ...(work ? [await client.put(`/v1/works/${work}`, { description: 'So' }), await client.delete(`/v1/works/${work}`)] : []),
    ],
    mark_works: async (client, { work }) => (work ? [await client.put(`/v1/works/${work}/mark`, { mark: 'shortlist' })] : []),
    review: (client, of) => client.post('/v1/reviews', reviewOf(of)),
  };
  /** The action that the same request carries out in other states. */
  const otherwise: Partial<Record<KnownAction, KnownAction>> = { publish: 'launch', withdraw: 'edit' };
  /** Actions that can be repeated and remove nothing. */
  const repeatable: readonly KnownAction[] = ['message', 'message_as_worker', 'comment', 'add_brief_files', 'add_source_files'];

  for (const [name, { make, all: everybody, owner, customer = [], manager = [], admin = [] }] of Object.entries(rows))
    test(`${name} shows each role its actions, and no other request succeeds`, async () => {
      const shared = async () => {
        const situation = await make();
        await market.user.create(`${situation.href}/shared_with`, { user: { gid: colleague.gid } });
        return situation;
      };
      const situation = await shared();
      const mayOwner = [...everybody, ...owner];
      const roles: [Person, readonly KnownAction[]][] = [
        [stranger, []],
        [colleague, everybody],
        [market.user, [...mayOwner, ...customer]],
        [market.manager, [...mayOwner, ...customer, ...manager]],
        [market.admin, [...mayOwner, ...manager, ...admin]],
      ];
      for (const [client, expected] of roles) {
        const read = await client.get(situation.href);
        const { actions = [] } = read.body as { actions?: KnownAction[] };
        assert.deepEqual([read.status, actions.toSorted()], [client === stranger ? 404 : 200, expected.toSorted()]);
        for (const [action, send] of Object.entries(requests) as [keyof typeof requests, (typeof requests)['edit']][]) {
          const succeeds = actions.includes(action) || actions.includes(otherwise[action] ?? action);
          for (const { status } of [await send(client, succeeds && !repeatable.includes(action) ? await shared() : situation)].flat()) {
            const refusals = client === stranger ? [400, 403, 404] : [400, 403];
            assert.ok(succeeds ? status < 300 : refusals.includes(status), `${action}: ${status}`);
          }
        }
      }
    });

  test('200, not 304, after a work came, and for a user with other actions, although the project has not changed', async () => {
    const href = await createContest(market);
    const ask = (client: ApiClient, { headers }: { headers: Headers }) =>
      client.get(href, { headers: { 'if-none-match': headers.get('etag')! } });
    const first = await market.user.get(href);
    assert.equal((await ask(market.user, first)).status, 304);
    await createWork(market, href);

    const second = await ask(market.user, first);
    const rest = ['message', 'comment', 'share', 'add_brief_files'];
    assert.deepEqual(
      [second.status, second.body],
      [
        200,
        {
          ...first.body,
          modified_at: second.body.modified_at,
          awaits: 'owner',
          has_unseen: true,
          actions: ['choose_winner', ...rest, 'mark_works'],
        },
      ],
    );
    const third = await ask(market.admin, second);
    assert.deepEqual(
      [third.status, third.body],
      [200, { ...second.body, has_unseen: false, actions: ['choose_winner', 'cancel', ...rest, 'change_works'] }],
    );
  });
});
