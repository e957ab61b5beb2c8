import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import type { StoredDocument } from '../documents/document-store.ts';
import { collectReceipts } from '../domain/collected-receipts.ts';
import { faults } from '../faults.ts';
import { invoiceOf, lastMonth, moveTo } from '../fixtures/invoices.ts';
import { pdfText } from '../fixtures/pdf-text.ts';
import { finishedProject, projectEvent, testBilling, type TestBilling } from '../fixtures/test-billing.ts';
import type { ChargeOutcome } from '../payments/provider.ts';

describe('the monthly run', () => {
  let billing: TestBilling;
  let outcome: () => Promise<ChargeOutcome> = () => Promise.resolve({ status: 'failed', failure: faults.payment_failed('') });
  const stored = new Map<string, Buffer>();
  const put = ({ path, content }: StoredDocument) => Promise.resolve(void stored.set(path, content)).then(() => ({ url: path }));
  before(async () => void (billing = await testBilling({ provider: { name: 'test', charge: () => outcome() }, documents: { put } })));
  after(() => billing.stop());

  const { period, at } = lastMonth();
  const finish = (organization: string, currency = 'EUR') =>
    billing.finish(finishedProject(organization, { price: { amount_minor: 25_000, currency } }));
  const read = async (href: string) => (await billing.admin.get(href)).body;
  /** Runs it, and waits for the invoices. */
  async function run(): Promise<void> {
    await billing.runJob('invoice_receipts');
    const queued = { text: `select from job where name in ('invoice_receipts', 'invoice_organization')`, values: [] };
    await eventually(async () => (await billing.service.database.query(queued)).length === 0);
  }

  test('the monthly run issues one invoice for each organization, month and currency, missed months included', async () => {
    const [one, other] = [await billing.organization(), await billing.organization()];
    const receipts = [await finish(one), await finish(one), await finish(one, 'JPY'), await finish(other), await finish(one)];
    await moveTo(
      billing,
      at,
      receipts.slice(0, 4).map(({ gid }) => gid),
    );
    await moveTo(billing, '2025-03-31T12:00:00Z', [receipts[4]!['gid']]);
    const present = await finish(one);
    await run();
    await run();
    const invoices = await Promise.all(receipts.map((receipt) => invoiceOf(billing, receipt)));
    assert.deepEqual(
      invoices.map((of) => [of['organization'].gid, of['period'], of['total'].currency]),
      [
        [one, period, 'EUR'],
        [one, period, 'EUR'],
        [one, period, 'JPY'],
        [other, period, 'EUR'],
        [one, '2025-03', 'EUR'],
      ],
    );
    assert.equal(new Set(invoices.map(({ gid }) => gid)).size, 4);
    assert.equal((await read(present['href'])).invoice, null);
    assert.deepEqual(await billing.service.checkIntegrity(), []);
  });

  test('a receipt keeps its first payment source; once that is deleted, the next run collects it', async () => {
    const organization = await billing.organization();
    const source = `/v1/orgs/${organization}/payment_source`;
    await billing.admin.post(source, { rid: 'cus_1' });
    const receipt = await finish(organization);
    await eventually(async () => (await read(receipt['href'])).status === 'failed');
    await moveTo(billing, at, [receipt['gid']]);
    await run();
    assert.equal((await read(receipt['href'])).invoice, null, 'the source is there');
    await billing.admin.post(source, { rid: 'cus_2' });
    await run();
    const invoice = await invoiceOf(billing, receipt);
    assert.deepEqual([invoice['total'].amount, invoice['period']], [300, period]);
    const pdf = await eventually(() => stored.get(`invoice-${invoice['gid']}.pdf`) ?? false);
    assert.ok(pdfText(pdf).includes(`${receipt['number']}*`), 'the receipt is an invoice itself');
    assert.match(pdfText(pdf), /Déjà facturé sous son propre numéro/);
  });

  test('an invoice holds a limited number of receipts, and the next one the rest', async () => {
    const organization = await billing.organization();
    const receipts = [await finish(organization), await finish(organization), await finish(organization)];
    await moveTo(
      billing,
      at,
      receipts.map(({ gid }) => gid),
    );
    const sums: number[] = [];
    const collecting = billing.service.write(async (tx, { now }) => {
      for (let round = 0; round < 3; round++) {
        const lines = await collectReceipts(tx, newGid(), { organization, period, currency: 'EUR' }, { now, max: 2 });
        sums.push(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
      }
      throw new Error('taken back');
    });
    await assert.rejects(collecting, /taken back/);
    assert.deepEqual(sums, [50_000, 25_000, 0]);
  });

  test('an invoice ends before the VAT of its receipts differs by 1.00 from that of their sum', async () => {
    const organization = await billing.organization();
    const price = { amount_minor: 1_298, currency: 'EUR' };
    const projects = Array.from({ length: 260 }, () => finishedProject(organization, { price, owner: newGid() }));
    await billing.append(...projects.map((project) => projectEvent(project)));
    const query = { text: 'update receipt set created_at = $1 where organization_gid = $2 returning gid', values: [at, organization] };
    await eventually(async () => assert.equal((await billing.service.database.query(query)).length, projects.length));
    await run();
    const { items } = (await billing.admin.get('/v1/invoices', { parameters: { query: ['organization.gid', '==', organization] } })).body;
    const invoices: Record<string, any>[] = await Promise.all(items.map(({ href }: { href: string }) => read(href))); // oxlint-disable-line typescript/no-explicit-any
    assert.deepEqual(invoices.map(({ receipts }) => receipts.length).toSorted(), [12, 248]);
    const cents = (field: string) => invoices.map((invoice) => Math.round(invoice[field].amount * 100));
    for (const [index, vat] of cents('vat').entries()) assert.ok(Math.abs(vat - Math.round(cents('amount')[index]! * 0.2)) < 100);
    assert.deepEqual(cents('owed'), cents('total'));
    assert.equal(
      cents('total').reduce((all, one) => all + one, 0),
      260 * 1_558,
    );
    assert.deepEqual(await billing.service.checkIntegrity(), []);
  });

  test('the next run invoices a group whose job was given up', async () => {
    const organization = await billing.organization();
    const receipt = await finish(organization);
    await moveTo(billing, at, [receipt['gid']]);
    const key = `${organization}/${period}/EUR`;
    const text = `insert into job (name, key, given_up_at) values ('invoice_organization', $1, now())`;
    await billing.service.database.query({ text, values: [key] });
    await run();
    assert.ok(await invoiceOf(billing, receipt));
  });

  test('a receipt whose payment source is deleted is not charged any more', async () => {
    const organization = await billing.organization();
    await billing.admin.post(`/v1/orgs/${organization}/payment_source`, { rid: 'cus_3' });
    let attempts = 0;
    outcome = () => (attempts++, Promise.reject(new Error('the provider does not answer')));
    const receipt = await finish(organization);
    await eventually(() => attempts > 0);
    await billing.admin.delete(`/v1/orgs/${organization}/payment_source`);
    const before = attempts;
    await billing.service.database.query({
      text: 'update job set run_at = now() where key = $1 and leased_until is null',
      values: [receipt['gid']],
    });
    const queued = { text: `select from job where name = 'charge_receipt' and key = $1`, values: [receipt['gid']] };
    await eventually(async () => (await billing.service.database.query(queued)).length === 0);
    assert.ok(attempts - before <= 1, 'at most the attempt that ran');
    await billing.runJob('find_receipts_without_jobs');
    assert.deepEqual(await billing.service.database.query(queued), []);
  });

  test('a receipt whose charge is in flight is not collected, even if its payment source is deleted', async () => {
    const organization = await billing.organization();
    await billing.admin.post(`/v1/orgs/${organization}/payment_source`, { rid: 'cus_4' });
    const [began, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<ChargeOutcome>()];
    outcome = () => (began.resolve(), gate.promise);
    const receipt = await finish(organization);
    await began.promise;
    await moveTo(billing, at, [receipt['gid']]);
    await billing.admin.delete(`/v1/orgs/${organization}/payment_source`);
    await run();
    gate.resolve({ status: 'paid' });
    const { invoice } = await eventually(async () => {
      const body = await read(receipt['href']);
      return body.status === 'paid' && body;
    });
    assert.equal(invoice, null);
  });
});
