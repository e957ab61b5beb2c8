import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startS3, type ApiClient, type S3Server } from '@partner-ordering/testing';
import { canBeRead, finishUpload, keepUpload } from '../domain/keep-upload.ts';
import { fileAt } from '../domain/record-upload.ts';
import { removeUnused } from '../domain/unused-uploads.ts';
import { plainPng } from '../fixtures/plain-png.ts';
import { testBucket } from '../fixtures/test-bucket.ts';
import { holder, sizeOf, testFiles, testOn, type TestFiles } from '../fixtures/test-files.ts';
import { watchS3, type WatchedS3 } from '../fixtures/watched-s3.ts';
import type { S3Options } from './s3-bucket.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage, UploadForm } from './storage.ts';

const MIB = 1024 * 1024;

describe('uploads to a bucket', () => {
  let server: S3Server;
  let s3: WatchedS3;
  let files: TestFiles;
  let options: S3Options;
  let storage: Storage;
  let user: ApiClient & { gid: string };
  before(async () => {
    server = await startS3();
    s3 = await watchS3(server.endpoint);
    options = await testBucket(server);
    testOn({ make: async () => ({ location: { s3: { ...options, endpoint: s3.endpoint } }, remove: () => Promise.resolve() }) });
    files = await testFiles();
    // Reaches the bucket directly, without the watching proxy.
    storage = s3Storage(options, () => new Date());
    user = await files.signIn();
  });
  after(async () => {
    await files.stop();
    await s3.stop();
    await server.stop();
  });

  const sent = async (content: string | Uint8Array<ArrayBuffer>, name = 'brief.txt'): Promise<{ form: UploadForm; path: string }> => {
    const form = await files.form(user.gid);
    assert.equal((await files.send(form, { content, name })).status, 201);
    return { form, path: form.fields['key']! };
  };
  const info = async (path: string) => user.get(`/v1/file_info/${path}`);
  const download = async (path: string): Promise<string> => (await fetch((await user.get(`/v1/files/${path}`)).body.url)).text();
  const isHashed = (path: string, content: string) => eventually(async () => assert.equal((await info(path)).body.sha256, sha256(content)));
  const now = (): Date => new Date();

  test('an upload can be named before its copy; its SHA-256 is null until then, and reading waits', async () => {
    const { path } = await sent('first');
    const release = s3.holdCopies();
    const { status, body } = await info(path);
    assert.deepEqual([status, body.size, body.sha256], [200, 5, null]);
    assert.equal(await sizeOf(storage, path), undefined);

    const reading = download(path);
    await eventually(() => s3.copiesOf(path) > 0);
    release();
    assert.equal(await reading, 'first');
    await isHashed(path, 'first');
    await eventually(async () => assert.equal(await storage.direct!.find(path), undefined, 'what was copied is removed'));
  });

  test('naming a large upload reads no more bytes than naming a small one', async () => {
    const picture = (format: 'png' | 'jpeg' | 'gif') =>
      sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
        .toFormat(format)
        .toBuffer();
    const beginnings = { text: Buffer.from('A loaf and an anchor'), binary: Buffer.from([0, 1, 2]) };
    const pictures = { png: await picture('png'), jpeg: await picture('jpeg'), gif: await picture('gif') };
    const release = s3.holdCopies();

    for (const [kind, beginning] of Object.entries({ ...beginnings, ...pictures })) {
      const read: number[] = [];
      for (const sizeBytes of [MIB, 8 * MIB]) {
        const { path } = await sent(new Uint8Array(Buffer.concat([beginning, Buffer.alloc(sizeBytes)])), 'file');
        s3.bytesRead();
        const { body } = await info(path);
        read.push(s3.bytesRead());
        assert.deepEqual([body.size, body.image?.width], [beginning.length + sizeBytes, kind in pictures ? 30 : undefined], kind);
      }
      assert.equal(read[1], read[0], kind);
    }
    release();
  });

  test('an image is copied to this machine once to be decoded, unless its head says that it is too large', async () => {
    const behind = new Uint8Array(MIB);
    for (const [side, copied] of [
      [100, true],
      [8192, false],
    ] as const) {
      const content = new Uint8Array(Buffer.concat([await plainPng({ width: side, height: side, isInterlaced: true }), behind]));
      const { path } = await sent(content, 'logo.png');
      await eventually(async () => assert.ok((await info(path)).body.sha256));
      s3.bytesRead();
      const show = async (): Promise<number> => {
        const response = await fetch(`${files.url}/v1/img/${path}-thumb?access_token=${user.token}`);
        await response.arrayBuffer();
        return response.status;
      };
      await eventually(async () => assert.equal(await show(), copied ? 200 : 404), { timeoutMs: 30_000 });
      const read = s3.bytesRead();
      assert.ok(copied ? read >= content.length : read <= MIB / 4, `${read} bytes`);

      await show();
      assert.ok(s3.bytesRead() < 10_000, 'what is made or known to be too large is not read again');
    }
  });

  test('503 with Retry-After if the copy outlasts the request; it goes on, once for all requests', async () => {
    const { path } = await sent('slow');
    // The job that it adds copies too.
    const release = s3.holdCopies();
    const file = (await fileAt({ ...files.parts, now: now() }, path))!;
    assert.equal(file.isKept, false);
    const waits = Array.from({ length: 10 }, () => canBeRead({ ...files.parts, now: now() }, file, 50));
    for (const wait of waits) await assert.rejects(wait, { kind: 'unavailable', headers: { 'Retry-After': '1' } });
    await eventually(() => assert.equal(s3.copiesOf(path), 1));

    release();
    assert.equal(await canBeRead({ ...files.parts, now: now() }, file), true);
    assert.equal(await download(path), 'slow');
  });

  test('404 for an upload that was overwritten before its copy: other bytes than the named ones are never read', async () => {
    const { form, path } = await sent('as it was named');
    const attached = await sent('and attached');
    const release = s3.holdCopies();
    for (const each of [path, attached.path]) assert.equal((await info(each)).status, 200);
    const reading = user.get(`/v1/files/${path}`);
    await eventually(() => s3.copiesOf(path) > 0);
    assert.equal((await files.send(form, { content: 'something else' })).status, 201);
    assert.equal((await files.send(attached.form, { content: 'else too' })).status, 201);
    release();

    assert.equal((await reading).status, 404);
    assert.equal((await info(path)).status, 404);
    assert.equal(await sizeOf(storage, path), undefined);
    await eventually(async () => assert.equal((await info(attached.path)).status, 404, 'the job finds it, too'));
    const [refused] = await files.resolve(user.gid, [attached.path]);
    assert.equal(refused?.refusal?.code, 'not_found');
    await eventually(async () => assert.equal(await storage.direct!.find(path), undefined));
    assert.equal((await files.send(form, { content: 'once more' })).status, 201);
    assert.equal((await user.get(`/v1/files/${path}`)).status, 404, 'nor does a third upload take its place');
  });

  test('an upload stays valid if the same bytes are sent again before the copy', async () => {
    const { form, path } = await sent('twice the same');
    const release = s3.holdCopies();
    await info(path);
    assert.equal((await files.send(form, { content: 'twice the same' })).status, 201);
    release();

    assert.equal(await download(path), 'twice the same');
  });

  test('an upload survives a kill between the copy and its commit, even if the form was sent again since', async () => {
    const { form, path } = await sent('first');
    const release = s3.holdCopies();
    await info(path);
    const upload = (await storage.direct!.find(path))!;
    assert.ok(typeof (await storage.direct!.keep(upload)) === 'object');
    assert.equal((await files.send(form, { content: 'second' })).status, 201);
    release();

    assert.equal(await download(path), 'first');
    await isHashed(path, 'first');
  });

  test('concurrent instances keep an upload as one does', async () => {
    const { form, path } = await sent('first');
    const upload = (await storage.direct!.find(path))!;
    const others = Array.from({ length: 5 }, () => s3Storage(options, now).direct!);
    const results = await Promise.all(others.map((direct) => direct.keep(upload)));
    assert.deepEqual(new Set(results.map((result) => typeof result)), new Set(['object']));

    assert.equal((await files.send(form, { content: 'second' })).status, 201);
    assert.deepEqual(await storage.direct!.keep(upload), { sha256: null }, 'it was kept before');
    assert.equal(await text(storage.read(path)), 'first');
  });

  test('an upload removed before its copy is reported as missing, and a silent bucket is waited for', async () => {
    const { path } = await sent('gone');
    const release = s3.holdCopies();
    await info(path);
    const upload = (await storage.direct!.find(path))!;
    await storage.direct!.discard(path);
    release();

    assert.equal(await keepUpload(files.parts, path, now()), 'missing');
    assert.equal((await user.get(`/v1/files/${path}`)).status, 404);
    const finishing = finishUpload(files.parts, path, { now: now(), signal: AbortSignal.timeout(5_000) });
    await assert.rejects(finishing, /There is no upload/);
    const elsewhere = s3Storage({ ...options, bucket: newGid() }, now).direct!;
    await assert.rejects(elsewhere.keep(upload), { kind: 'unavailable' });
  });

  test('an upload stays after 7 days if it was named and attached, but not yet copied', async () => {
    const [{ path }, unnamed] = [await sent('attached'), await sent('unnamed')];
    const release = s3.holdCopies();
    await files.resolve(user.gid, [path]);
    files.ordering.hold(path, holder);
    await removeUnused(files.parts, { now: inDays(8), signal: new AbortController().signal });
    assert.equal(await storage.direct!.find(unnamed.path), undefined);
    release();

    const admin = await files.signIn({ roles: ['admin'] });
    assert.equal((await admin.get(`/v1/files/${path}`)).status, 200);
  });

  test('an upload can be named for 6 days', async () => {
    const { path } = await sent('late');

    assert.equal(await fileAt({ ...files.parts, now: inDays(6.01) }, path), undefined);
    assert.equal((await fileAt({ ...files.parts, now: inDays(5.99) }, path))?.path, path);
  });
});

const inDays = (days: number): Date => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
