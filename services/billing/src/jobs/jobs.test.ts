import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Service } from '@partner-ordering/http';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import type { StoredDocument } from '../documents/document-store.ts';
import { billProjects } from '../domain/bill-projects.ts';
import { PaymentSource } from '../domain/payer/payment-source.ts';
import { Receipt } from '../domain/receipt.ts';
import { exampleSeller } from '../domain/seller.ts';
import { missingJobs } from '../domain/receipt-jobs.ts';
import { thisMonth } from '../fixtures/invoices.ts';
import { finishedProject, organizationOf, testBilling, userOf, type TestBilling } from '../fixtures/test-billing.ts';
import type { Charge, PaymentProvider } from '../payments/provider.ts';

test('a PDF is still tried every ten minutes after more than a day, and then made', async () => {
  let isDown = true;
  const put = ({ path }: StoredDocument) => (isDown ? Promise.reject(new Error('files does not answer')) : Promise.resolve({ url: path }));
  const billing = await testBilling({ documents: { put } });
  try {
    const { gid, href } = await billing.finish(finishedProject(await billing.organization()));
    const sql = (text: string) =>
      billing.service.database.query<{ attempts: number; wait_s: number; given_up_at: unknown }>({ text, values: [gid] });
    const job = async () => (await sql('select attempts, extract(epoch from run_at - now())::float8 as wait_s, given_up_at from job where key = $1'))[0]!; // oxfmt-ignore
    await eventually(async () => (await job()).attempts > 0);
    // 200 pauses of at least 7.5 minutes.
    const longTried = 'update job set attempts = 200, run_at = now() where key = $1 and leased_until is null returning attempts';
    await eventually(async () => (await sql(longTried)).length === 1);
    await eventually(async () => {
      const { attempts, wait_s: waitS, given_up_at: givenUpAt } = await job();
      assert.deepEqual([attempts, givenUpAt], [201, null]);
      assert.ok(waitS > 440 && waitS <= 600, String(waitS));
    });
    isDown = false;
    await sql('update job set run_at = now() where key = $1');
    await eventually(async () => (await billing.admin.get(href)).body.file !== null);
  } finally {
    await billing.stop();
  }
});

test('of PDFs that are due together one that cannot be stored is tried again, and the others are there at once', async () => {
  const puts: string[] = [];
  let bad = '';
  const put = ({ path }: StoredDocument): Promise<{ url: string }> => {
    puts.push(path);
    return path === bad ? Promise.reject(new Error('the disk is full')) : Promise.resolve({ url: `https://files.test/${path}` });
  };
  const billing = await testBilling({ documents: { put } });
  try {
    const projects = await Promise.all(Array.from({ length: 5 }, async () => finishedProject(await billing.organization())));
    const sql = (text: string, ...values: unknown[]) => billing.service.database.query<{ gid: string; attempts: number }>({ text, values });
    // One transaction makes the receipts, so their jobs are due together.
    await billing.follow(...projects.map(({ owner }) => ({ type: 'user', key: owner, state: userOf() })));
    const context = { seller: exampleSeller, clock: () => new Date(), charges: false };
    await billing.service.write(async (tx, tools) => {
      await billProjects(tx, projects, context, tools);
      await tx.em.flush();
      bad = (await tx.em.findOneOrFail(Receipt, { projectGid: projects[2]!.gid })).path;
    });
    await eventually(async () => assert.equal((await sql('select gid from receipt where file_url is not null')).length, 4));
    const made = await sql('select gid from receipt where file_url is not null');
    const others = made.map(({ gid }) => `receipt-${gid}.pdf`);
    // Once with the others and once by itself.
    assert.deepEqual(new Set(others.map((path) => puts.filter((each) => each === path).length)), new Set([2]));
    await eventually(() => puts.filter((path) => path === bad).length >= 3);
    const [left] = await sql(`select attempts from job where name = 'render_receipt'`);
    assert.ok(left!.attempts >= 2);
    bad = '';
    await eventually(async () => assert.equal((await sql('select gid from receipt where file_url is not null')).length, 5));
  } finally {
    await billing.stop();
  }
});

