import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startS3, type ApiClient, type S3Server } from '@partner-ordering/testing';
import { removeUnnamed } from '../domain/record-upload.ts';
import { faults } from '../faults.ts';
import { plainPng } from '../fixtures/plain-png.ts';
import { testBucket } from '../fixtures/test-bucket.ts';
import { issuer, sizeOf, testFiles, testOn, type TestFiles } from '../fixtures/test-files.ts';
import type { S3Options } from './s3-bucket.ts';
import { s3Storage } from './s3-storage.ts';
import { stableAddress } from '../fixtures/stable-address.suite.ts';
import { storageSuite } from '../fixtures/storage.suite.ts';

let server: S3Server;
before(async () => void (server = await startS3()));
after(() => server.stop());

const bucket = () => testBucket(server);

storageSuite('a bucket', async () => {
  const storage = s3Storage(await bucket(), () => new Date());
  return {
    storage,
    reach: (url: string) => url,
    stop: () => Promise.resolve(),
    file: async (content) => {
      const path = newGid();
      await storage.put(path, Buffer.from(content));
      return path;
    },
    another: (uploader) => ({ 'x-amz-meta-uploader': uploader }),
  };
});

testOn({ make: async () => ({ location: { s3: await bucket() }, remove: () => Promise.resolve() }) });

