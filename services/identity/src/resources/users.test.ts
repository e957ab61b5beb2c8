import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { Organization } from '../domain/organization.ts';
import type { User } from '../domain/user.ts';
import { setUpIdentity, type IdentitySetUp, type Person } from '../fixtures/test-identity.ts';

describe('users', () => {
  let identity: IdentitySetUp;
  let bakery: Organization;
  let studio: Organization;
  let admin: Person;
  let manager: Person;
  let user: Person;
  let stranger: User;
  let both: User;
  before(async () => {
    identity = await setUpIdentity();
    [bakery, studio] = [await identity.organization(), await identity.organization({ name: 'Studio' })];
    [admin, manager] = [await identity.person({ roles: ['admin'] }), await identity.person({ manages: [bakery] })];
    user = await identity.person({ memberOf: [bakery] });
    [stranger, both] = [await identity.user({ memberOf: [studio] }), await identity.user({ memberOf: [bakery, studio] })];
  });
  after(() => identity.stop());

  const gids = ({ body }: { body: { items: { gid: string }[] } }) => body.items.map(({ gid }) => gid).toSorted();
  const sorted = (...users: { gid: string }[]) => users.map(({ gid }) => gid).toSorted();

  describe('listUsers, countUsers, getUser', () => {
    test('200: users see themselves, a manager also the users of the organization, an admin everybody', async () => {
      const visibleUsers: [Person, string[]][] = [
        [user, sorted(user)],
        [manager, sorted(manager, user, both)],
        [admin, sorted(admin, manager, user, stranger, both)],
      ];
      for (const [caller, expected] of visibleUsers) {
        const list = await caller.get('/v1/users');
        assert.deepEqual(gids(list), expected);
        assert.equal(list.body.total_count, expected.length);
        assert.deepEqual((await caller.get('/v1/users/total_count')).body, { total_count: expected.length });
        for (const { gid } of [admin, manager, user, stranger, both]) {
          assert.equal((await caller.get(`/v1/users/${gid}`)).status, expected.includes(gid) ? 200 : 404);
        }
      }
    });

    test('200: a manager sees only memberships in organizations they manage, and no fields for admins', async () => {
      const { body } = await manager.get(`/v1/users/${both.gid}`);
      assert.deepEqual(
        body.member_of.map((one: { organization: { gid: string } }) => one.organization.gid),
        [bakery.gid],
      );
      assert.deepEqual(
        ['is_enabled', 'last_seen', 'projects_count', 'password_hash'].filter((name) => name in body),
        [],
      );
      assert.equal((await admin.get(`/v1/users/${both.gid}`)).body.member_of.length, 2);
      assert.equal('member_of' in (await manager.get('/v1/users')).body.items[0], false);
    });

    test('200 for queries by organization, times and gid, which show nothing hidden', async () => {
      const query = (caller: Person, expression: unknown) => caller.get('/v1/users', { parameters: { query: expression } });
      assert.deepEqual(gids(await query(admin, ['member_of.organization.gid', '==', studio.gid])), sorted(stranger, both));
      assert.deepEqual(gids(await query(manager, ['member_of.organization.gid', '==', studio.gid])), []);
      assert.deepEqual(gids(await query(manager, ['member_of.organization.gid', '!=', bakery.gid])), []);
      assert.deepEqual(gids(await query(admin, ['member_of', 'exclude', ['organization.gid', '==', bakery.gid]])), sorted(admin, stranger));
      assert.deepEqual(gids(await query(admin, ['gid', 'in', [user.gid, 'no-gid']])), sorted(user));
      assert.equal((await query(admin, ['created_at', '>', '2020-01-01T00:00:00Z'])).body.total_count, 5);
      assert.equal((await query(admin, ['modified_at', '>', '2020-01-01'])).body.total_count, 5);
    });
  });

  test('200 by lastname', async () => {
    const cafe = await identity.organization();
    const manager = await identity.person({ manages: [cafe] });
    const member_of = [{ organization: { gid: cafe.gid } }];
    for (const lastname of ['Zola', 'Adler'])
      await manager.create('/v1/users', { email: `${lastname}@example.com`, firstname: 'Nia', lastname, member_of });
    const lastnames = async (path: string) => {
      const { items } = (await manager.get(path, { parameters: { orderBy: 'lastname', sort: 'asc' } })).body;
      return items.map(({ lastname }: { lastname: string }) => lastname);
    };
    for (const path of ['/v1/users', `/v1/orgs/${cafe.gid}/users`]) {
      const found = await lastnames(path);
      assert.deepEqual([found[0], found.at(-1)], ['Adler', 'Zola']);
    }
  });

  describe('nested collections', () => {
    test('200 for the visible memberships of a user, 404 for hidden users', async () => {
      const membershipsOf = (caller: Person, user: { gid: string }) => caller.get(`/v1/users/${user.gid}/member_of`);
      assert.equal((await membershipsOf(manager, both)).body.total_count, 1);
      assert.equal((await membershipsOf(admin, both)).body.total_count, 2);
      assert.equal((await membershipsOf(user, user)).body.total_count, 1);
      assert.equal((await membershipsOf(user, both)).status, 404);
      assert.equal((await user.get(`/v1/users/${both.gid}/member_of/${bakery.gid}`)).status, 404);
      assert.equal((await manager.get(`/v1/users/${both.gid}/member_of/${studio.gid}`)).status, 404);
    });

    test("200 for an organization's memberships: all for its manager, their own for a member; 404 for others", async () => {
      const membersOf = (caller: Person, organization: Organization) => caller.get(`/v1/orgs/${organization.gid}/member_of`);
      assert.deepEqual([(await membersOf(manager, bakery)).body.total_count, (await membersOf(user, bakery)).body.total_count], [3, 1]);
      assert.deepEqual([(await membersOf(manager, studio)).status, (await membersOf(admin, studio)).body.total_count], [404, 2]);
    });

    test("200 for an organization's users: its manager and admins; 403 for a member, 404 for others", async () => {
      const membersOf = (caller: Person, organization: Organization, parameters = {}) =>
        caller.get(`/v1/orgs/${organization.gid}/users`, { parameters });
      assert.deepEqual(gids(await membersOf(manager, bakery)), sorted(manager, user, both));
      assert.deepEqual(gids(await membersOf(admin, studio)), sorted(stranger, both));
      assert.equal((await membersOf(manager, bakery, { search: user.email })).body.items[0].gid, user.gid);
      const refused = await membersOf(user, bakery);
      assert.deepEqual([refused.status, refused.body.error.message], [403, 'Your are not authorized to see this user']);
      assert.equal((await membersOf(manager, studio)).status, 404);
    });
  });

  test("projects_count counts the projects that the user owns by ordering's states; only admins see it", async () => {
    const cafe = await identity.organization();
    const [owner, other] = [await identity.person({ memberOf: [cafe] }), await identity.user()];
    const theirManager = await identity.person({ manages: [cafe] });
    const count = async (user: { gid: string }) => (await admin.get(`/v1/users/${user.gid}`)).body.projects_count;
    const [first, second] = [newGid(), newGid()];
    const project = (key: string, state: object | null) => ({ type: 'project', key, state });

    assert.equal(await count(owner), 0);
    await identity.follow(project(first, { owner: owner.gid }), project(second, { owner: owner.gid }));
    await identity.follow(project(newGid(), { owner: other.gid }));
    assert.deepEqual([await count(owner), await count(other)], [2, 1]);
    const { items } = (await admin.get('/v1/users', { parameters: { query: ['gid', '==', owner.gid] } })).body;
    assert.equal(items[0].projects_count, 2);
    await identity.follow(project(first, null));
    assert.equal(await count(owner), 1, 'a deleted draft counts no more');
    for (const [caller, path] of [
      [owner, '/v1/me'],
      [theirManager, `/v1/users/${owner.gid}`],
    ] as const)
      assert.equal('projects_count' in (await caller.get(path)).body, false);
  });
});
