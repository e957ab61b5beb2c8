import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { finishedProject, testBilling, type TestBilling } from '../fixtures/test-billing.ts';

/** What makes the books of a receipt wrong, and right again; $1 is its gid. */
const mistakes = [
  {
    what: 'a total that is not the sum of amount and VAT',
    breaks: ['totals'],
    wrong: 'update receipt set total_minor = total_minor + 1 where gid = $1',
    right: 'update receipt set total_minor = total_minor - 1 where gid = $1',
  },
  {
    what: 'a gap in the numbers',
    breaks: ['numbers'],
    wrong: `update receipt set number = split_part(number, '-', 1) || '-000009' where gid = $1`,
    right: `update receipt set number = split_part(number, '-', 1) || '-000002' where gid = $1`,
  },
  {
    what: 'a finished order without a receipt',
    breaks: ['receipts'],
    wrong: 'update receipt set project_gid = gid where gid = $1',
    right: `update receipt set project_gid = (select key::uuid from shared_state where type = 'project'
      and key::uuid not in (select project_gid from receipt where gid <> $1)) where gid = $1`,
  },
  {
    what: 'the receipt of an order that is not finished',
    breaks: ['receipts'],
    wrong: `update shared_state set state = state || '{"status": "in_progress"}' where type = 'project' and key = (select project_gid::text from receipt where gid = $1)`,
    right: `update shared_state set state = state || '{"status": "finished"}' where type = 'project' and key = (select project_gid::text from receipt where gid = $1)`,
  },
];

describe('the books of billing', () => {
  let billing: TestBilling;
  let receipt: string;
  before(async () => {
    billing = await testBilling();
    const organization = await billing.organization();
    await billing.finish(finishedProject(organization));
    receipt = (await billing.finish(finishedProject(organization))).gid;
  });
  after(() => billing?.stop());

  const change = (text: string) => billing.service.database.query({ text, values: [receipt] });
  const broken = async () => (await billing.service.checkBooks()).map(({ rule }) => rule);

  test('close when each finished order has its receipt', async () => {
    assert.deepEqual(await billing.service.checkBooks(), []);
  });

  for (const { what, breaks, wrong, right } of mistakes) {
    test(`do not close for ${what}`, async () => {
      await change(wrong);
      assert.deepEqual(await broken(), breaks);
      await change(right);
      assert.deepEqual(await broken(), []);
    });
  }
});
