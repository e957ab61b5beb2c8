import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import { lostFiles } from '../domain/lost-content.ts';
import { plainPng } from '../fixtures/plain-png.ts';
import { stableAddress } from '../fixtures/stable-address.suite.ts';
import { sharedFiles, type TestFile, type TestFiles } from '../fixtures/test-files.ts';

describe('downloadFile', () => {
  let files: TestFiles;
  let user: ApiClient & { gid: string };
  const address = async (file?: TestFile): Promise<string> => {
    const { body } = await user.get(`/v1/files/${await files.upload(user.gid, file)}`);
    return files.reach(body.url);
  };
  before(async () => {
    files = await sharedFiles();
    user = await files.signIn();
  });

  test('200 offers files that a browser could run for download only', async () => {
    const response = await fetch(
      await address({ content: '<html><script>alert(1)</script></html>', name: 'Größe "x".html', type: 'text/html' }),
    );

    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="Gr__e _x_.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22x%22.html`,
    );
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.match(response.headers.get('content-security-policy')!, /sandbox/);
  });

  test('200 shows an image in place', async () => {
    const content = await plainPng({ width: 3, height: 2 });
    const response = await fetch(await address({ content, name: 'red.png' }));

    assert.match(response.headers.get('content-disposition')!, /^inline;/);
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), content);
  });

  test('404 file_lost for a file whose content is gone from the storage, which is listed', async () => {
    const kept = await files.upload(user.gid, { content: 'kept' });
    const lost = await files.upload(user.gid, { content: await plainPng({ width: 3, height: 2 }), name: 'red.png' });
    const { body } = await user.get(`/v1/files/${lost}`);
    assert.equal((await fetch(`${files.url}/v1/img/${lost}-thumb?access_token=${user.token}`)).status, 200);
    for (const gone of [`stored/${lost}`, `small/${lost}-thumb`]) await rm(join(files.folder, gone));

    const answers = [`/v1/img/${lost}`, `/v1/img/${lost}-thumb`].map((path) => user.get(path));
    for (const answer of await Promise.all(answers)) assert.deepEqual([answer.status, answer.body.error.reason], [404, 'file_lost']);
    const answer = await fetch(files.reach(body.url));
    assert.deepEqual([answer.status, ((await answer.json()) as { error: { reason: string } }).error.reason], [404, 'file_lost']);
    assert.equal((await user.get(`/v1/files/${kept}`)).status, 200);
    const listed: string[] = [];
    for await (const { path } of lostFiles(files.parts)) listed.push(path);
    assert.deepEqual([listed.includes(lost), listed.includes(kept)], [true, false]);
  });

  test('206 gives the range; 200 gives the whole file without a usable range or if If-Range names another file', async () => {
    const url = await address({ content: '0123456789' });
    const get = async (headers: Record<string, string>) => {
      const response = await fetch(url, { headers });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };

    assert.deepEqual(await get({ range: 'bytes=0-3' }), [206, 'bytes 0-3/10', '0123']);
    assert.deepEqual(await get({ range: 'bytes=7-' }), [206, 'bytes 7-9/10', '789']);
    assert.deepEqual(await get({ range: 'bytes=-20' }), [206, 'bytes 0-9/10', '0123456789']);
    assert.deepEqual(await get({ range: 'bytes=8-99' }), [206, 'bytes 8-9/10', '89']);
    for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
      assert.deepEqual(await get({ range }), [200, null, '0123456789'], range);
    assert.deepEqual(await get({ range: 'bytes=0-3', 'if-range': '"other"' }), [200, null, '0123456789']);
    assert.equal((await get({ range: 'bytes=10-' }))[0], 416);
    assert.equal((await get({ range: 'bytes=-0' }))[0], 416);
  });

  test('200 with no bytes for an empty file', async () => {
    assert.equal(await (await fetch(await address({ content: '' }))).text(), '');
  });

  test('200 for a valid signature, whatever token comes with it', async () => {
    const url = await address({ content: '0123456789' });
    assert.equal((await fetch(url, { headers: { authorization: 'Bearer made-up' } })).status, 200);
  });

  test('403 says whether a signed address was changed or has expired', async () => {
    const path = await files.upload(user.gid);
    const expired = await files.parts.storage.signedUrl(path, new Date(Date.now() - 1_000), {
      contentType: 'text/plain',
      contentDisposition: 'inline',
    });
    const reasonAt = async (url: string) => {
      const { error } = (await (await fetch(files.reach(url))).json()) as { error: { code: number; reason: string; message: string } };
      return [error.code, error.reason, error.message];
    };
    assert.deepEqual(await reasonAt(expired), [403, 'expired', 'This address has expired']);
    assert.deepEqual(await reasonAt(expired.replace(/expires=./, 'expires=9')), [403, 'forbidden', 'This address was changed']);
  });

  stableAddress(() => files);
});
