import { newGid } from '@partner-ordering/kernel';
import { testFiles } from '../fixtures/test-files.ts';
import { storageSuite } from '../fixtures/storage.suite.ts';

storageSuite('a folder of this machine', async () => {
  const files = await testFiles();
  return {
    ...{ storage: files.storage, reach: files.reach, stop: files.stop },
    file: (content) => files.upload(newGid(), { content }),
    another: (uploader) => ({ uploader, key: uploader }),
  };
});
