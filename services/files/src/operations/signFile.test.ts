import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { ApiClient } from '@partner-ordering/testing';
import { issuer, sharedFiles, type TestFiles } from '../fixtures/test-files.ts';

describe('signFile', () => {
  let files: TestFiles;
  let user: ApiClient & { gid: string };
  let path: string;
  const sign = (client: ApiClient, url: string) => client.get(`/v1/files/${encodeURIComponent(url)}`);
  before(async () => {
    files = await sharedFiles();
    user = await files.signIn();
    path = await files.upload(user.gid);
  });

  test('200 gives an address for 15 minutes, from a path, an address and a signed address', async () => {
    const first = await sign(user, path);
    assert.equal(first.status, 200);
    const minutes = (new Date(first.body.expires_at).getTime() - Date.now()) / 60_000;
    assert.ok(minutes > 14 && minutes < 15.1, `${minutes}`);
    assert.equal(await (await fetch(files.reach(first.body.url))).text(), 'A loaf and an anchor');

    for (const url of [`${issuer}/v1/storage/${path}`, first.body.url]) {
      const { status, body } = await sign(user, url);
      assert.equal(status, 200, url);
      assert.equal((await fetch(files.reach(body.url))).status, 200);
    }
  });

  test('400 for foreign hosts, ways out and changed signatures', async () => {
    const { url: signed } = (await sign(user, path)).body;
    const refused = [
      `https://elsewhere.example/v1/storage/${path}`,
      `${issuer}.elsewhere.example/v1/storage/${path}`,
      `https://user@elsewhere.example/${issuer}/v1/storage/${path}`,
      `${issuer}/v1/storage/../storage/${path}`,
      `${issuer}/v1/storage/x%2F..%2F${path}`,
      `${issuer}/v1/projects/${path}`,
      `../${path}`,
      `..%2F${path}`,
      `a/${path}`,
      `file:///etc/passwd`,
      signed.replace(/ignature=../, 'ignature=A'),
      signed.replace(/xpires=\d+/, 'xpires=86400'),
      signed.replace(path, newGid()),
    ];

    for (const url of refused) {
      const { status, body } = await sign(user, url);
      assert.deepEqual([status, body.error?.details?.[0]?.path], [400, 'url'], url);
    }
    assert.equal((await user.get('/v1/files/%00')).status, 400);
  });
});
