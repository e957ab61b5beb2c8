import { serviceSecret } from '@partner-ordering/testing';
import { issuer, testFiles } from '../fixtures.ts';
import { diskStorage } from './disk-storage.ts';
import { signer } from './signatures.ts';
import { storageSuite } from './storage.suite.ts';

storageSuite('a folder of this machine', async () => {
  const files = await testFiles();
  const storage = await diskStorage({ folder: files.folder, issuer, signer: signer(serviceSecret) });
  return { storage, reach: files.reach, stop: files.stop };
});
