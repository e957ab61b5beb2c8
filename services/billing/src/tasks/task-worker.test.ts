import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import type { StoredDocument } from '../documents/document-store.ts';
import { finishedProject, testBilling, type TestBilling } from '../fixtures/test-billing.ts';
import type { Charge, ChargeOutcome } from '../payments/provider.ts';

test('the PDF of a receipt is stored for those who see the receipt, under a path made from the gid, and told to followers', async () => {
  const stored: StoredDocument[] = [];
  const put = (document: StoredDocument) => (stored.push(document), Promise.resolve({ url: `https://files.test/${document.path}` }));
  const billing = await testBilling({ documents: { put } });
  try {
    const project = finishedProject(await billing.organization());
    const { href, gid, number } = await billing.finish(project);
    const file = await eventually(async () => (await billing.admin.get(href)).body.file ?? false);

    assert.deepEqual(file, { url: `https://files.test/receipt-${gid}.pdf` });
    assert.equal((await billing.state('receipt', project.gid))?.file, file.url);
    const [{ content, ...document }, ...more] = stored as [StoredDocument];
    assert.deepEqual([document, more], [{ path: `receipt-${gid}.pdf`, holder: href, name: `${number}.pdf` }, []]);
    assert.ok(content.toString('latin1').startsWith('%PDF-'));
  } finally {
    await billing.stop();
  }
});

test('the PDF goes to the files service', async () => {
  const billing = await testBilling({ documents: undefined });
  try {
    billing.answer('/internal/documents', { url: 'https://files.test/receipt.pdf' });
    const { href } = await billing.finish(finishedProject(await billing.organization()));
    await eventually(async () => assert.deepEqual((await billing.admin.get(href)).body.file, { url: 'https://files.test/receipt.pdf' }));
  } finally {
    await billing.stop();
  }
});

test('a PDF that cannot be stored is tried again, and holds up no other', async () => {
  const attempts = new Map<string, number>();
  const put = ({ path }: StoredDocument): Promise<{ url: string }> => {
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
