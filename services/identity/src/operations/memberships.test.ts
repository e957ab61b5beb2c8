import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Organization } from '../domain/organization.ts';
import { sharedIdentity } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const [bakery, studio] = [await identity.organization(), await identity.organization({ name: 'Studio' })];
const [admin, manager] = [await identity.person({ roles: ['admin'] }), await identity.person({ manages: [bakery] })];

const pathOf = (user: { gid: string }, organization?: { gid: string }) =>
  `/v1/users/${user.gid}/member_of${organization === undefined ? '' : `/${organization.gid}`}`;
const named = ({ gid }: { gid: string }, more: object = {}) => ({ organization: { gid }, ...more });
const budget = { amount: 250, currency: 'EUR' };

describe('createMembership', () => {
  test('201 names the path of the membership', async () => {
    const user = await identity.user({ memberOf: [studio] });
    const href = await admin.create(pathOf(user), named(bakery, { monthly_budget: budget, is_manager: true }));

    assert.equal(href, pathOf(user, bakery));
    const { body } = await admin.get(href);
    assert.deepEqual([body.monthly_budget, body.is_manager, body.organization.gid, body.user.gid], [budget, true, bakery.gid, user.gid]);
  });

  test('400 for a member, an organization that is unknown or not seen, and unknown fields', async () => {
    const user = await identity.user({ memberOf: [bakery] });
    for (const [who, body] of [
      [manager, named(bakery)],
      [manager, named(studio)],
      [admin, named(user)],
      [admin, named({ gid: 'no-gid' })],
    ] as const) {
      const answer = await who.post(pathOf(user), body);
      assert.deepEqual([answer.status, answer.body.error.details[0].path], [400, 'organization'], JSON.stringify(answer.body));
    }
    assert.equal((await admin.post(pathOf(user), named(studio, { user: user.gid }))).status, 400);
    assert.equal((await admin.post(pathOf(user), {})).status, 400);
  });

  test('403 for standard users and for a manager who would make another one, 404 for users they do not see', async () => {
    const both = await identity.person({ manages: [bakery], memberOf: [studio] });
    const user = await identity.person({ memberOf: [bakery] });
    for (const [who, whom, body] of [
      [user, user, named(studio)],
      [both, user, named(studio)],
      [both, user, named(bakery, { is_manager: true })],
    ] as const) {
      const answer = await who.post(pathOf(whom), body);
      assert.deepEqual([answer.status, answer.body.error.message], [403, 'Your are not authorized to create membership']);
    }
    const stranger = await identity.user({ memberOf: [studio] });
    for (const gid of [stranger.gid, 'no-gid', bakery.gid]) {
      const answer = await manager.post(pathOf({ gid }), named(bakery));
      assert.deepEqual([answer.status, answer.body.error.message], [404, 'Could not find this user']);
    }
  });
});

describe('updateMembership', () => {
  test('204: the budget by the manager, the flag by the admin; both are published', async () => {
    const user = await identity.user({ memberOf: [bakery] });
    const path = pathOf(user, bakery);
    assert.equal((await manager.put(path, { monthly_budget: { amount: 12.34, currency: 'USD' } })).status, 204);
    assert.equal((await admin.put(path, { is_manager: true })).status, 204);

    const { body } = await manager.get(path);
    assert.deepEqual(
      [body.monthly_budget, body.monthly_spent],
      [
        { amount: 12.34, currency: 'USD' },
        { amount: 0, currency: 'USD' },
      ],
    );
    assert.ok((await identity.isModified('membership', body.gid)) && (await identity.isModified('user', user.gid)));
    const { state } = (await identity.state('membership', `${user.gid}/${bakery.gid}`))!;
    const { monthly_budget: budget, is_manager: isManager } = state as Record<string, unknown>;
    assert.deepEqual([budget, isManager], [{ amount_minor: 1234, currency: 'USD' }, true]);
    assert.equal((await manager.put(path, { monthly_budget: null })).status, 204);
    assert.equal((await manager.get(path)).body.monthly_budget, null);
  });

  test('204 for nothing to change, and neither the membership nor its user moves', async () => {
    const user = await identity.user({ memberOf: [bakery] });
    const path = pathOf(user, bakery);
    const { body } = await manager.get(path);
    for (const change of [{}, body]) assert.equal((await manager.put(path, change)).status, 204);
    assert.ok(!(await identity.isModified('membership', body.gid)) && !(await identity.isModified('user', user.gid)));
  });

  test('400 for bad values, and nothing changes', async () => {
    const user = await identity.user({ memberOf: [bakery], budget });
    for (const body of [
      { monthly_budget: { amount: -1, currency: 'EUR' } },
      { monthly_budget: { amount: 1, currency: 'euro' } },
      { monthly_budget: { amount: 1, currency: 'QQQ' } },
      { monthly_budget: { amount: 0.001, currency: 'EUR' } },
      { monthly_budget: 5 },
      { is_manager: null },
      { organization: { gid: studio.gid } },
      { gid: user.gid, monthly_spent: { amount: 1, currency: 'USD' } },
    ]) {
      assert.equal((await admin.put(pathOf(user, bakery), body)).status, 400, JSON.stringify(body));
    }
    assert.deepEqual((await admin.get(pathOf(user, bakery))).body.monthly_budget, budget);
  });

  test('403 for members themselves, and for managers who set the flag', async () => {
    const user = await identity.person({ memberOf: [bakery] });
    const path = pathOf(user, bakery);
    for (const answer of [await user.put(path, { monthly_budget: null }), await manager.put(path, { is_manager: false })]) {
      assert.deepEqual([answer.status, answer.body.error.message], [403, 'Your are not authorized to update membership']);
    }
  });

  test('404 for memberships of other organizations, alike for those that do not exist', async () => {
    const both = await identity.user({ memberOf: [bakery, studio] });
    const unseen = await manager.put(pathOf(both, studio), { monthly_budget: null });
    const unknown = await manager.put(pathOf(both, both), { monthly_budget: null });
    assert.deepEqual([unseen.status, unseen.body], [404, unknown.body]);
    assert.equal((await manager.put(pathOf(await identity.user({ memberOf: [studio] }), studio), {})).status, 404);
    assert.equal((await admin.put('/v1/users/no-gid/member_of/no-gid', {})).status, 404);
  });
});

