import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { recordOutbox, type ApiClient, type RecordedEvent } from '@partner-ordering/testing';
import { openMarket, startOrdering, type Market } from '../../fixtures/test-ordering.ts';
import { managersOf } from './dry-run.ts';

describe('POST /projects/dry_run', () => {
  let ordering: Awaited<ReturnType<typeof startOrdering>>;
  let market: Market;
  let outbox: () => Promise<RecordedEvent[]>;
  before(async () => {
    ordering = await startOrdering();
    market = await openMarket(ordering);
    outbox = await recordOutbox(ordering.service.database);
  });
  after(() => ordering?.stop());

  const PATH = '/v1/projects/dry_run';
  const published = { state: 'published' };
  const dryRun = (of: Market, changes: object = published, client: ApiClient = of.user) => client.post(PATH, of.order(changes));
  const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> => ordering.service.database.query<Row>({ text, values });
  const eur = (amount: number) => ({ amount, currency: 'EUR' });
  /** Everything that an order writes. */
  const written = async () => [
    await query(`select (select count(*) from project) as projects, (select count(*) from project_transition) as steps,
      (select count(*) from budget_booking) as bookings, (select sum(booked_minor) from budget_account) as booked,
      (select count(*) from idempotency_key) as keys, (select sum(version) from shared_state where type in ('project', 'budget_account')) as states`),
    (await outbox()).length,
    await ordering.files.attached(),
  ];

  test('200 says price, VAT, the state and the budget that would be left', async () => {
    const of = await openMarket(ordering);
    await of.setBudget(1000);
    const { status, body } = await dryRun(of);

    assert.equal(status, 200);
    assert.deepEqual(body, {
      state: 'published',
      price: eur(250),
      vat: { amount: 50, ratio: 0.2, currency: 'EUR' },
      budget_left: eur(750),
      approvers: [],
      approved_by_admins: false,
    });
    assert.equal((await dryRun(of, { state: 'draft' })).body.budget_left.amount, 1000);
    await of.user.create('/v1/projects', of.order(published));
    assert.equal((await dryRun(of)).body.budget_left.amount, 500);
    await of.setBudget(100);
    assert.equal((await dryRun(of)).body.budget_left.amount, 0);
  });

  test("200 estimates the VAT by the organization's address, as on its receipt", async () => {
    const ratioIn = async (country: string, zipcode: string) =>
      (await dryRun(await openMarket(ordering, { country, zipcode }))).body.vat.ratio;
    assert.deepEqual([await ratioIn('MC', '98000'), await ratioIn('FR', '97400'), await ratioIn('ES', '35001')], [0.2, 0.085, 0]);
  });

  test('200 says null where the budget is unlimited, and no price for a specific request', async () => {
    const request = { title: 'Something new', description: 'Surprise us', product: null, state: 'draft' };
    assert.equal((await dryRun(market)).body.budget_left, null);
    const { status, body } = await market.user.post(PATH, request);

    assert.equal(status, 200);
    assert.deepEqual(body, { state: 'draft', price: null, vat: null, budget_left: null, approvers: [], approved_by_admins: false });
  });

  test('200 names the managers who can approve an order beyond the budget, no technical user, and books nothing', async () => {
    const of = await openMarket(ordering);
    await of.setBudget(249);
    const disabled = await ordering.signIn({ manages: [of.organization] });
    const robot = await ordering.signIn({ manages: [of.organization] });
    const elsewhere = await openMarket(ordering);
    const manager = (user: string) => ({
      type: 'membership',
      key: `${user}/${of.organization}`,
      state: { gid: newGid(), user, organization: of.organization, is_manager: true, monthly_budget: null },
    });
    const off = { gid: disabled.gid, roles: ['user'], is_enabled: false, memberships: [] };
    const technical = { ...off, gid: robot.gid, is_enabled: true, is_technical: true };
    await ordering.follow(
      ...[manager(disabled.gid), { type: 'principal', key: disabled.gid, state: off }],
      ...[manager(robot.gid), { type: 'principal', key: robot.gid, state: technical }],
    );
    const { body } = await dryRun(of);

    assert.deepEqual([body.state, body.budget_left], ['require_approval', eur(249)]);
    const { gid } = of.manager;
    assert.deepEqual(body.approvers, [{ gid, href: `/v1/users/${gid}`, firstname: 'Robin', lastname: 'Reed' }]);
    assert.equal(body.approved_by_admins, false);
    assert.notEqual(gid, elsewhere.manager.gid);
  });

  test('200 says without names that admins decide, where nobody manages the organization', async () => {
    const of = await openMarket(ordering);
    await of.setBudget(249);
    const key = `${of.manager.gid}/${of.organization}`;
    await ordering.follow({ type: 'membership', key, state: null });
    const { state, approvers, approved_by_admins } = (await dryRun(of)).body;
    assert.deepEqual([state, approvers, approved_by_admins], ['require_approval', [], true]);
  });

  test('200 asks identity for the limit of a new member, and for a higher one before it says that an approval is needed', async () => {
    const of = await openMarket(ordering);
    const budget = (user: string, amount_minor: number) => ({
      type: 'membership',
      key: `${user}/${of.organization}`,
      state: { gid: newGid(), user, organization: of.organization, is_manager: false, monthly_budget: { amount_minor, currency: 'EUR' } },
    });
    await of.setBudget(100);
    ordering.leaveToOwner(budget(of.user.gid, 50_000));
    assert.deepEqual((await dryRun(of)).body.state, 'published');
    const newcomer = await ordering.signIn({ memberOf: [of.organization] });
    ordering.leaveToOwner(budget(newcomer.gid, 20_000));
    assert.deepEqual((await dryRun(of, { state: 'draft' }, newcomer)).body.budget_left, eur(200));
  });

  test('writes nothing: no rows, no events, no booking, no key', async () => {
    await market.user.create('/v1/projects', market.order(published));
    const before = await written();
    const headers = { 'idempotency-key': newGid() };
    const briefed = { brief_files: [{ url: ordering.files.upload(market.user) }], ...published };
    const statuses = [];
    for (const changes of [published, briefed, { state: 'draft' }, { price: { amount: 1 } }])
      statuses.push((await market.user.post(PATH, market.order(changes), { headers })).status);
    assert.deepEqual(statuses, [200, 200, 200, 400]);
    assert.deepEqual(await written(), before);

    const real = await market.user.post('/v1/projects', market.order(briefed), { headers });
    assert.equal(real.status, 201);
    assert.notDeepEqual(await written(), before);
  });

  test('100 at once beside orders hold no budget: the orders get it all', async () => {
    const of = await openMarket(ordering);
    await of.setBudget(1000);
    const dryRuns = Array.from({ length: 100 }, () => dryRun(of));
    const orders = await Promise.all(Array.from({ length: 4 }, () => of.user.create('/v1/projects', of.order(published))));
    for (const { status } of await Promise.all(dryRuns)) assert.equal(status, 200);

    for (const href of orders) assert.equal((await of.user.get(href)).body.state, 'published');
    assert.deepEqual((await dryRun(of)).body.state, 'require_approval');
  });

  test('refuses in the words of the real order', async () => {
    const cases: object[] = [
      { price: { amount: 249 } },
      { product: { gid: newGid() } },
      { organization: { gid: newGid() } },
      { options: { due: 3, mode: 'solo' } },
      { quantity: 2, price: { amount: 500 } },
      { colour: 'blue' },
      { description: '<script>1</script>' },
      { product: null, ...published },
      { brief_files: [{ url: ordering.files.upload(market.manager) }] },
    ];
    for (const changes of cases) {
      const real = await market.user.post('/v1/projects', market.order(changes));
      const answer = await dryRun(market, changes);
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body, real.body);
    }
  });

  test('400 for the query parameter `dry_run`, whatever its value: POST /projects orders nothing with it', async () => {
    const before = await written();
    for (const query of ['dry_run=true', 'dry_run=false', 'dry_run']) {
      const { status, body } = await market.user.post(`/v1/projects?${query}`, market.order(published));
      assert.deepEqual([status, body.error.details[0].code], [400, 'unknown_parameter'], query);
    }
    assert.deepEqual(await written(), before);
  });

  test('managers are found by an index, however many memberships there are', async () => {
    await query(`insert into shared_state select 'membership', gen_random_uuid() || '/' || gen_random_uuid(), 1,
      jsonb_build_object('user', gen_random_uuid(), 'organization', gen_random_uuid(), 'is_manager', n % 10 = 0, 'monthly_budget', null)
      from generate_series(1, 20000) n`);
    await query('analyze shared_state');
    const {
      text,
      values: [value],
    } = managersOf(market.organization);
    const plan = await query<{ 'QUERY PLAN': string }>(`explain ${text}`.replaceAll('$1', `'${String(value)}'`));
    assert.match(plan.map((row) => row['QUERY PLAN']).join('\n'), /shared_state_managers/);
  });
});
