import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import type { StoredDocument } from '../documents/document-store.ts';
import { billProjects } from '../domain/bill-projects.ts';
import { PaymentSource } from '../domain/payer/payment-source.ts';
import { Receipt } from '../domain/receipt.ts';
import { exampleSeller } from '../domain/seller.ts';
import { finishedProject, organizationOf, testBilling, userOf, type TestBilling } from '../fixtures/test-billing.ts';
import type { Charge } from '../payments/provider.ts';

test('a PDF that cannot be stored is measured and tried again, and others due at the same time are stored', async () => {
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
    const settings = { seller: exampleSeller, clock: () => new Date(), chargesAutomatically: false };
    await billing.service.write(async (tx, context) => {
      await billProjects(tx, projects, settings, context);
      await tx.em.flush();
      bad = (await tx.em.findOneOrFail(Receipt, { projectGid: projects[2]!.gid })).path;
    });
    await eventually(async () => assert.equal((await sql('select gid from receipt where file_url is not null')).length, 4));
    const made = await sql('select gid from receipt where file_url is not null');
    const others = made.map(({ gid }) => `receipt-${gid}.pdf`);
    // Once in the batch and once alone.
    assert.deepEqual(new Set(others.map((path) => puts.filter((each) => each === path).length)), new Set([2]));
    await eventually(() => puts.filter((path) => path === bad).length >= 3);
    const [left] = await sql(`select attempts from job where name = 'render_receipt'`);
    assert.ok(left!.attempts >= 2);
    const oldestSeconds = async () =>
      Number(/^document_without_file_oldest_seconds\{document="receipt",.*\} (\S+)$/m.exec(await billing.service.metrics())?.[1]);
    assert.ok((await oldestSeconds()) > 0);
    // As if the job were lost: what docs/operators/alerts.md says to do.
    await sql(`delete from job where name = 'render_receipt'`);
    bad = '';
    const page = readFileSync(new URL('../../../../docs/operators/alerts.md', import.meta.url), 'utf8');
    await sql(/^insert into job [^;]+/m.exec(page)![0]);
    await eventually(async () => assert.equal((await sql('select gid from receipt where file_url is not null')).length, 5));
    assert.equal(await oldestSeconds(), 0);
  } finally {
    await billing.stop();
  }
});

test('due charges without a job are found, however many, and a job that was given up starts again', async () => {
  const charged: string[] = [];
  const charge = async ({ description }: Charge) => (charged.push(description), { status: 'paid' as const });
  const billing = await testBilling({ provider: { name: 'test', charge } });
  try {
    const { service } = billing;
    const numbers = Array.from({ length: 52 }, (_, index) => `R2026-${String(index + 1).padStart(6, '0')}`);
    // These receipts have no jobs, like receipts from a time without a provider.
    await service.write(async ({ em }) => {
      for (const number of numbers) {
        const organization = organizationOf(newGid());
        const parts = { project: finishedProject(organization.gid), organization, seller: exampleSeller, paymentRid: 'cus_1' };
        em.persist(Receipt.of({ ...parts, issued: { number, at: new Date() } }));
        em.persist(PaymentSource.create(organization.gid, { rid: 'cus_1' }, new Date()));
      }
    });
    const givenUp = `insert into job (name, key, given_up_at) select 'charge_receipt', gid::text, now() from receipt limit 1`;
    await service.database.query({ text: givenUp, values: [] });
    await billing.runJob('find_receipts_without_jobs');
    await eventually(async () => assert.deepEqual(charged.toSorted(), numbers), { timeoutMs: 20_000 });
  } finally {
    await billing.stop();
  }
});

describe('charges by a provider', () => {
  const charges: Charge[] = [];
  let billing: TestBilling;
  before(async () => {
    const documents = { put: () => Promise.resolve({ url: 'https://partner-ordering.test/v1/storage/receipt.pdf' }) };
    const charge = (given: Charge) => (charges.push(given), Promise.reject(new Error('the provider does not answer')));
    billing = await testBilling({ documents, provider: { name: 'test', charge } });
  });
  after(() => billing.stop());

  test('test organizations and organizations without payment source are not charged', async () => {
    const test = await billing.organization({ test: true });
    await billing.admin.post(`/v1/orgs/${test}/payment_source`, { rid: 'cus_3' });
    const receipts = [await billing.finish(finishedProject(test)), await billing.finish(finishedProject(await billing.organization()))];
    for (const { href } of receipts) await eventually(async () => (await billing.admin.get(href)).body.file !== null);

    const descriptions = receipts.map(({ number }) => number);
    assert.deepEqual(
      charges.filter(({ description }) => descriptions.includes(description)),
      [],
    );
  });

  test('a receipt that is marked as paid before the next attempt is not charged again', async () => {
    const organization = await billing.organization();
    await billing.admin.post(`/v1/orgs/${organization}/payment_source`, { rid: 'cus_4' });
    const finished = finishedProject(organization);
    const { gid, href } = await billing.finish(finished);
    const chargesOfProject = () => charges.filter(({ project }) => project === finished.gid).length;
    const sql = (text: string) => billing.service.database.query({ text, values: [gid] });
    await eventually(() => chargesOfProject() > 0);
    assert.equal((await billing.admin.put(href, { status: 'paid' })).status, 204);
    const before = chargesOfProject();
    await sql(`update job set run_at = now() where key = $1 and leased_until is null`);
    await eventually(async () => assert.deepEqual(await sql('select name from job where key = $1'), []));
    assert.equal(chargesOfProject(), before);
    assert.equal((await billing.admin.get(href)).body.status, 'paid');
  });
});
