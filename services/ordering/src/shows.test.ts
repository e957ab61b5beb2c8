import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gidOf, keepOutbox, type KeptEvent } from '@partner-ordering/testing';
import {
  createContest,
  createConversation,
  createRequest,
  createWork,
  openMarket,
  startOrdering,
  type Market,
} from './fixtures/test-ordering.ts';
import { shows } from './shows.ts';

const offer = { state: 'proposal', price: { amount: 480.5, currency: 'EUR' }, options: { due: 7, mode: 'solo' } };

type Shown = Record<string, Record<string, unknown>>;

describe('what the facts of ordering show', () => {
  let ordering: Awaited<ReturnType<typeof startOrdering>>;
  let market: Market;
  let outbox: () => Promise<KeptEvent[]>;
  const seen = new Set<string>();
  before(async () => {
    ordering = await startOrdering();
    market = await openMarket(ordering, { creditLimit: 10_000 });
    outbox = await keepOutbox(ordering.service.database);
  });
  after(() => ordering?.stop());

  /** What the facts that `work` publishes show, by their type. */
  async function told(work: () => Promise<unknown>): Promise<Record<string, Shown>> {
    const before = (await outbox()).length;
    await work();
    const facts = (await outbox()).slice(before).filter(({ topic }) => topic === 'ordering.facts');
    for (const { event } of facts) seen.add(event.type);
    return Object.fromEntries(facts.map(({ event }) => [event.type, JSON.parse((event.data as { shown: string }).shown) as Shown]));
  }
  const read = async (href: string) => (await market.manager.get(href)).body;
  const reference = async (href: string) => {
    const { gid, title } = await read(href);
    return { gid, href, title };
  };
  const change = (href: string, body: object, client = market.user) =>
    told(async () => {
      const answer = await client.put(href, body);
      assert.equal(answer.status, 204, JSON.stringify(answer.body));
    });

  test('a project, as a manager reads it when the transaction is over, field by field', async () => {
    let href = '';
    const facts = await told(async () => void (href = await createContest(market)));
    const project = await read(href);
    assert.deepEqual(facts, { 'project.created': { project }, 'project.published': { project } });
    for (const fact of Object.values(facts)) assert.equal(JSON.stringify(fact['project']), JSON.stringify(project));
    const other = await ordering.signIn({ manages: [market.organization] });
    assert.deepEqual((await other.get(href)).body, project, 'nothing depends on which manager reads');
  });

  test('the state before, where it became another one', async () => {
    const draft = { title: 'A banner', description: 'Wide', product: null, organization: { gid: market.organization } };
    const href = await market.user.create('/v1/projects', { ...draft, state: 'draft' });
    await market.setBudget(0);
    await market.user.put(href, { title: 'A wide banner' });
    await market.user.put(href, { state: 'waiting_for_proposal' });
    for (const price of [80, 90]) await market.admin.put(href, { ...offer, price: { amount: price, currency: 'EUR' } });
    for (const client of [market.user, market.manager]) await client.put(href, { state: 'published' });
    const about = (await outbox())
      .map(({ event }) => event)
      .filter(({ data }) => href.endsWith(String((data as { gid?: string } | null)?.gid)));
    assert.deepEqual(
      about.filter(({ type }) => !type.endsWith('.state')).map(({ type, data }) => [type, (data as { from?: string }).from]),
      [
        ['project.created', undefined],
        ['project.updated', undefined],
        ['project.proposal_requested', 'draft'],
        ['project.proposed', 'waiting_for_proposal'],
        ['project.proposed', undefined],
        ['project.approval_required', 'proposal'],
        ['project.published', 'require_approval'],
      ],
    );
  });

  test('what waited for approval says so when it goes back to a draft or to the proposal', async () => {
    await market.setBudget(0);
    const draft = { title: 'A banner', description: 'Wide', product: null, organization: { gid: market.organization } };
    const order = await market.user.create('/v1/projects', market.order({ state: 'published' }));
    const request = await market.user.create('/v1/projects', { ...draft, state: 'draft' });
    await market.user.put(request, { state: 'waiting_for_proposal' });
    await market.admin.put(request, offer);
    await market.user.put(request, { state: 'published' });
    for (const [href, state] of [
      [order, 'draft'],
      [request, 'proposal'],
    ] as const) {
      // prettier-ignore
      assert.equal((await market.user.put(href, { state })).status, 204);
      const { type, data } = (await outbox())
        .map(({ event }) => event)
        .findLast((event) => event.subject === `project/${gidOf(href)}` && !event.type.endsWith('.state'))!;
      assert.deepEqual([type, (data as { from?: string }).from], ['project.withdrawn', 'require_approval']);
    }
  });

  test('the project at each step of a request', async () => {
    const { organization } = market;
    const draft = { title: 'Something new', description: 'Surprise us', product: null, organization: { gid: organization } };
    const href = await market.user.create('/v1/projects', { ...draft, state: 'draft' });
    await market.setBudget(0);
    for (const [type, step] of [
      ['project.updated', () => change(href, { title: 'Something quite new' })],
      ['project.proposal_requested', () => change(href, { state: 'waiting_for_proposal' })],
      ['project.withdrawn', () => change(href, { state: 'draft' })],
      ['project.proposal_requested', () => change(href, { state: 'waiting_for_proposal' })],
      ['project.proposed', () => change(href, offer, market.admin)],
      ['project.approval_required', () => change(href, { state: 'published' })],
      ['project.published', () => change(href, { state: 'published' }, market.manager)],
      ['project.canceled', () => change(href, { status: 'canceled' })],
    ] as const)
      assert.deepEqual(await step(), { [type]: { project: await read(href) } });
    await market.setBudget(null);
  });

  test('the project of a contest when it is won, and when billing says that it is paid', async () => {
    const href = await createContest(market);
    let work = '';
    const posted = await told(async () => void (work = await createWork(market, href)));
    assert.deepEqual(posted, { 'project.work_posted': { project: await reference(href), work: await read(work) } });
    assert.deepEqual(await change(href, { winner: { gid: gidOf(work) } }), { 'project.finished': { project: await read(href) } });
    assert.deepEqual(await told(() => market.settle(href)), { 'project.paid': { project: await read(href) } });
  });

  test('messages without mine, beside their project', async () => {
    let conversation = { href: '', worker: '' };
    const facts = await told(async () => void (conversation = await createConversation(market)));
    const { href, worker } = conversation;
    assert.deepEqual(facts['project.assigned'], { project: await read(href) });
    for (const [type, client, body] of [
      ['project.message_posted', market.user, { message: 'Hello' }],
      ['project.delivered', market.admin, { message: 'Here it is', type: 'delivery', worker: { gid: worker } }],
      ['project.rejected', market.user, { message: 'Not quite', type: 'reject' }],
    ] as const) {
      let message = '';
      const [attached_files, project] = [[{ url: ordering.files.upload(client) }], await reference(href)];
      const shown = await told(async () => void (message = await client.create(`${href}/messages`, { ...body, attached_files })));
      const { mine, ...rest } = await read(message);
      assert.equal(typeof mine, 'boolean');
      assert.deepEqual(shown, { [type]: { project, message: rest } });
    }
  });

  test('the message that comes with another command', async () => {
    const href = await createRequest(market);
    await market.admin.put(href, offer);
    const facts = await change(href, { state: 'draft', message: 'We think it over' });
    const [message] = (await read(`${href}/messages`)).items;
    assert.deepEqual(Object.keys(facts), ['project.message_posted', 'project.withdrawn']);
    const { mine: _, ...shown } = await read(message.href);
    assert.deepEqual(facts['project.message_posted'], { project: await reference(href), message: shown });
  });

  test('files, also one that is removed', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    const project = await reference(href);
    let file = '';
    const added = await told(
      async () => void (file = await market.user.create(`${href}/brief_files`, { url: ordering.files.upload(market.user) })),
    );
    const shown = { project, file: await read(file) };
    assert.deepEqual(added, { 'project.brief_file_added': shown });
    assert.deepEqual(await told(() => market.user.delete(file)), { 'project.brief_file_removed': shown });

    const contest = await createContest(market);
    await market.user.put(contest, { winner: { gid: gidOf(await createWork(market, contest)) } });
    const source = await told(
      async () => void (file = await market.admin.create(`${contest}/source_files`, { url: ordering.files.upload(market.admin) })),
    );
    assert.deepEqual(source, { 'project.source_file_added': { project: await reference(contest), file: await read(file) } });
  });

  test('with whom a project is shared, also when it ends', async () => {
    const href = await createContest(market);
    const colleague = await ordering.signIn({ memberOf: [market.organization] });
    let share = '';
    const began = await told(async () => void (share = await market.user.create(`${href}/shared_with`, { user: { gid: colleague.gid } })));
    const [shown] = (await read(`${href}/shared_with`)).items;
    assert.deepEqual(began, { 'project.shared': { project: await reference(href), share: shown } });
    assert.deepEqual(await told(() => market.user.delete(share)), { 'project.unshared': { project: await reference(href), share: shown } });
  });

  test('a deleted project as it last was; by now each fact was told', async () => {
    const href = await market.user.create('/v1/projects', market.order({ title: 'Never ordered' }));
    const project = await read(href);
    assert.deepEqual(await told(() => market.user.delete(href)), { 'project.deleted': { project } });
    assert.deepEqual([...seen].sort(), Object.keys(shows).sort());
  });
});
