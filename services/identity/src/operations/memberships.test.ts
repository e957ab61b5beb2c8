import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import type { Organization } from '../domain/organization.ts';
import { sharedIdentity, type Person } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const [bakery, studio] = [await identity.organization(), await identity.organization({ name: 'Studio' })];
const admin = await identity.person({ roles: ['admin'] });

const pathOf = (user: { gid: string }, organization?: { gid: string }) =>
  `/v1/users/${user.gid}/member_of${organization === undefined ? '' : `/${organization.gid}`}`;
const bodyFor = ({ gid }: { gid: string }, fields: object = {}) => ({ organization: { gid }, ...fields });

test('403 for a manager of another organization of the user, who creates a member or invites one', async () => {
  const both = await identity.person({ manages: [bakery], memberOf: [studio] });
  const user = await identity.user({ memberOf: [bakery] });
  const email = 'invited@example.com';
  const answers = [await both.post(pathOf(user), bodyFor(studio)), await both.post('/v1/invitations', { ...bodyFor(studio), email })];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403],
  );
});

test('400 for one more than 10,000 memberships', async () => {
  const user = await identity.user({ memberOf: [] });
  // Their organizations do not exist, which this setting lets pass.
  await identity.service.database.pool.query(`
    set local session_replication_role = replica;
    insert into membership (gid, created_at, user_gid, organization_gid, is_manager)
    select gen_random_uuid(), now(), '${user.gid}', gen_random_uuid(), false from generate_series(1, 10000)`);
  const answer = await admin.post(pathOf(user), bodyFor(studio));
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body.error.details, [
    { path: 'organization', code: 'too_many_items', message: 'must have at most 10000 items', params: { max: 10_000 } },
  ]);
});

describe('actions of a membership', () => {
  const requests = {
    change_budget: (client: ApiClient, path: string) => client.put(path, { monthly_budget: { amount: 50, currency: 'EUR' } }),
    change_role: (client: ApiClient, path: string, isManager: boolean) => client.put(path, { is_manager: !isManager }),
    delete: (client: ApiClient, path: string) => client.delete(path),
  };
  type Action = keyof typeof requests;
  type Row = [caller: string, of: (member: Person) => Person | Promise<Person>, ofUser: Action[] | null, ofManager: Action[] | null];
  /** The actions on a user's membership and on a manager's; null where the caller sees neither. */
  const rows: Row[] = [
    ['the member', (member) => member, [], ['change_budget']],
    ['another member', () => identity.person({ memberOf: [bakery] }), null, null],
    ['a manager', () => identity.person({ manages: [bakery] }), ['change_budget', 'delete'], ['change_budget']],
    ['a manager of another organization', () => identity.person({ manages: [studio], memberOf: [bakery] }), null, null],
    ['an admin', () => admin, ['change_budget', 'change_role', 'delete'], ['change_budget', 'change_role', 'delete']],
  ];

  for (const [caller, of, ...expected] of rows)
    for (const [index, kind] of ['user', 'manager'].entries())
      test(`actions name what ${caller} may do with the membership of a ${kind}, and no other request succeeds`, async () => {
        const isManager = kind === 'manager';
        const joined = isManager ? { manages: [bakery], memberOf: [studio] } : { memberOf: [bakery, studio] };
        const member = await identity.person(joined);
        const [client, path, actions] = [await of(member), pathOf(member, bakery), expected[index]];
        const { status, body } = await client.get(path);
        assert.deepEqual([status, body.actions], actions ? [200, actions] : [404, undefined]);
        for (const [action, send] of Object.entries(requests)) {
          const answer = await send(client, path, isManager);
          assert.equal(answer.status, actions === null ? 404 : actions!.includes(action as Action) ? 204 : 403, action);
        }
      });
});

test('the published principal misses none of many concurrent changes of a user', async () => {
  for (let round = 0; round < 3; round += 1) {
    const organizations = await Promise.all(Array.from({ length: 6 }, () => identity.organization()));
    const user = await identity.user({ memberOf: organizations });
    const [deleted, ...otherOrganizations] = organizations as [Organization, ...Organization[]];
    const changes = [
      admin.delete(pathOf(user, deleted)),
      ...otherOrganizations.map((organization) => admin.put(pathOf(user, organization), { is_manager: true })),
    ];
    assert.ok((await Promise.all(changes)).every(({ status }) => status === 204));

    const { state } = (await identity.state('principal', user.gid))!;
    const { memberships } = state as { memberships: { organization: string; is_manager: boolean }[] };
    const managed = memberships.flatMap(({ organization, is_manager: isManager }) => (isManager ? [organization] : []));
    assert.deepEqual(managed.toSorted(), otherOrganizations.map(({ gid }) => gid).toSorted());
  }
});
