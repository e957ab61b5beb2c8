import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { finishedProject, testBilling, type TestBilling } from './fixtures.ts';
import type { Charge, ChargeOutcome } from './payments/provider.ts';

describe('the PDF of a receipt', () => {
  let filesDir: string;
  let billing: TestBilling;
  before(async () => {
    filesDir = await mkdtemp(join(tmpdir(), 'billing-'));
    billing = await testBilling({ filesDir });
  });
  after(async () => {
    await billing.stop();
    await rm(filesDir, { recursive: true });
  });

  test('is stored under a path made from the gid, and told to followers', async () => {
    const project = finishedProject(await billing.organization());
    const { href, gid } = await billing.finish(project);
    const file = await eventually(async () => (await billing.admin.get(href)).body.file ?? false);

    assert.deepEqual(file, { url: `https://partner-ordering.test/v1/storage/receipt-${gid}.pdf` });
    assert.equal((await billing.state('receipt', project.gid))?.file, file.url);
    const pdf = await readFile(join(filesDir, 'stored', `receipt-${gid}.pdf`));
    assert.ok(pdf.toString('latin1').startsWith('%PDF-'));
    assert.deepEqual(
      (await readdir(join(filesDir, 'stored'))).filter((name) => name.startsWith('.')),
      [],
    );
  });
});

test('a PDF that cannot be stored is tried again, and holds up no other', async () => {
  const attempts = new Map<string, number>();
  const put = (path: string): Promise<{ url: string }> => {
    attempts.set(path, (attempts.get(path) ?? 0) + 1);
    const isFirstPath = path === [...attempts.keys()][0];
    if (isFirstPath && attempts.get(path)! < 3) return Promise.reject(new Error('the disk is full'));
    return Promise.resolve({ url: `https://partner-ordering.test/v1/storage/${path}` });
  };
  const billing = await testBilling({ documents: { put } });
  try {
    const organization = await billing.organization();
    const first = await billing.finish(finishedProject(organization));
    const second = await billing.finish(finishedProject(organization));
    const hasFile = async (href: string) => (await billing.admin.get(href)).body.file !== null;
    await eventually(() => hasFile(second['href']));
    await eventually(() => hasFile(first['href']));
    assert.equal(attempts.get(`receipt-${first['gid']}.pdf`), 3);
  } finally {
    await billing.stop();
  }
});

describe('a provider that charges', () => {
  const charges: Charge[] = [];
  let answer: () => ChargeOutcome = () => ({ status: 'paid' });
  let billing: TestBilling;
  before(async () => {
    const documents = { put: () => Promise.resolve({ url: 'https://partner-ordering.test/v1/storage/receipt.pdf' }) };
    const charge = (given: Charge) => (charges.push(given), Promise.resolve(answer()));
    billing = await testBilling({ documents, provider: { name: 'test', charge } });
  });
  after(() => billing.stop());

  const settled = async (href: string, status: string) =>
    eventually(async () => {
      const { body } = await billing.admin.get(href);
      return body.status === status && body;
    });

  test('charges the total to the payment source, once', async () => {
    const organization = await billing.organization();
    await billing.admin.post(`/v1/orgs/${organization}/payment_source`, { rid: 'cus_1' });
    const { gid, href, number } = await billing.finish(finishedProject(organization));
    assert.ok((await settled(href, 'paid')).paid_at);
    const mine = charges.filter(({ idempotencyKey }) => idempotencyKey === gid);
    assert.deepEqual(mine, [{ idempotencyKey: gid, rid: 'cus_1', amountMinor: 30_000, currency: 'EUR', description: number }]);
  });

  test('leaves a failed charge to be seen and to be paid otherwise', async () => {
    answer = () => ({ status: 'failed', failure: 'card declined' });
    const organization = await billing.organization();
    await billing.admin.post(`/v1/orgs/${organization}/payment_source`, { rid: 'cus_2' });
    const { href } = await billing.finish(finishedProject(organization));
    assert.equal((await settled(href, 'failed')).failure, 'card declined');
    assert.equal((await billing.state('account', organization))?.unpaid[0]?.amount_minor, 30_000);

    assert.equal((await billing.admin.put(href, { status: 'paid' })).status, 204);
    const { body } = await billing.admin.get(href);
    assert.deepEqual([body.status, body.failure], ['paid', null]);
  });

  test('charges neither test organizations nor those without payment source', async () => {
    const test = await billing.organization({ test: true });
    await billing.admin.post(`/v1/orgs/${test}/payment_source`, { rid: 'cus_3' });
    const receipts = [await billing.finish(finishedProject(test)), await billing.finish(finishedProject(await billing.organization()))];
    for (const { href } of receipts) await eventually(async () => (await billing.admin.get(href)).body.file !== null);

    const gids = receipts.map(({ gid }) => gid);
    assert.deepEqual(
      charges.filter(({ idempotencyKey }) => gids.includes(idempotencyKey)),
      [],
    );
  });
});