describe('uploads straight to S3', () => {
  let files: TestFiles;
  before(async () => void (files = await testFiles()));
  after(() => files.stop());

  test('an upload becomes the file when it is first named; a later upload with its form is removed', async () => {
    const user = await files.signIn();
    const form = await files.form(user.gid);
    assert.equal((await files.send(form, { content: 'first', name: 'Größe.txt' })).status, 201);
    const path = form.fields['key']!;
    const { body } = await user.get(`/v1/file_info/${path}`);
    assert.deepEqual([body.name, body.content_type, body.size], ['Größe.txt', 'text/plain', 5]);
    await eventually(async () => assert.equal(await hashOf(user, path), sha256('first')));

    assert.equal((await files.send(form, { content: 'second, longer', name: 'other.txt' })).status, 201);
    const signed = await user.get(`/v1/files/${path}`);
    assert.equal(await (await fetch(signed.body.url)).text(), 'first');
    assert.equal((await user.get(`/v1/file_info/${path}`)).body.size, 5);
    await removeUnnamed(files.parts, inDays(7.1));
    assert.equal(await files.storage.direct!.find(path), undefined);
    assert.equal(await sizeOf(files.storage, path), 5);
  });

  test('an upload that a browser could run is offered for download only', async () => {
    const user = await files.signIn();
    const path = await files.upload(user.gid, { content: '<html></html>', name: `${'漢字'.repeat(80)}Größe.html` });
    const { headers } = await fetch((await user.get(`/v1/files/${path}`)).body.url);
    const disposition = headers.get('content-disposition')!;
    assert.deepEqual([headers.get('content-type'), disposition.slice(0, 11)], ['text/plain; charset=utf-8', 'attachment;']);
  });

  test('a file is named after its type if S3 does not return its name', async () => {
    const user = await files.signIn();
    const form = await files.form(user.gid);
    const { 'x-amz-meta-name': name, ...fields } = form.fields;
    assert.equal(name, '${filename}');
    await files.send({ ...form, fields: { ...fields, 'x-amz-meta-name': '' } }, { content: '%PDF-1.4' });

    assert.equal((await user.get(`/v1/file_info/${form.fields['key']}`)).body.name, 'file.pdf');
  });

  test('an upload can be named by its address in the answer of S3', async () => {
    const user = await files.signIn();
    const form = await files.form(user.gid);
    await files.send(form, { content: 'bytes' });

    const [resolved] = await files.resolve(user.gid, [`${form.action}/${form.fields['key']}`]);
    assert.equal(resolved?.file?.path, form.fields['key']);
  });

  test('a file can be named by each of its addresses: those of S3, signed or not, and the stable ones', async () => {
    const user = await files.signIn();
    const path = await files.upload(user.gid, { content: await plainPng({ width: 3, height: 2 }), name: 'red.png' });
    const { url: signed } = (await user.get(`/v1/files/${path}`)).body;
    const names = [signed, signed.split('?')[0], `/v1/storage/${path}`, `/v1/img/${path}-icon`, `${issuer}/v1/img/${path}-thumb.png`];
    const found = (await files.internal('ordering', '/paths', { names })).body;
    assert.deepEqual(found, { paths: names.map((given) => ({ given, path })) });
    for (const name of names) assert.equal((await user.get(`/v1/file_info/${encodeURIComponent(name)}`)).body.path, path, name);
    const changed = signed.replace(/X-Amz-Signature=../, 'X-Amz-Signature=zz');
    assert.deepEqual((await files.internal('ordering', '/paths', { names: [changed] })).body, { paths: [{ given: changed, path: null }] });
  });

  test('a false image is refused and removed, and an attaching user gets the reason', async () => {
    const user = await files.signIn();
    const html = { content: '<html><script>alert(1)</script></html>', name: 'logo.png' };
    const [signed, attached] = [await files.upload(user.gid, html), await files.upload(user.gid, html)];

    const { status, body } = await user.get(`/v1/files/${signed}`);
    assert.deepEqual([status, body.error.details], [400, [faults.mislabeled_image('file')]]);
    const [refused] = await files.resolve(user.gid, [attached]);
    assert.deepEqual(refused, {
      given: attached,
      file: null,
      is_foreign: false,
      refusal: { code: 'mislabeled_image', message: 'is not an image, although its name or type says so' },
    });
    for (const path of [signed, attached]) assert.equal(await files.isStored(path), false);
    assert.equal((await user.get(`/v1/files/${signed}`)).status, 404);
  });

  test("403 at the addresses of this service's own storage", async () => {
    const user = await files.signIn();
    const path = await files.upload(user.gid);
    const form = await files.form(user.gid);
    const download = await fetch(`${files.url}/v1/storage/${path}?expires=9999999999&signature=x`);
    const upload = await files.send(
      { ...form, action: `${files.url}/v1/storage`, fields: { key: newGid(), policy: 'x', signature: 'x' } },
      { content: 'x' },
    );

    assert.deepEqual([download.status, upload.status], [403, 403]);
  });

  stableAddress(() => files);

  test('503 while S3 does not answer', async () => {
    const options = await bucket();
    const storage = s3Storage({ ...options, endpoint: 'http://127.0.0.1:9' }, () => new Date());

    const attempts = [() => storage.direct!.find(newGid()), () => storage.put(newGid(), Buffer.from('x')), storage.check];
    for (const attempt of attempts) await assert.rejects(attempt, { kind: 'unavailable' });
    await assert.rejects(text(storage.read(newGid())), { kind: 'unavailable' });
  });

  test('a service does not start with an absent bucket or with refused keys', async () => {
    const options = await bucket();
    const check = (changes: Partial<S3Options>) => s3Storage({ ...options, ...changes }, () => new Date()).check();

    await check({});
    await assert.rejects(check({ bucket: newGid() }), /S3_BUCKET: \S+ at \S+ does not exist/);
    await assert.rejects(check({ credentials: { accessKeyId: 'test', secretAccessKey: 'wrong' } }), /refuses these credentials/);
  });
});

const inDays = (days: number): Date => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
const hashOf = async (user: ApiClient, path: string): Promise<unknown> => (await user.get(`/v1/file_info/${path}`)).body.sha256;
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

describe('on S3', async () => {
  for (const load of [
    () => import('../attachments.test.ts'),
    () => import('../documents.test.ts'),
    () => import('../domain/avatar-file.test.ts'),
    () => import('../jobs/jobs.test.ts'),
    () => import('../orphans.test.ts'),
    () => import('../operations/getImage.test.ts'),
    () => import('../operations/image-variations.test.ts'),
    () => import('../operations/signFile.test.ts'),
  ])
    await load();
});