describe('receipts without jobs', () => {
  const charged: string[] = [];
  const provider: PaymentProvider = {
    name: 'test',
    charge: async ({ description }) => (charged.push(description), { status: 'paid' }),
  };
  const documents = { put: ({ path }: StoredDocument) => Promise.resolve({ url: path }) };
  /** Makes a receipt as a version did that knew no jobs. */
  const add = async (service: Pick<Service, 'write'>, number: string, paymentRid: string | null): Promise<string> => {
    const organization = organizationOf(newGid());
    const project = finishedProject(organization.gid);
    const receipt = Receipt.of({ project, organization, seller: exampleSeller, paymentRid, issued: { number, at: new Date() } });
    await service.write(async ({ em }) => {
      em.persist(receipt);
      if (paymentRid !== null) em.persist(PaymentSource.create(organization.gid, { rid: paymentRid }, new Date()));
    });
    return receipt.gid;
  };
  const open = (service: Service) =>
    service.database.query({ text: `select gid from receipt where file_url is null or status = 'open' and payment_rid is not null`, values: [] }); // oxfmt-ignore

  test('are found every five minutes, and what was given up begins anew', async () => {
    const billing = await testBilling({ documents, provider });
    try {
      const { service } = billing;
      const queued = { text: 'select from job', values: [] };
      await eventually(async () => (await service.database.query(queued)).length === 0);
      const givenUp = await add(service, 'R2026-000001', null);
      await service.database.query({
        text: `insert into job (name, key, given_up_at) values ('render_receipt', $1, now())`,
        values: [givenUp],
      });
      // More than are found at once.
      const gids: string[] = [];
      for (let count = 2; count <= 53; count++) gids.push(await add(service, `R2026-${String(count).padStart(6, '0')}`, null));
      await add(service, 'R2026-000054', 'cus_2');
      await billing.runJob('find_receipts_without_jobs');
      await eventually(async () => assert.deepEqual(await open(service), []), { timeoutMs: 20_000 });
      assert.deepEqual(charged.splice(0), ['R2026-000054']);
      const schedule = { text: `select from job_schedule where name = 'find_receipts_without_jobs'`, values: [] };
      assert.equal((await service.database.query(schedule)).length, 1);
    } finally {
      await billing.stop();
    }
  });
});

describe('a provider that charges', () => {
  const charges: Charge[] = [];
  let billing: TestBilling;
  before(async () => {
    const documents = { put: () => Promise.resolve({ url: 'https://partner-ordering.test/v1/storage/receipt.pdf' }) };
    const charge = (given: Charge) => (charges.push(given), Promise.reject(new Error('the provider does not answer')));
    billing = await testBilling({ documents, provider: { name: 'test', charge } });
  });
  after(() => billing.stop());

  test('charges neither test organizations nor those without payment source', async () => {
    const test = await billing.organization({ test: true });
    await billing.admin.post(`/v1/orgs/${test}/payment_source`, { rid: 'cus_3' });
    const receipts = [await billing.finish(finishedProject(test)), await billing.finish(finishedProject(await billing.organization()))];
    for (const { href } of receipts) await eventually(async () => (await billing.admin.get(href)).body.file !== null);

    const descriptions = receipts.map(({ number }) => number);
    assert.deepEqual(charges.filter(({ description }) => descriptions.includes(description)), []); // oxfmt-ignore
  });

  test('is not asked again for a receipt that was marked as paid meanwhile', async () => {
    const organization = await billing.organization();
    await billing.admin.post(`/v1/orgs/${organization}/payment_source`, { rid: 'cus_4' });
    const finished = finishedProject(organization);
    const { gid, href } = await billing.finish(finished);
    const asked = () => charges.filter(({ project }) => project === finished.gid).length;
    const sql = (text: string) => billing.service.database.query({ text, values: [gid] });
    await eventually(() => asked() > 0);
    assert.equal((await billing.admin.put(href, { status: 'paid' })).status, 204);
    const before = asked();
    await sql(`update job set run_at = now() where key = $1 and leased_until is null`);
    await eventually(async () => assert.deepEqual(await sql('select name from job where key = $1'), []));
    assert.equal(asked(), before);
    assert.equal((await billing.admin.get(href)).body.status, 'paid');
  });
});

test('credit notes and invoices without a PDF and a job get one, as do refunds that are not made', async () => {
  const provider: PaymentProvider = { name: 'test', charge: () => Promise.resolve({ status: 'failed' }) };
  const billing = await testBilling({ provider, documents: { put: ({ path }) => Promise.resolve({ url: path }) } });
  try {
    const organization = await billing.organization();
    const receipt = await billing.finish(finishedProject(organization));
    const href = await billing.admin.create(`/v1/orgs/${organization}/credit_notes`, {
      ...{ receipt: { gid: receipt['gid'] }, reason: 'Late', amount: { amount: 1, currency: 'EUR' } },
    });
    const invoice = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: thisMonth() });
    const file = async (path: string) => (await billing.admin.get(path)).body.file;
    const sql = (text: string) => billing.service.database.query<{ key: string }>({ text, values: [] });
    for (const path of [href, invoice]) await eventually(async () => (await file(path)) !== null);
    // As a restore leaves them.
    for (const table of ['credit_note', 'invoice']) await sql(`update ${table} set file_url = null`);
    await sql(`insert into refund (gid, receipt_gid, created_at, amount_minor, status) select gid, gid, now(), 1, 'open' from receipt`);
    const jobs = await missingJobs(billing.service.database, { charges: true, limit: 10, now: new Date() });
    assert.ok(jobs.some(({ name, key }) => name === 'refund_payment' && key === receipt['gid']));
    await sql('delete from refund');
    await billing.runJob('find_receipts_without_jobs');
    for (const path of [href, invoice]) await eventually(async () => (await file(path)) !== null);
  } finally {
    await billing.stop();
  }
});
