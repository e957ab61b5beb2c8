import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { ApiClient } from '@partner-ordering/testing';
import { organizationOf, sharedBilling, type TestBilling } from '../fixtures/test-billing.ts';

describe('payment source', () => {
  let billing: TestBilling;
  let organization: string;
  let manager: ApiClient;
  let path: string;
  before(async () => {
    billing = await sharedBilling();
    organization = await billing.organization();
    manager = await billing.signIn({ manages: [organization] });
    path = `/v1/orgs/${organization}/payment_source`;
  });

  test('201 names the path, where a manager reads it', async () => {
    const answer = await manager.post(path, { rid: 'cus_9s6XKzkNRiz8i3', reference: 'PO 4471', last_digits: '4242' });

    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('location'), path);
    const { status, body } = await manager.get(path);
    assert.equal(status, 200);
    const { gid, created_at, ...rest } = body;
    assert.deepEqual(rest, { href: path, modified_at: created_at, rid: 'cus_9s6XKzkNRiz8i3', reference: 'PO 4471', last_digits: '4242' });
    assert.ok(gid && created_at);
    assert.equal((await billing.admin.get(path)).status, 200);
  });

  test('201 again replaces it: another gid, and nothing of the old one', async () => {
    const { body: old } = await manager.get(path);
    assert.equal((await manager.post(path, { rid: 'cus_other' })).status, 201);

    const { body } = await manager.get(path);
    assert.notEqual(body.gid, old.gid);
    assert.deepEqual([body.rid, body.reference, body.last_digits], ['cus_other', null, null]);
  });

  test('201 to both of two that add the first one at once; one is left', async () => {
    for (let round = 0; round < 10; round++) {
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

  test('204 changes only the given fields, null clears', async () => {
    await manager.post(path, { rid: 'cus_1', reference: 'old', last_digits: '1111' });
    assert.equal((await manager.put(path, { reference: null, rid: 'cus_2' })).status, 204);

    const { body } = await manager.get(path);
    assert.deepEqual([body.rid, body.reference, body.last_digits], ['cus_2', null, '1111']);
    assert.ok(body.modified_at);
  });

  test('400 for card numbers in any text; nothing is stored', async () => {
    await manager.post(path, { rid: 'cus_1' });
    const card = '4111 1111 1111 1111';
    for (const [method, body] of [
      ['POST', { rid: card }],
      ['POST', { rid: 'cus_2', reference: `card ${card}` }],
      ['PUT', { reference: card.replaceAll(' ', '') }],
    ] as const) {
      const answer = await manager.send(method, path, { body });
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.ok(!JSON.stringify(answer.body).includes('1111'), 'the answer does not repeat it');
    }
    const { body } = await manager.get(path);
    assert.deepEqual([body.rid, body.reference], ['cus_1', null]);
  });

  test('404 once it is removed, and for organizations that do not exist', async () => {
    assert.equal((await manager.delete(path)).status, 204);
    for (const [method, body] of [['GET'], ['PUT', { rid: 'x' }], ['DELETE']] as const)
      assert.equal((await manager.send(method, path, { body })).status, 404, method);
    for (const gid of [newGid(), 'none'])
      assert.equal((await billing.admin.post(`/v1/orgs/${gid}/payment_source`, { rid: 'x' })).status, 404);
  });

  test('201 for an organization and a manager that only identity knows of yet', async () => {
    const [gid, user] = [newGid(), newGid()];
    const newcomer = await billing.signIn({ gid: user });
    const memberships = [{ organization: gid, is_manager: true }];
    billing.leaveToOwner(
      { type: 'organization', key: gid, state: organizationOf(gid) },
      { type: 'principal', key: user, state: { gid: user, roles: ['user'], is_enabled: true, memberships } },
    );
    assert.equal((await newcomer.post(`/v1/orgs/${gid}/payment_source`, { rid: 'cus_1' })).status, 201);
  });

  test('the account says whether there is one', async () => {
    const gid = await billing.organization();
    const target = `/v1/orgs/${gid}/payment_source`;
    assert.equal(await billing.state('account', gid), undefined);
    await billing.admin.post(target, { rid: 'cus_1' });
    assert.deepEqual(await billing.state('account', gid), { organization: gid, has_payment_source: true });
    await billing.admin.delete(target);
    assert.deepEqual(await billing.state('account', gid), { organization: gid, has_payment_source: false });
  });
});
