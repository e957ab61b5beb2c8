import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, startS3, type ApiClient, type S3Server } from '@partner-ordering/testing';
import { startProcesses, type Processes } from './processes.ts';
import { stop } from './program.ts';

describe('kill -9 during the copy of an upload in a bucket', () => {
  let s3: S3Server;
  let system: Processes;
  let user: ApiClient;
  before(async () => {
    s3 = await startS3();
    system = await startProcesses();
    user = await system.signIn('user@example.com', 'base upload_files');
  });
  after(async () => {
    await system?.end();
    await s3?.stop();
  });

  /** The files service with its files in the bucket. */
  async function start(more: Record<string, string> = {}) {
    await stop(system.program('files'));
    const { endpoint, bucket, accessKeyId, secretAccessKey } = s3;
    const variables = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
    const program = await system.restart('files', { ...variables, ...more });
    await eventually(async () => (await fetch(`${system.urlOf('files')}/readyz`)).ok, { timeoutMs: 20_000 });
    return program;
  }

  test('an upload that a request has named survives with its content and SHA-256, although its form is sent again', async () => {
    const crashing = await start({ CRASH_AT: 'upload-copied' });
    const { upload_form: form } = (await user.get('/v1/me')).body;
    const send = async (content: string): Promise<void> => {
      const data = new FormData();
      for (const [name, value] of Object.entries(form.fields as Record<string, string>)) data.append(name, value);
      data.append(form.file_field, new Blob([content]), 'brief.txt');
      assert.equal((await fetch(form.action, { method: 'POST', body: data })).status, 201);
    };
    await send('A loaf and an anchor');
    const path: string = form.fields.key;
    await user.get(`/v1/file_info/${path}`);
    assert.equal(await crashing.ended, 'SIGKILL');
    await send('something else');

    await start();
    const file = await eventually(
      async () => {
        const { body } = await user.get(`/v1/file_info/${path}`);
        assert.ok(body.sha256);
        return body;
      },
      { timeoutMs: 20_000 },
    );
    assert.equal(file.sha256, 'f006893fd5c1c76087fa32890168e91c70b42ada3e26a10550e959d161094e5a');
    assert.equal(await (await fetch((await user.get(`/v1/files/${path}`)).body.url)).text(), 'A loaf and an anchor');
  });
});
