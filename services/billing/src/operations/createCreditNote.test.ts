import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { retryWhenBusy, type ApiClient } from '@partner-ordering/testing';
import { faults } from '../faults.ts';
import { finishedProject, testBilling, type TestBilling } from '../fixtures/test-billing.ts';

const IN_PARALLEL = 100;

describe('credit notes', () => {
  let billing: TestBilling;
  let organization: string;
  let manager: ApiClient;
  let path: string;
  before(async () => {
    billing = await testBilling();
    organization = await billing.organization();
    manager = await billing.signIn({ manages: [organization] });
    path = `/v1/orgs/${organization}/credit_notes`;
  });
  after(() => billing.stop());

  const receiptOver = (amountMinor: number) =>
    billing.finish(finishedProject(organization, { price: { amount_minor: amountMinor, currency: 'EUR' } }));
  const credit = (receipt: { gid?: string }, amount?: number) =>
    billing.admin.post(path, {
      receipt: { gid: receipt.gid },
      reason: 'Delivered late',
      ...(amount === undefined ? {} : { amount: { amount, currency: 'EUR' } }),
    });
  const read = async (href: string) => (await billing.admin.get(href)).body;

  test('credit notes over a whole receipt add up to its VAT, to the last cent', async () => {
    const receipt = await receiptOver(3_363);
    const amounts = [0.01, 0.02, 11.11, 0.03, undefined];
    for (const amount of amounts) assert.equal((await credit(receipt, amount)).status, 201);
    const { items } = (await manager.get(path, { parameters: { query: ['receipt.gid', '==', receipt['gid']] } })).body;
    const notes = await Promise.all(items.map((one: { href: string }) => read(one.href)));
    const sum = (field: string) => Math.round(notes.reduce((all, note) => all + note[field].amount * 100, 0));
    assert.deepEqual([sum('amount'), sum('vat'), sum('total')], [3_363, 673, 4_036]);
    assert.ok(notes.every(({ vat }) => vat.amount >= 0));
  });

  test('400 names an amount that cannot be paid; the VAT of a part is rounded to a payable amount', async () => {
    const receipt = await billing.finish(finishedProject(organization, { price: { amount_minor: 14_820, currency: 'KWD' } }));
    const part = (amount: number) =>
      billing.admin.post(path, { receipt: { gid: receipt['gid'] }, reason: 'Late', amount: { amount, currency: 'KWD' } });
    assert.deepEqual([receipt['vat'].amount, receipt['total'].amount], [2.96, 17.78]);
    const { status, body } = await part(1.235);
    assert.deepEqual([status, body.error.details], [400, [faults.not_a_multiple('amount.amount', { amount: 0.01, currency: 'KWD' })]]);
    assert.equal((await part(1.23)).status, 201);
    assert.equal((await read(receipt['href'])).credited.amount, 1.48);
  });

  test('201 credits a receipt in a currency that was withdrawn since', async () => {
    const receipt = await billing.finish(finishedProject(organization, { price: { amount_minor: 75_345, currency: 'HRK' } }));
    assert.deepEqual([receipt['amount'], receipt['total'].currency], [{ amount: 753.45, currency: 'HRK' }, 'HRK']);
    const body = { receipt: { gid: receipt['gid'] }, reason: 'Late', amount: { amount: 53.45, currency: 'HRK' } };
    assert.equal((await billing.admin.post(path, body)).status, 201);
    assert.equal((await billing.admin.put(receipt['href'], { status: 'paid' })).status, 204);
  });

  test(`${IN_PARALLEL} credit notes at once never exceed the receipt, and their numbers have no gap`, async () => {
    const receipt = await receiptOver(1_000);
    const answers = await Promise.all(Array.from({ length: IN_PARALLEL }, () => retryWhenBusy(() => credit(receipt, 0.13))));
    const made = answers.filter(({ status }) => status === 201).length;
    assert.equal(made, Math.floor(1_000 / 13));
    for (const { status, body } of answers.filter((answer) => answer.status !== 201))
      assert.deepEqual([status, body.error.details[0].path], [400, 'amount.amount']);
    assert.equal((await credit(receipt)).status, 201);
    const { credited, total, status } = await read(receipt['href']);
    assert.deepEqual([credited, status], [total, 'paid']);
    assert.deepEqual(await billing.service.checkIntegrity(), []);
  });

  test('a paid receipt can be credited, and its paid amount stays known', async () => {
    const receipt = await receiptOver(1_000);
    await billing.admin.put(receipt['href'], { status: 'paid' });
    const paidAt = (await read(receipt['href'])).paid_at;
    assert.equal((await credit(receipt)).status, 201);
    const { status, paid_at, credited } = await read(receipt['href']);
    assert.deepEqual([status, paid_at, credited.amount], ['paid', paidAt, 12]);
    assert.equal((await billing.state('receipt', receipt['project'].gid))?.paid?.amount_minor, 1_200);
  });

  test('a credit note for a test receipt is numbered in a series of its own', async () => {
    const own = await billing.organization({ test: true });
    const { gid } = await billing.finish(finishedProject(own));
    const href = await billing.admin.create(`/v1/orgs/${own}/credit_notes`, { receipt: { gid }, reason: 'A try' });
    const note = await read(href);
    assert.match(note.number, /^TC\d{4}-\d{6}$/);
    assert.equal(note.test, true);
  });
});
