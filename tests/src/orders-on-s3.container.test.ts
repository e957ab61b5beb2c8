import { after, before, describe } from 'node:test';
import { startS3, type S3Server } from '@partner-ordering/testing';
import { environment } from './system.ts';

let s3: S3Server | undefined;
before(async () => {
  s3 = await startS3();
  Object.assign(environment, {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
});
after(() => s3?.stop());

describe('with the files in a bucket', async () => {
  for (const load of [
    () => import('./stories/order-contest.test.ts'),
    () => import('./stories/order-conversation.test.ts'),
    () => import('./stories/project-files.test.ts'),
    () => import('./operations/file-names.test.ts'),
  ])
    await load();
});
