import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { serviceLog, type JobParts } from '@partner-ordering/http';
import type { Neighbours } from '@partner-ordering/neighbours';
import { testFiles } from '../fixtures/test-files.ts';
import { jobs } from './index.ts';

test('files that have been unused for 7 days are removed by a job, each hour', async () => {
  const files = await testFiles();
  try {
    const user = newGid();
    const [old, young] = [await files.upload(user), await files.upload(user)];
    // Naming them records those that were uploaded to a bucket.
    await files.resolve(user, [old, young]);
    const rows = (text: string, ...values: unknown[]) => files.service.database.query({ text, values });
    await rows(`update file set kept_until = now() - interval '1 minute' where path = $1`, old);
    await files.runJob('remove_unused_uploads');
    assert.deepEqual([await files.isStored(old), await files.isStored(young)], [false, true]);
    assert.equal((await rows(`select from job_schedule where name = 'remove_unused_uploads'`)).length, 1);
  } finally {
    await files.stop();
  }
});

test('each batch of files has a time of its own for the answers, whatever the batches before have taken', async () => {
  const files = await testFiles();
  try {
    const insert = `insert into file (path, uploader_gid, name, content_type, size_bytes, sha256, created_at, kept_until)
      select 'bulk-' || n, $1, 'x', 'text/plain', 1, 'x', now(), now() - interval '1 minute' from generate_series(1, 250) n`;
    await files.service.database.query({ text: insert, values: [newGid()] });
    const { ordering, billing } = files;
    const limits: number[] = [];
    const neighbours = (limitMs: number) => {
      limits.push(limitMs);
      return { ordering: ordering.answers, billing: billing.answers } as Neighbours<'files'>;
    };
    const parts: JobParts<Neighbours<'files'>> = {
      ...files.parts,
      neighbours,
      clock: () => new Date(),
      log: serviceLog('files', 'silent', process.stdout),
    };
    const job = { name: '', key: undefined, data: {}, attempt: 1, now: new Date(), signal: new AbortController().signal };

    await jobs(files.storage)(parts).remove_unused_uploads.run(job);
    assert.deepEqual(limits, [10_000, 10_000, 10_000]);
  } finally {
    await files.stop();
  }
});
