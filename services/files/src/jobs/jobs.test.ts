import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { testFiles } from '../fixtures/test-files.ts';

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
