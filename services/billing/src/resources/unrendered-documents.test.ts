import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import type { StoredDocument } from '../documents/document-store.ts';
import { thisMonth } from '../fixtures/invoices.ts';
import { pdfText } from '../fixtures/pdf-text.ts';
import { finishedProject, testBilling, type TestBilling } from '../fixtures/test-billing.ts';

describe('unrendered documents', () => {
  let billing: TestBilling;
  let isFull = false;
  const stored = new Map<string, Buffer>();
  before(async () => {
    const put = ({ path, content }: StoredDocument): Promise<{ url: string }> => {
      if (isFull) return Promise.reject(new Error('the disk is full'));
      stored.set(path, content);
      return Promise.resolve({ url: `https://files.test/${path}` });
    };
    billing = await testBilling({ documents: { put } });
  });
  after(() => billing.stop());

  const listed = async (query?: unknown[]) => {
    const { body } = await billing.admin.get('/v1/unrendered_documents', { parameters: query ? { query } : {} });
    return body.items as Record<string, unknown>[];
  };

  test('a receipt whose title no font can shape gets its file, with the letters of the title', async () => {
    const { gid, href } = await billing.finish(finishedProject(await billing.organization(), { title: 'ञ्रि' }));
    await eventually(async () => (await billing.admin.get(href)).body.file !== null);
    assert.match(pdfText(stored.get(`receipt-${gid}.pdf`)!), /िञ्र/);
  });

  test('documents whose PDF failed three times are shown to admins until they have a file', async () => {
    isFull = true;
    const organization = await billing.organization();
    const manager = await billing.signIn({ manages: [organization] });
    const receipt = await billing.finish(finishedProject(organization));
    const amount = { amount: 1, currency: 'EUR' };
    const credit = { receipt: { gid: receipt['gid'] }, reason: 'Late', amount };
    const note = (await billing.admin.post(`/v1/orgs/${organization}/credit_notes`, credit)).headers.get('location');
    await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: thisMonth() });
    const [invoice] = (await manager.get('/v1/invoices')).body.items;
    const found = await eventually(async () => {
      const items = await listed(['organization.gid', '==', organization]);
      return items.length === 3 && items;
    });
    const kinds = found.map(({ kind, href, reason }) => [kind, href, reason]).toSorted();
    assert.deepEqual(kinds, [
      ['credit_note', note, 'Error: the disk is full'],
      ['invoice', invoice.href, 'Error: the disk is full'],
      ['receipt', receipt['href'], 'Error: the disk is full'],
    ]);
    assert.ok(found.every(({ attempts }) => Number(attempts) >= 3));
    assert.equal((await listed(['kind', '==', 'receipt'])).length, 1);
    assert.equal((await manager.get('/v1/unrendered_documents')).status, 403);

    isFull = false;
    const text = 'update job set run_at = now() where leased_until is null';
    await eventually(async () => {
      await billing.service.database.query({ text, values: [] });
      assert.deepEqual(await listed(), []);
    });
    for (const href of [receipt['href'], note, invoice.href]) assert.ok((await billing.admin.get(href)).body.file, href);
  });
});
