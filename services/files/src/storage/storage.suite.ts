import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { newGid } from '@partner-ordering/data';
import type { Storage, UploadForm } from './storage.ts';

/** A storage under test and how to reach its addresses. */
export interface StorageUnderTest {
  storage: Storage;
  reach(url: string): string;
  stop(): Promise<void>;
}

const hour = (offset = 1): Date => new Date(Date.now() + offset * 3_600_000);
const grant = (more: object = {}) => ({ path: newGid(), uploader: newGid(), maxSizeBytes: 1_000, expiresAt: hour(), ...more });

/** What every storage must do, whatever it stands on. */
export function storageSuite(name: string, make: () => Promise<StorageUnderTest>): void {
  describe(`a storage: ${name}`, () => {
    let it: StorageUnderTest;
    before(async () => void (it = await make()));
    after(() => it.stop());

    const send = (form: UploadForm, content = 'bytes', fields = form.fields): Promise<Response> => {
      const data = new FormData();
      for (const [field, value] of Object.entries(fields)) data.append(field, value);
      data.append(form.file_field, new Blob([content]), 'brief.txt');
      return fetch(it.reach(form.action), { method: form.method, body: data });
    };
    const upload = async (content = '0123456789'): Promise<string> => {
      const given = grant();
      assert.ok((await send(it.storage.uploadForm(given), content)).ok);
      return given.path;
    };

    test('what its form uploads can be read, as a whole, in part and from a file', async () => {
      const path = await upload();

      assert.deepEqual(await it.storage.stat(path), { sizeBytes: 10 });
      assert.equal(await text(it.storage.read(path)), '0123456789');
      assert.equal(await text(it.storage.read(path, { start: 2, end: 4 })), '234');
      const local = await it.storage.local(path);
      assert.equal(await readFile(local.path, 'utf8'), '0123456789');
      await local.release();
    });

    test('a signed address is fetched without a token, with Range', async () => {
      const url = it.reach(it.storage.signedUrl(await upload(), hour()));

      const whole = await fetch(url);
      assert.deepEqual([whole.status, await whole.text()], [200, '0123456789']);
      const part = await fetch(url, { headers: { range: 'bytes=-3' } });
      assert.deepEqual([part.status, part.headers.get('content-range'), await part.text()], [206, 'bytes 7-9/10', '789']);
      assert.equal((await fetch(url, { headers: { range: 'bytes=10-' } })).status, 416);
    });

    test('a signed address that has expired or was changed is refused', async () => {
      const [path, other] = [await upload(), await upload()];
      const url = it.storage.signedUrl(path, hour());
      const refused = [it.storage.signedUrl(path, hour(-1)), url.replace(path, other), url.slice(0, -1), `${url}A`, url.split('&')[0]!];

      for (const address of refused) {
        const { status } = await fetch(it.reach(address));
        assert.ok(status >= 400 && status < 500, `${status} ${address}`);
      }
    });

    test('it knows its own signed addresses, expired ones too', async () => {
      const path = newGid();
      const url = it.storage.signedUrl(path, hour(-1));

      assert.equal(it.storage.signedPath(new URL(url)), path);
      assert.equal(it.storage.signedPath(new URL(url.replace(path, newGid()))), undefined);
    });

    test('a form that has expired or was changed stores nothing', async () => {
      const given = grant();
      const form = it.storage.uploadForm(given);
      const other = it.storage.uploadForm(grant());
      const attempts = [
        await send(it.storage.uploadForm({ ...given, expiresAt: hour(-1) })),
        await send(form, 'bytes', { ...form.fields, key: newGid() }),
        await send(form, 'bytes', { ...form.fields, policy: other.fields['policy']! }),
        await send(form, 'bytes', { key: given.path }),
      ];

      for (const { status } of attempts) assert.ok(status >= 400 && status < 500, `${status}`);
      assert.equal(await it.storage.stat(given.path), undefined);
    });

    test('a file above the limit is refused and nothing of it stays', async () => {
      const given = grant();
      const { status } = await send(it.storage.uploadForm(given), 'x'.repeat(1_001));

      assert.ok(status >= 400 && status < 500, `${status}`);
      assert.equal(await it.storage.stat(given.path), undefined);
    });

    test('what a service puts there is there in full, over what was', async () => {
      const path = newGid();
      await it.storage.put(path, Buffer.from('a first draft'));
      const { sha256 } = await it.storage.put(path, Buffer.from('bytes'));

      assert.equal(await text(it.storage.read(path)), 'bytes');
      assert.equal(sha256, createHash('sha256').update('bytes').digest('hex'));
      await assert.rejects(async () => it.storage.put('../secrets', Buffer.from('x')));
    });

    test('what was removed is gone, and may be removed again', async () => {
      const path = await upload();
      await it.storage.remove(path);
      await it.storage.remove(path);

      assert.equal(await it.storage.stat(path), undefined);
      await assert.rejects(text(it.storage.read(path)));
    });

    test('a path that could lead elsewhere is refused', async () => {
      for (const path of ['../secrets', '..', '.hidden', 'a/b', 'a%2Fb', 'a\\b', '', 'x'.repeat(129)]) {
        await assert.rejects(async () => it.storage.stat(path), path);
        assert.throws(() => it.storage.signedUrl(path, hour()), path);
      }
    });
  });
}
