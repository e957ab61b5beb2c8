import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { testFiles } from '../fixtures/test-files.ts';
import { storageSuite } from '../fixtures/storage.suite.ts';

test('a folder of any number of files is listed', async () => {
  const files = await testFiles();
  const paths = Array.from({ length: 1_001 }, newGid);
  for (const path of paths) await writeFile(join(files.folder, 'stored', path), '');
  const listed: string[] = [];
  for await (const batch of files.storage.storedIn({ since: new Date(0), before: new Date(Date.now() + 60_000) })) listed.push(...batch);

  assert.deepEqual(listed.toSorted(), paths.toSorted());
  await files.stop();
});

storageSuite('a folder of this machine', async () => {
  const files = await testFiles();
  return {
    storage: files.storage,
    reach: files.reach,
    stop: files.stop,
    file: (content) => files.upload(newGid(), { content }),
    another: (uploader) => ({ uploader, key: uploader }),
  };
});
