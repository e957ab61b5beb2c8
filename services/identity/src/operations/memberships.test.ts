import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Organization } from '../domain/organization.ts';
import { sharedIdentity } from '../fixtures/test-identity.ts';

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
