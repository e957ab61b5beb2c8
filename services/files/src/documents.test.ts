import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid, unavailable, type DomainRefusal } from '@partner-ordering/kernel';
import { storeDocument } from './domain/document.ts';
import { issuer, sharedFiles, type TestFiles } from './fixtures/test-files.ts';
import type { Storage } from './storage/storage.ts';

describe('documents of services', () => {
  let files: TestFiles;
  before(async () => void (files = await sharedFiles()));

  const holder = '/v1/receipts/019a0000-0000-7000-8000-000000000002';
  const document = (path: string, text = '%PDF-1.3', more: object = {}) => ({
    path,
    holder,
    name: 'R2026-000001.pdf',
    content_type: 'application/pdf',
    content: Buffer.from(text).toString('base64'),
    ...more,
  });
  const keep = (body: object, service = 'billing') => files.internal(service, '/documents', body);

  test('documents are readable only for users who see their resource', async () => {
    const path = `receipt-${newGid()}.pdf`;
    const { status, body } = await keep(document(path));
    assert.deepEqual([status, body], [200, { url: `${issuer}/v1/storage/${path}` }]);

    const [owner, stranger] = [await files.signIn(), await files.signIn()];
    files.billing.hold(path, holder);
    files.billing.see(holder, owner.gid, true);
    const signed = await owner.get(`/v1/files/${path}`);
    assert.equal(signed.status, 200);
    const download = await fetch(files.reach(signed.body.url));
    assert.equal(await download.text(), '%PDF-1.3');
    assert.equal(download.headers.get('content-type'), 'application/pdf');
    assert.equal((await stranger.get(`/v1/files/${path}`)).status, 404);
  });

  test('documents are replaced only by their service for their resource', async () => {
    const path = `receipt-${newGid()}.pdf`;
    await keep(document(path));
    assert.equal((await keep(document(path, '%PDF-1.4 longer'))).status, 200);
    const upload = await files.upload(newGid());
    await files.internal('billing', '/claims', { paths: [upload], user: (await files.signIn({ roles: ['admin'] })).gid, holder });
    for (const [body, service] of [
      [document(upload), 'billing'],
      [document(path), 'ordering'],
      [document(path, 'x', { holder: '/v1/receipts/other' }), 'billing'],
      [document(await files.upload(newGid())), 'billing'],
    ] as const)
      assert.equal((await keep(body, service)).status, 403);

    const admin = await files.signIn({ roles: ['admin'] });
    assert.equal((await admin.get(`/v1/file_info/${path}`)).body.size, 15);
  });

  const storingIn = (put: Storage['put'], leftMs: number) => (path: string) =>
    storeDocument(
      { ...files.parts, storage: { ...files.storage, put }, now: new Date() },
      { service: 'billing', holder, path, name: 'R.pdf', contentType: 'application/pdf', content: Buffer.from(path) },
      performance.now() + leftMs,
    );
  const paths = (count: number) => Array.from({ length: count }, () => `receipt-${newGid()}.pdf`);

  test('503 in time for documents that the storage does not accept; others are stored afterwards', async () => {
    const stuck = paths(25);
    const never: Storage['put'] = (path, content, signal) =>
      stuck.includes(path)
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(unavailable())))
        : files.storage.put(path, content);
    const store = storingIn(never, 4_000);
    const startedAt = performance.now();
    const ends = await Promise.allSettled(stuck.map(store));
    // In turn they would take 26 s.
    assert.ok(performance.now() - startedAt < 8_000);
    assert.deepEqual(new Set(ends.map((end) => end.status === 'rejected' && (end.reason as DomainRefusal).kind)), new Set(['unavailable']));
    const others = paths(3);
    await Promise.all(others.map(store));
    assert.deepEqual(await Promise.all(others.map((path) => files.isStored(path))), [true, true, true]);
  });

  test('documents may be larger than the bodies of clients, and 413 limits them too', async () => {
    const text = 'x'.repeat(3_000_000);
    assert.equal((await keep(document(`receipt-${newGid()}.pdf`, text))).status, 200);
    assert.equal((await keep(document(`receipt-${newGid()}.pdf`, 'x'.repeat(19_000_000)))).status, 413);
  });
});