describe('deleteMembership', () => {
  test('204 for the manager, 403 for the member, 404 from then on', async () => {
    const user = await identity.person({ memberOf: [bakery, studio] });
    const path = pathOf(user, bakery);
    assert.equal((await user.delete(path)).status, 403);
    assert.equal((await manager.delete(pathOf(user, studio))).status, 404);
    assert.equal((await manager.delete(path)).status, 204);

    assert.deepEqual([(await admin.delete(path)).status, (await admin.get(path)).status], [404, 404]);
    assert.equal((await identity.state('membership', `${user.gid}/${bakery.gid}`))!.state, null);
  });

  test('403 for a manager who would end a manager’s membership, their own too; admins end it', async () => {
    const [older, newer] = [await identity.person({ manages: [bakery] }), await identity.person({ manages: [bakery] })];
    for (const whom of [older, newer]) {
      const { status, body } = await newer.delete(pathOf(whom, bakery));
      assert.deepEqual([status, body.error.message], [403, 'Your are not authorized to delete membership']);
    }
    assert.equal((await admin.delete(pathOf(older, bakery))).status, 204);
  });
});

test('of many changes of one user at once, the published principal misses none', async () => {
  for (let round = 0; round < 5; round += 1) {
    const organizations = await Promise.all(Array.from({ length: 6 }, () => identity.organization()));
    const user = await identity.user({ memberOf: organizations });
    const [deleted, ...promoted] = organizations as [Organization, ...Organization[]];
    const changes = [
      admin.delete(pathOf(user, deleted)),
      ...promoted.map((organization) => admin.put(pathOf(user, organization), { is_manager: true })),
    ];
    assert.ok((await Promise.all(changes)).every(({ status }) => status === 204));

    const { state } = (await identity.state('principal', user.gid))!;
    const { memberships } = state as { memberships: { organization: string; is_manager: boolean }[] };
    const managed = memberships.flatMap(({ organization, is_manager: isManager }) => (isManager ? [organization] : []));
    assert.deepEqual(managed.toSorted(), promoted.map(({ gid }) => gid).toSorted());
  }
});

test('monthly_spent is what ordering says of this month in the currency of the budget, else 0', async () => {
  const [user, other] = [await identity.user({ memberOf: [bakery], budget }), await identity.user({ memberOf: [bakery] })];
  const month = new Date().toISOString().slice(0, 7);
  const spend = (gid: string, more: object) =>
    identity.follow({
      type: 'budget_account',
      key: `${gid}/${bakery.gid}`,
      state: { user: gid, organization: bakery.gid, month, spent_minor: 12050, currency: 'EUR', ...more },
    });
  const spent = async (gid: string) => (await admin.get(pathOf({ gid }, bakery))).body.monthly_spent;

  await Promise.all([spend(user.gid, {}), spend(other.gid, {})]);
  assert.deepEqual(await spent(user.gid), { amount: 120.5, currency: 'EUR' });
  assert.deepEqual(await spent(other.gid), { amount: 120.5, currency: 'EUR' });
  await spend(user.gid, { month: '2020-01' });
  assert.deepEqual(await spent(user.gid), { amount: 0, currency: 'EUR' });
  await spend(user.gid, { currency: 'USD' });
  assert.deepEqual(await spent(user.gid), { amount: 0, currency: 'EUR' });
});

test('monthly_spent is a sum, which the limit of a single amount does not hold for', async () => {
  const user = await identity.user({ memberOf: [bakery] });
  const month = new Date().toISOString().slice(0, 7);
  await identity.follow({
    type: 'budget_account',
    key: `${user.gid}/${bakery.gid}`,
    state: { user: user.gid, organization: bakery.gid, month, spent_minor: 300_000_000_000, currency: 'EUR' },
  });
  const { status, body } = await admin.get(pathOf(user, bakery));

  assert.equal(status, 200);
  assert.deepEqual(body.monthly_spent, { amount: 3_000_000_000, currency: 'EUR' });
});
