import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { askedAgainWhenBusy, eventually, keepOutbox, type ApiClient } from '@partner-ordering/testing';
import { address, finishedProject, testBilling, type TestBilling } from '../fixtures/test-billing.ts';

const IN_PARALLEL = 200;

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

  const receiptOver = (amountMinor: number, currency = 'EUR') =>
    billing.finish(finishedProject(organization, { price: { amount_minor: amountMinor, currency } }));
  const credit = (receipt: { gid?: string }, amount?: number, currency = 'EUR') =>
    billing.admin.post(path, {
      ...{ receipt: { gid: receipt.gid }, reason: 'Delivered late' },
      ...(amount === undefined ? {} : { amount: { amount, currency } }),
    });
  const read = async (href: string) => (await billing.admin.get(href)).body;
  /** Bad fields of a refusal. */
  const paths = ({ status, body }: Awaited<ReturnType<typeof credit>>) => [
    status,
    body.error.details.map((one: { path: string }) => one.path),
  ];

  test('201 credits a part with its VAT, which a manager reads; the receipt stays open over the rest', async () => {
    const receipt = await receiptOver(25_000);
    const answer = await credit(receipt, 100);
    assert.equal(answer.status, 201);
    const href = answer.headers.get('location')!;
    const { gid, created_at, modified_at, file, number, ...rest } = (await manager.get(href)).body;
    assert.ok(created_at && (modified_at === created_at || file !== null));
    assert.match(number, /^C\d{4}-000001$/);
    assert.deepEqual(rest, {
      href: `${path}/${gid}`,
      organization: receipt['organization'],
      receipt: { gid: receipt['gid'], href: receipt['href'], number: receipt['number'] },
      project: receipt['project'],
      reason: 'Delivered late',
      amount: { amount: 100, currency: 'EUR' },
      total: { amount: 120, currency: 'EUR' },
      test: false,
      vat: { amount: 20, ratio: 0.2, currency: 'EUR' },
    });
    const { status, credited, total } = await read(receipt['href']);
    assert.deepEqual([status, credited, total.amount], ['open', { amount: 120, currency: 'EUR' }, 300]);
    assert.equal((await billing.state('receipt', receipt['project'].gid))?.credited.amount_minor, 12_000);
    const { items } = (await manager.get(path, { parameters: { query: ['receipt.gid', '==', receipt['gid']] } })).body;
    assert.deepEqual(items.map((one: { gid: string }) => one.gid), [gid]); // prettier-ignore
  });

  test('201 without an amount credits the rest: the receipt is paid, for followers too, and is marked no more', async () => {
    const own = await billing.organization();
    const project = finishedProject(own);
    const receipt = await billing.finish(project);
    const body = { receipt: { gid: receipt['gid'] }, reason: 'Never delivered' };
    assert.equal((await billing.admin.post(`/v1/orgs/${own}/credit_notes`, body)).status, 201);
    const { status, paid_at, credited } = await read(receipt['href']);
    assert.deepEqual([status, credited.amount], ['paid', 300]);
    assert.ok(paid_at);
    assert.equal((await billing.state('receipt', project.gid))?.status, 'paid');
    assert.equal((await billing.admin.put(receipt['href'], { status: 'paid' })).status, 400);
  });

  test('the VAT of notes over all of a receipt is all of its VAT, to the last cent', async () => {
    const receipt = await receiptOver(3_363);
    const amounts = [0.01, 0.02, 11.11, 0.03, undefined];
    for (const amount of amounts) assert.equal((await credit(receipt, amount)).status, 201);
    const { items } = (await manager.get(path, { parameters: { query: ['receipt.gid', '==', receipt['gid']] } })).body;
    const notes = await Promise.all(items.map((one: { href: string }) => read(one.href)));
    const sum = (field: string) => Math.round(notes.reduce((all, note) => all + note[field].amount * 100, 0));
    assert.deepEqual([sum('amount'), sum('vat'), sum('total')], [3_363, 673, 4_036]);
    assert.ok(notes.every(({ vat }) => vat.amount >= 0));
  });

  test(`${IN_PARALLEL} at once never credit more than the receipt, and their numbers have no gap`, async () => {
    const receipt = await receiptOver(1_000);
    const answers = await Promise.all(Array.from({ length: IN_PARALLEL }, () => askedAgainWhenBusy(() => credit(receipt, 0.13))));
    const made = answers.filter(({ status }) => status === 201).length;
    assert.equal(made, Math.floor(1_000 / 13));
    for (const answer of answers.filter(({ status }) => status !== 201)) assert.deepEqual(paths(answer), [400, ['amount.amount']]);
    assert.equal((await credit(receipt)).status, 201);
    const { credited, total, status } = await read(receipt['href']);
    assert.deepEqual([credited, status], [total, 'paid']);
    assert.deepEqual(await billing.service.checkBooks(), []);
  });

  test('a paid receipt is credited too, and what was paid stays known', async () => {
    const receipt = await receiptOver(1_000);
    await billing.admin.put(receipt['href'], { status: 'paid' });
    const paidAt = (await read(receipt['href'])).paid_at;
    assert.equal((await credit(receipt)).status, 201);
    const { status, paid_at, credited } = await read(receipt['href']);
    assert.deepEqual([status, paid_at, credited.amount], ['paid', paidAt, 12]);
    assert.equal((await billing.state('receipt', receipt['project'].gid))?.paid?.amount_minor, 1_200);
  });

  test('a receipt that the rest is credited of is not charged any more, another one only for the rest', async () => {
    const charges: number[] = [];
    const gate = Promise.withResolvers<void>();
    const charge = async ({ amountMinor }: { amountMinor: number }) => {
      await gate.promise;
      charges.push(amountMinor);
      if (charges.length === 1) throw new Error('the provider does not answer');
      return { status: 'paid' as const };
    };
    const charging = await testBilling({ provider: { name: 'test', charge } });
    try {
      const own = await charging.organization();
      await charging.admin.post(`/v1/orgs/${own}/payment_source`, { rid: 'cus_1' });
      const { gid, href } = await charging.finish(finishedProject(own));
      const body = { receipt: { gid }, reason: 'Late', amount: { amount: 50, currency: 'EUR' } };
      assert.equal((await charging.admin.post(`/v1/orgs/${own}/credit_notes`, body)).status, 201);
      gate.resolve();
      await eventually(async () => (await charging.admin.get(href)).body.status === 'paid');
      assert.equal(charges.at(-1), 24_000);
      const settled = await charging.finish(finishedProject(own, { price: { amount_minor: 0, currency: 'EUR' } }));
      assert.equal(settled['status'], 'paid');
      assert.equal(charges.length, 2);
    } finally {
      await charging.stop();
    }
  });

  test('a test receipt is credited in a series of its own', async () => {
    const own = await billing.organization({ test: true });
    const { gid } = await billing.finish(finishedProject(own));
    const href = await billing.admin.create(`/v1/orgs/${own}/credit_notes`, { receipt: { gid }, reason: 'A try' });
    const note = await read(href);
    assert.match(note.number, /^TC\d{4}-000001$/);
    assert.equal(note.test, true);
  });

  test('partners are told of the note, of its PDF, and of the receipt that it pays', async () => {
    const outbox = await keepOutbox(billing.service.database);
    const own = await billing.organization({ vat: 'DE123456789', billing_address: { ...address, country: 'DE' } });
    const project = finishedProject(own);
    const { gid } = await billing.finish(project);
    const href = await billing.admin.create(`/v1/orgs/${own}/credit_notes`, { receipt: { gid }, reason: 'A' });
    await eventually(async () => (await read(href)).file !== null);
    const told = (await outbox()).filter(({ topic, event }) => topic === 'billing.facts' && event.subject?.endsWith(project.gid));
    const types = told.map(({ event }) => event.type);
    assert.deepEqual(types.filter((type) => type !== 'receipt.file_added'), ['receipt.created', 'credit_note.created', 'receipt.paid', 'credit_note.file_added']); // prettier-ignore
    const last = told.findLast(({ event }) => event.type === 'credit_note.file_added')!;
    assert.deepEqual(JSON.parse((last.event.data as { shown: string }).shown), { credit_note: await read(href) });
  });

  test('400 for more than the rest, nothing, another currency, too many decimals, a blank reason, and foreign receipts', async () => {
    const receipt = await receiptOver(25_000);
    const foreign = await billing.finish(finishedProject(await billing.organization()));
    assert.deepEqual(paths(await credit(receipt, 250.01)), [400, ['amount.amount']]);
    assert.deepEqual(paths(await credit(receipt, 0)), [400, ['amount.amount']]);
    assert.deepEqual(paths(await credit(receipt, 0.001)), [400, ['amount.amount']]);
    assert.deepEqual(paths(await credit(receipt, 1, 'USD')), [400, ['amount.currency']]);
    for (const gid of [foreign['gid'], newGid(), 'none']) assert.deepEqual(paths(await credit({ gid })), [400, ['receipt.gid']]);
    const blank = await billing.admin.post(path, { receipt: { gid: receipt['gid'] }, reason: ' ' });
    assert.deepEqual(paths(blank), [400, ['reason']]);
    assert.equal((await read(receipt['href'])).credited.amount, 0);
    assert.equal((await credit(receipt)).status, 201);
    assert.deepEqual(paths(await credit(receipt)), [400, ['receipt.gid']]);
  });

  test('403 for managers who credit and for members who read, 404 for strangers; nobody changes or deletes one', async () => {
    const receipt = await receiptOver(25_000);
    const href = (await credit(receipt, 1)).headers.get('location')!;
    const member = await billing.signIn({ memberOf: [organization] });
    const stranger = await billing.signIn({ manages: [await billing.organization()] });
    const body = { receipt: { gid: receipt['gid'] }, reason: 'A' };
    for (const client of [manager, member]) assert.equal((await client.post(path, body)).status, 403);
    assert.equal((await stranger.post(path, body)).status, 404);
    for (const each of [path, href]) {
      assert.equal((await member.get(each)).status, 403, each);
      assert.equal((await stranger.get(each)).status, 404, each);
      assert.equal((await manager.get(each)).status, 200, each);
    }
    for (const method of ['PUT', 'DELETE'] as const) assert.equal((await billing.admin.send(method, href, { body: {} })).status, 405);
    const elsewhere = href.replace(organization, await billing.organization());
    assert.equal((await billing.admin.get(elsewhere)).status, 404);
  });
});
