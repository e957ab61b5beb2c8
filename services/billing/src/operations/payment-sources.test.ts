import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { organizationOf, sharedBilling, type TestBilling } from '../fixtures/test-billing.ts';

describe('payment sources', () => {
  let billing: TestBilling;
  before(async () => {
    billing = await sharedBilling();
  });

  test('201 for all of three requests that add the first payment source at once; one source is left', async () => {
    for (let round = 0; round < 3; round++) {
      const gid = await billing.organization();
      const target = `/v1/orgs/${gid}/payment_source`;
      const answers = await Promise.all(['one', 'two', 'three'].map((rid) => billing.admin.post(target, { rid })));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201, 201],
      );
      assert.equal((await billing.admin.get(target)).status, 200);
    }
  });

  test('204 changes only the given fields; null clears', async () => {
    const path = `/v1/orgs/${await billing.organization()}/payment_source`;
    await billing.admin.post(path, { rid: 'cus_1', reference: 'old', last_digits: '1111' });
    assert.equal((await billing.admin.put(path, { reference: null, rid: 'cus_2' })).status, 204);
    const { body } = await billing.admin.get(path);
    assert.deepEqual([body.rid, body.reference, body.last_digits], ['cus_2', null, '1111']);
  });

  test('201 for an organization and a manager known only to identity', async () => {
    const [gid, user] = [newGid(), newGid()];
    const newcomer = await billing.signIn({ gid: user });
    const memberships = [{ organization: gid, is_manager: true }];
    billing.leaveToOwner(
      { type: 'organization', key: gid, state: organizationOf(gid) },
      { type: 'principal', key: user, state: { gid: user, roles: ['user'], is_enabled: true, memberships } },
    );
    assert.equal((await newcomer.post(`/v1/orgs/${gid}/payment_source`, { rid: 'cus_1' })).status, 201);
  });
});
