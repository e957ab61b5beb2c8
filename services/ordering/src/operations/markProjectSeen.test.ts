import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  eventually,
  filesStandIn,
  gidOf,
  recordOutbox,
  testService,
  type ApiClient,
  type FilesStandIn,
  type RecordedEvent,
  type TestService,
} from '@partner-ordering/testing';
import { createContest, createConversation, createRequest, createWork, openMarket, type Market } from '../fixtures/test-ordering.ts';
import { createOrdering } from '../service.ts';

const MINUTE_MS = 60_000;

describe('markProjectSeen', () => {
  let ordering: TestService;
  let files: FilesStandIn;
  let market: Market;
  let outbox: () => Promise<RecordedEvent[]>;
  let now = new Date('2026-03-02T10:00:00Z');
  before(async () => {
    now = new Date();
    ordering = await testService('ordering', createOrdering, { clock: () => now });
    files = filesStandIn(ordering);
    outbox = await recordOutbox(ordering.service.database);
  });
  after(() => ordering?.stop());
  beforeEach(async () => {
    market = await openMarket(ordering);
  });

  const pass = (ms: number) => void (now = new Date(now.getTime() + ms));
  const see = (href: string, by: ApiClient = market.user) => by.put(`${href}/seen`, {});
  const read = async (href: string, by: ApiClient = market.user) => (await by.get(href)).body as { last_seen: string; has_unseen: boolean };
  const hasUnseen = async (href: string, by: ApiClient = market.user) => {
    const { body } = await by.get('/v1/projects', { parameters: { query: ['gid', '==', gidOf(href)] } });
    assert.equal(body.items[0].has_unseen, (await read(href, by)).has_unseen);
    return body.items[0].has_unseen as boolean;
  };
  const write = (href: string, by: ApiClient, body: object = {}) => by.create(`${href}/messages`, { message: 'Hello', ...body });
  const seenBy = (gid: string) =>
    ordering.service.database.query({ text: 'select from project_seen where $1 in (user_gid, project_gid)', values: [gid] });

  test('204 sets last_seen of the caller alone, moves no modified_at and publishes nothing', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    const [before, events] = [await market.user.get(href), (await outbox()).length];
    assert.equal(before.body.last_seen, null);
    pass(MINUTE_MS);
    assert.equal((await see(href)).status, 204);
    const { last_seen, ...after } = await read(href);
    assert.equal(Date.parse(last_seen), Math.floor(now.getTime() / 1000) * 1000);
    assert.deepEqual({ ...after, last_seen: null }, before.body);
    assert.equal((await outbox()).length, events);
    assert.equal((await read(href, market.manager)).last_seen, null);
  });

  test('204 changes the tag for If-None-Match and not for If-Match', async () => {
    const href = await market.user.create('/v1/projects', market.order());
    const tag = (await market.user.get(href)).headers.get('etag')!;
    await see(href);
    assert.equal((await market.user.get(href, { headers: { 'If-None-Match': tag } })).status, 200);
    assert.equal((await market.user.put(href, { title: 'Another' }, { headers: { 'If-Match': tag } })).status, 204);
    assert.equal((await market.user.put(href, { title: 'A third' }, { headers: { 'If-Match': tag } })).status, 412);
  });

  test('404 for who does not see the project', async () => {
    const href = await createContest(market);
    const stranger = await ordering.signIn({ memberOf: [market.organization] });
    for (const by of [stranger, (await openMarket(ordering)).manager]) assert.equal((await see(href, by)).status, 404);
    assert.equal((await ordering.anonymous.put(`${href}/seen`, {})).status, 401);
    assert.deepEqual(await seenBy(gidOf(href)), []);
  });

  test('has_unseen is true from what others add until it is seen', async () => {
    const { href, worker } = await createConversation(market);
    const contest = await createContest(market);
    const finished = await createContest(market);
    await market.user.put(finished, { winner: { gid: gidOf(await createWork(market, finished)) } });
    const additions = [
      [href, () => write(href, market.manager)],
      [href, () => write(href, market.admin, { worker: { gid: worker } })],
      [contest, () => createWork(market, contest)],
      [contest, () => market.manager.create(`${contest}/brief_files`, { url: files.upload(market.manager) })],
      [finished, () => market.admin.create(`${finished}/source_files`, { url: files.upload(market.admin) })],
    ] as const;
    for (const [at, add] of additions) {
      await see(at);
      assert.equal(await hasUnseen(at), false);
      pass(1);
      await add();
      assert.equal(await hasUnseen(at), true);
      pass(1);
      await see(at);
      assert.equal(await hasUnseen(at), false);
    }
  });

  test('has_unseen is false again once what was new is deleted, unless something else is new', async () => {
    const [contest, draft] = [await createContest(market), await market.user.create('/v1/projects', market.order())];
    const work = () => createWork(market, contest);
    const file = () => market.manager.create(`${draft}/brief_files`, { url: files.upload(market.manager) });
    const remove = async (href: string) => assert.equal((await market.admin.delete(href)).status, 204);
    for (const [at, add] of [
      [contest, work],
      [draft, file],
    ] as const) {
      await see(at);
      pass(1);
      const first = await add();
      pass(1);
      await remove(await add());
      assert.equal(await hasUnseen(at), true, 'the first one is still new');
      await remove(first);
      assert.equal(await hasUnseen(at), false);
    }
    await file();
    assert.equal(await hasUnseen(draft), true);
    assert.equal((await market.user.put(draft, { brief_files: [] })).status, 204);
    assert.equal(await hasUnseen(draft), false);
  });

  test('has_unseen is false once one adds something oneself', async () => {
    const { href } = await createConversation(market);
    const contest = await createContest(market);
    for (const [at, by] of [
      [href, market.user],
      [contest, market.admin],
    ] as const)
      await see(at, by);
    pass(1);
    await write(href, market.manager);
    pass(1);
    await write(href, market.user);
    await createWork(market, contest);
    assert.deepEqual([await hasUnseen(href), await hasUnseen(contest, market.admin)], [false, false]);
  });

  test('true before the first visit only for the owner and those it is shared with', async () => {
    const contest = await createContest(market);
    const guest = await ordering.signIn({ memberOf: [market.organization] });
    await market.user.post(`${contest}/shared_with`, { user: { gid: guest.gid } });
    await createWork(market, contest);
    const seers = [market.user, guest, market.manager, await ordering.signIn({ roles: ['admin'] })];
    assert.deepEqual(await Promise.all(seers.map((by) => hasUnseen(contest, by))), [true, true, false, false]);
  });

  test('the rows go with the project, and with an erased user', async () => {
    const draft = await market.user.create('/v1/projects', market.order());
    const href = await createContest(market);
    for (const at of [draft, href]) for (const by of [market.user, market.manager]) await see(at, by);
    assert.equal((await market.user.delete(draft)).status, 204);
    assert.deepEqual([(await seenBy(gidOf(draft))).length, (await seenBy(gidOf(href))).length], [0, 2]);
    const state = { firstname: 'Deleted', lastname: 'User', email: 'none@deleted.invalid', is_erased: true };
    await ordering.deliver('identity', { type: 'user', key: market.manager.gid, state });
    assert.deepEqual([(await seenBy(market.manager.gid)).length, (await seenBy(market.user.gid)).length], [0, 1]);
  });

  const unseenFacts = async (href: string) =>
    (await outbox()).flatMap(({ event }) =>
      event.type === 'project.messages_unseen' && event.subject === `project/${gidOf(href)}` ? [event.data as unknown as UnseenFact] : [],
    );
  /** Lets minutes pass, and the jobs that are due then run. */
  async function wait(minutes: number): Promise<void> {
    pass(minutes * MINUTE_MS);
    await ordering.runJob('purge_inbox');
    const due = { text: `select from job where name = 'tell_of_unseen' and run_at <= $1`, values: [now] };
    await eventually(async () => (await ordering.service.database.query(due)).length === 0);
  }

  test('messages of the creative and of our staff are told five minutes later, once and together, to the owner and who shares it', async () => {
    const { href, worker } = await createConversation(market);
    const guest = await ordering.signIn({ memberOf: [market.organization] });
    await market.user.post(`${href}/shared_with`, { user: { gid: guest.gid } });
    await write(href, market.admin, { message: 'Which blue?', worker: { gid: worker } });
    await wait(4);
    await write(href, market.admin, { message: `${'x'.repeat(498)}👩🏽‍🎨 and more` });
    assert.deepEqual(await unseenFacts(href), []);
    await wait(1);
    const facts = await unseenFacts(href);
    assert.deepEqual(facts.map(({ person }) => person).toSorted(), [market.user.gid, guest.gid].toSorted());
    for (const { count, messages, price, title, organization } of facts) {
      assert.deepEqual([count, title, organization], [2, 'A logo for the spring campaign', market.organization]);
      assert.deepEqual(price, { amount_minor: 20_000, currency: 'EUR' });
      assert.deepEqual(messages[0], { author: worker, text: 'Which blue?' });
      assert.deepEqual(messages[1], { author: market.admin.gid, text: `${'x'.repeat(498)}…` });
    }
    await wait(10);
    assert.equal((await unseenFacts(href)).length, 2);
    await write(href, market.admin, { message: 'And which red?' });
    await wait(5);
    assert.deepEqual(
      (await unseenFacts(href)).slice(2).flatMap(({ messages }) => messages.map(({ text }) => text)),
      ['And which red?', 'And which red?'],
    );
  });

  test('no fact has messages that its person has seen or wrote, or that a customer wrote', async () => {
    const { href } = await createConversation(market);
    const guest = await ordering.signIn({ memberOf: [market.organization] });
    await market.user.post(`${href}/shared_with`, { user: { gid: guest.gid } });
    await write(href, market.admin);
    await write(href, market.manager);
    pass(1);
    await see(href);
    await wait(5);
    assert.deepEqual(
      (await unseenFacts(href)).map(({ person, count }) => [person, count]),
      [[guest.gid, 1]],
    );
  });

  test('no fact to the owner has the text of a proposal, which its own mail quotes; who shares the order is told', async () => {
    const href = await createRequest(market);
    const guest = await ordering.signIn({ memberOf: [market.organization] });
    await market.user.post(`${href}/shared_with`, { user: { gid: guest.gid } });
    const offer = { price: { amount: 480, currency: 'EUR' }, options: { due: 7, mode: 'solo' } };
    await market.admin.put(href, { ...offer, state: 'proposal', message: 'Our offer' });
    await wait(5);
    const told = async () => (await unseenFacts(href)).map(({ person, messages }) => [person, ...messages.map(({ text }) => text)]);
    assert.deepEqual(await told(), [[guest.gid, 'Our offer']]);
    await write(href, market.admin, { message: 'Well?' });
    await wait(5);
    assert.deepEqual(
      (await told()).slice(1).toSorted(),
      [
        [guest.gid, 'Well?'],
        [market.user.gid, 'Well?'],
      ].toSorted(),
    );
  });

  test('facts of messages say whether our staff wrote them', async () => {
    const { href, worker } = await createConversation(market);
    await write(href, market.user);
    await write(href, market.admin, { worker: { gid: worker }, type: 'delivery' });
    await market.user.post(`${href}/messages`, { message: 'Bluer', type: 'reject' });
    const facts = (await outbox()).filter(
      ({ event }) => event.subject === `project/${gidOf(href)}` && 'by_staff' in (event.data as object),
    );
    assert.deepEqual(
      facts.map(({ event }) => [event.type, (event.data as unknown as { by_staff: boolean }).by_staff]),
      [
        ['project.message_posted', false],
        ['project.delivered', true],
        ['project.rejected', false],
      ],
    );
  });
});

interface UnseenFact {
  person: string;
  organization: string;
  title: string;
  price: object;
  count: number;
  messages: { author: string; text: string }[];
}
