import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid, unavailable, type Failure } from '@partner-ordering/kernel';
import { storesDocuments } from './domain/document.ts';
import { issuer, sharedFiles, type TestFiles } from './fixtures/test-files.ts';
import type { Storage } from './storage/storage.ts';

describe('documents that a service has made', () => {
  let files: TestFiles;
  before(async () => void (files = await sharedFiles()));

  const holder = '/v1/receipts/019a0000-0000-7000-8000-000000000002';
  const document = (path: string, text = '%PDF-1.3', more: object = {}) => ({
    ...{ path, holder, name: 'R2026-000001.pdf', content_type: 'application/pdf' },
    content: Buffer.from(text).toString('base64'),
    ...more,
  });
  const keep = (body: object, service = 'billing') => files.internal(service, '/documents', body);

  test('are read by those who see the resource, and by nobody else', async () => {
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

  test('are replaced when they are stored again, by their service for their resource alone', async () => {
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

  test('that come at the same time are stored together; one that is refused keeps no other from it', async () => {
    const paths = Array.from({ length: 20 }, () => `receipt-${newGid()}.pdf`);
    const stored = await Promise.all(paths.map((path) => keep(document(path, path))));
    assert.deepEqual(new Set(stored.map(({ status }) => status)), new Set([200]));
    const text = 'select count(*)::int as files, count(distinct xmin::text)::int as transactions from file where path = any($1)';
    const [found] = await files.service.database.query<{ files: number; transactions: number }>({ text, values: [paths] });
    assert.equal(found!.files, 20);
    assert.ok(found!.transactions < 20, String(found!.transactions));

    const upload = await files.upload(newGid());
    const mixed = [...Array.from({ length: 8 }, () => `receipt-${newGid()}.pdf`), upload];
    const answers = await Promise.all(mixed.map((path) => keep(document(path, path))));
    assert.deepEqual(answers.map(({ status }) => status), [...Array.from({ length: 8 }, () => 200), 403]); // prettier-ignore
    const admin = await files.signIn({ roles: ['admin'] });
    for (const path of [paths[19]!, mixed[0]!]) {
      const download = await fetch(files.reach((await admin.get(`/v1/files/${path}`)).body.url));
      assert.equal(await download.text(), path);
    }
  });

  const storingIn = (put: Storage['put'], leftMs = 10_000) => {
    const store = storesDocuments({ ...files.parts, storage: { ...files.storage, put }, log: { info: () => undefined } });
    return (path: string) =>
      store(
        { ...{ service: 'billing', holder, path, name: 'R.pdf', contentType: 'application/pdf' }, content: Buffer.from(path) },
        { now: new Date(), deadlineMs: performance.now() + leftMs },
      );
  };
  const paths = (count: number) => Array.from({ length: count }, () => `receipt-${newGid()}.pdf`);

  test('503 soon for those that the storage does not take, and others are stored afterwards', async () => {
    const stuck = paths(25);
    const never: Storage['put'] = (path, content, signal) =>
      stuck.includes(path)
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(unavailable())))
        : files.storage.put(path, content);
    const store = storingIn(never, 4_000);
    const ends = await Promise.allSettled(stuck.map(store));
    assert.deepEqual(new Set(ends.map((end) => end.status === 'rejected' && (end.reason as Failure).kind)), new Set(['unavailable']));
    const others = paths(3);
    await Promise.all(others.map(store));
    assert.deepEqual(await Promise.all(others.map((path) => files.isStored(path))), [true, true, true]);
  });

  test('that cannot be stored keep their lock until no other of their run is being written', async () => {
    const [first, slow, bad] = paths(3);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isWriting, resolve: writing } = Promise.withResolvers<void>();
    const log: string[] = [];
    let isFirst = true;
    const put: Storage['put'] = async (path, content) => {
      if (path === bad) throw unavailable();
      if (path === slow && isFirst) {
        isFirst = false;
        writing();
        await released;
      }
      log.push(path === slow ? 'slow' : 'first');
      return files.storage.put(path, content);
    };
    const store = storingIn(put);
    const runs = [first!, paths(1)[0]!].map(store);
    const failing = [slow!, bad!].map((path) => store(path).catch(() => log.push('failed')));
    await isWriting;
    await Promise.all(runs);
    const [lock] = await files.service.database.query<{ held: boolean }>({
      text: `select not pg_try_advisory_xact_lock(hashtextextended($1, 2)) as held`,
      values: [slow],
    });
    assert.equal(lock!.held, true);
    release();
    await Promise.all(failing);
    assert.deepEqual(log, ['first', 'first', 'slow', 'failed', 'failed']);
  });

  test('may be larger than what clients send, and 413 tells where it ends', async () => {
    const text = 'x'.repeat(3_000_000);
    assert.equal((await keep(document(`receipt-${newGid()}.pdf`, text))).status, 200);
    assert.equal((await keep(document(`receipt-${newGid()}.pdf`, 'x'.repeat(19_000_000)))).status, 413);
  });

  test('400 without a right path or a part', async () => {
    for (const body of [document('../x'), document('a/b'), { ...document('a'), content: undefined }])
      assert.equal((await keep(body)).status, 400);
  });
});
