import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { keptCountTests } from '@partner-ordering/testing';
import { setUpIdentity, type IdentitySetUp } from './fixtures/test-identity.ts';

describe('the books of identity', () => {
  let identity: IdentitySetUp;
  before(async () => {
    identity = await setUpIdentity();
  });
  after(() => identity?.stop());

  test('close after people and invitations have come and gone, and the nightly check succeeds', async () => {
    const admin = await identity.person({ roles: ['admin'] });
    const organization = { gid: (await identity.organization()).gid };
    const { gid: user } = await identity.user();
    const [kept, gone] = ['kept@example.com', 'gone@example.com'].map((email) => ({ email, organization }));
    await admin.create('/v1/invitations', kept!);
    assert.equal((await admin.delete(await admin.create('/v1/invitations', gone!))).status, 204);
    assert.equal((await admin.delete(`/v1/users/${user}`)).status, 204);
    assert.deepEqual(await identity.service.checkBooks(), []);
    await identity.runJob('check_books');
  });

  keptCountTests(() => identity, ['user', 'organization', 'invitation']);
});
