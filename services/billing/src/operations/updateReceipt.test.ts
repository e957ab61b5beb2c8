import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { finishedProject, sharedBilling, type TestBilling } from '../fixtures/test-billing.ts';

describe('updateReceipt', () => {
  let billing: TestBilling;
  before(async () => {
    billing = await sharedBilling();
  });

  test('204 marks an open receipt as paid, for the API and for followers', async () => {
    const organization = await billing.organization();
    const project = finishedProject(organization);
    const { href } = await billing.finish(project);
    assert.equal((await billing.admin.put(href, { status: 'paid' })).status, 204);

    const { body } = await billing.admin.get(href);
    assert.equal(body.status, 'paid');
    assert.ok(body.paid_at);
    const state = await billing.state('receipt', project.gid);
    assert.deepEqual([state?.status, state?.paid_at], ['paid', body.paid_at]);
  });

  test('400 when it is paid already, and for any other status', async () => {
    const { href } = await billing.finish(finishedProject(await billing.organization({ test: true })));
    assert.equal((await billing.admin.put(href, { status: 'paid' })).status, 400);
    for (const body of [{ status: 'open' }, { status: 'failed' }, { status: 'paid', amount: 1 }])
      assert.equal((await billing.admin.put(href, body)).status, 400);
  });

  test('one of two that mark it at once gets 204, the other 400', async () => {
    const { href } = await billing.finish(finishedProject(await billing.organization()));
    const answers = await Promise.all([1, 2].map(() => billing.admin.put(href, { status: 'paid' })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 400]);
  });

  test('403 for the owner and for managers, 404 for who does not see it', async () => {
    const organization = await billing.organization();
    const owner = await billing.signIn({ memberOf: [organization] });
    const manager = await billing.signIn({ manages: [organization] });
    const colleague = await billing.signIn({ memberOf: [organization] });
    const { href } = await billing.finish(finishedProject(organization, { owner: owner.gid }));
    const statuses = [];
    for (const client of [owner, manager, colleague]) statuses.push((await client.put(href, { status: 'paid' })).status);
    assert.deepEqual(statuses, [403, 403, 404]);
  });
});
