import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, tokensOf, type ApiClient } from '@partner-ordering/testing';
import { thisMonth } from '../fixtures/invoices.ts';
import { finishedProject, testBilling, type TestBilling } from '../fixtures/test-billing.ts';

describe('PDFs of receipts, invoices and credit notes', () => {
  let billing: TestBilling;
  let organization: string;
  let readers: (ApiClient & { gid: string })[];
  before(async () => {
    billing = await testBilling();
    organization = await billing.organization();
    const owner = await billing.signIn({ memberOf: [organization] });
    readers = [
      billing.admin,
      await billing.signIn({ manages: [organization] }),
      owner,
      await billing.signIn({ manages: [await billing.organization()] }),
    ];
    const { gid } = await billing.finish(finishedProject(organization, { owner: owner.gid }));
    await billing.admin.create(`/v1/orgs/${organization}/credit_notes`, {
      receipt: { gid },
      reason: 'A',
      amount: { amount: 1, currency: 'EUR' },
    });
    await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: thisMonth() });
  });
  after(() => billing.stop());

  /** Whether admin, manager, owner of the project and stranger may read the PDF of the first resource of a list. */
  async function readable(list: string): Promise<boolean[]> {
    const file = await eventually(async () => (await billing.admin.get(list)).body.items[0].file ?? false);
    const path = file.url.split('/').at(-1);
    const authorization = `Bearer ${await tokensOf('files').issue('billing')}`;
    const ask = async ({ gid }: { gid: string }): Promise<boolean> => {
      const body = JSON.stringify({ paths: [path], user: gid });
      const options = { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body };
      const answer = (await (await fetch(`${billing.url}/internal/readable`, options)).json()) as {
        files: { readable: boolean; held: boolean }[];
      };
      assert.equal(answer.files[0]!.held, true);
      return answer.files[0]!.readable;
    };
    return Promise.all(readers.map(ask));
  }

  test('PDFs of invoices and credit notes are read by admins and managers of the organization only', async () => {
    for (const list of ['/v1/invoices', `/v1/orgs/${organization}/credit_notes`])
      assert.deepEqual(await readable(list), [true, true, false, false], list);
  });

  test("PDFs of receipts are read by the project's owner too", async () => {
    assert.deepEqual(await readable('/v1/receipts'), [true, true, true, false]);
  });
});
