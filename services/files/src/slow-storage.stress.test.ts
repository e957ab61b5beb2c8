import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid, type DomainRefusal } from '@partner-ordering/kernel';
import { allServices, serviceClient, deadlineIn } from '@partner-ordering/service-client';
import { tokensOf } from '@partner-ordering/testing';
import { slowBucket, type SlowBucket } from './fixtures/slow-bucket.ts';
import { testFiles, testOn, type TestFiles } from './fixtures/test-files.ts';

describe('documents in a slow storage', () => {
  let bucket: SlowBucket;
  let files: TestFiles;
  before(async () => {
    bucket = await slowBucket();
    testOn({ make: async () => ({ location: { s3: bucket.options }, remove: () => bucket.stop() }) });
    files = await testFiles();
  });
  after(() => files.stop());

  /** Stores so many documents at once, as billing does. Answers the outcome of each call. */
  async function store(count: number, timeoutMs: number): Promise<string[]> {
    const ask = serviceClient({ urls: { files: [files.url] }, tokens: tokensOf('billing') });
    const put = () =>
      allServices(ask, deadlineIn(timeoutMs)).files.storeDocument({
        path: `receipt-${newGid()}.pdf`,
        holder: '/v1/receipts/1',
        name: 'R2026-000001.pdf',
        content_type: 'application/pdf',
        content: Buffer.from('%PDF-1.3').toString('base64'),
      });
    const ends = await Promise.allSettled(Array.from({ length: count }, put));
    return ends.map((end) => (end.status === 'fulfilled' ? 'stored' : String(((end.reason as DomainRefusal).cause as Error).message)));
  }

  test('documents sent at once are all stored, even if that takes longer than other calls may', async () => {
    bucket.takes(1_600);
    assert.deepEqual(new Set(await store(6, 10_000)), new Set(['stored']));
  });

  test('503 before the caller gives up if the storage hangs; documents that waited too long are not begun', async () => {
    bucket.takes(Infinity);
    const before = bucket.puts();
    const ends = await store(30, 3_000);
    assert.deepEqual(
      ends.filter((end) => !end.includes('answered 503')),
      [],
    );
    assert.ok(bucket.puts() - before < 30, String(bucket.puts() - before));
    bucket.takes(0);
    assert.deepEqual(await store(3, 10_000), ['stored', 'stored', 'stored']);
  });
});
