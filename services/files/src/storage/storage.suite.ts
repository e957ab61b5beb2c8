import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { newGid } from '@partner-ordering/data';
import type { Shrink, Storage, Upload, UploadForm } from './storage.ts';

/** A storage under test and how to reach its addresses. */
export interface StorageUnderTest {
  storage: Storage;
  reach(url: string): string;
  /** Stores a file that can be fetched from its address. */
  file(content: string): Promise<string>;
  /** Form fields in which another uploader's gid could stand, if there are any. */
  another(uploader: string): Record<string, string>;
  stop(): Promise<void>;
}

const hour = (offset = 1): Date => new Date(Date.now() + offset * 3_600_000);
const soon = (): Date => new Date(Date.now() + 15 * 60_000);
const shown = {
  contentType: 'text/plain; charset=utf-8',
  contentDisposition: `attachment; filename="brief.txt"; filename*=UTF-8''brief.txt`,
};
/** The field that says what is allowed. */
const policyOf = ({ fields }: UploadForm): string => Object.keys(fields).find((name) => name.toLowerCase() === 'policy')!;
const grant = (more: object = {}) => ({ path: newGid(), uploader: newGid(), maxSizeBytes: 100_000, expiresAt: hour(), ...more });

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
    /** Sends it by a form to wherever that leads; what arrived is the storage's to tell. */
    const arrive = async (content = '0123456789', given = grant()): Promise<Upload> => {
      const form = await it.storage.uploadForm(given);
      if (it.storage.gate) {
        const allowed = it.storage.gate.granted(form.fields, new Date());
        return it.storage.gate.receive(allowed, { name: 'brief.txt', declaredType: '', content: Readable.from([Buffer.from(content)]) });
      }
      assert.equal((await send(form, content)).status, 201);
      return (await it.storage.uploaded(given.path))!;
    };
    const stored = async (content?: string): Promise<string> => {
      const upload = await arrive(content);
      await upload.keep();
      await upload.discard();
      return upload.path;
    };
    const sign = (path: string, expiresAt = soon()): Promise<string> => it.storage.signedUrl(path, expiresAt, shown);

    test('what arrived by a form is looked at, then kept as it was, and can be read as a whole and in part', async () => {
      const given = grant();
      const upload = await arrive('0123456789', given);
      assert.deepEqual([upload.path, upload.uploader, upload.sizeBytes], [given.path, given.uploader, 10]);
      assert.equal(await text(upload.read()), '0123456789');
      assert.equal(await text(upload.read({ start: 2, end: 4 })), '234');
      const local = await upload.local();
      assert.equal(await readFile(local.path, 'utf8'), '0123456789');
      await local.release();
      assert.equal(await it.storage.stat(given.path), undefined);

      assert.equal((await upload.keep()).sha256, createHash('sha256').update('0123456789').digest('hex'));
      await upload.discard();
      assert.equal(await it.storage.uploaded(given.path), undefined);
      assert.deepEqual(await it.storage.stat(given.path), { sizeBytes: 10 });
      assert.equal(await text(it.storage.read(given.path)), '0123456789');
      assert.equal(await text(it.storage.read(given.path, { start: 2, end: 4 })), '234');
    });

    test('a stream that nobody reads to its end lets go', async () => {
      const content = it.storage.read(await stored('x'.repeat(100_000)));
      content.once('data', () => content.destroy());
      await once(content, 'close');
    });

    test('what is discarded is gone', async () => {
      const upload = await arrive();
      await upload.discard();

      assert.equal(await it.storage.uploaded(upload.path), undefined);
      assert.equal(await it.storage.stat(upload.path), undefined);
    });

    test('a signed address is fetched without a token, with Range', async () => {
      const url = it.reach(await sign(await it.file('0123456789')));

      const whole = await fetch(url);
      assert.deepEqual([whole.status, await whole.text()], [200, '0123456789']);
      assert.equal(whole.headers.get('content-type'), shown.contentType);
      assert.equal(whole.headers.get('content-disposition'), shown.contentDisposition);
      const part = await fetch(url, { headers: { range: 'bytes=-3' } });
      assert.deepEqual([part.status, part.headers.get('content-range'), await part.text()], [206, 'bytes 7-9/10', '789']);
      assert.equal((await fetch(url, { headers: { range: 'bytes=10-' } })).status, 416);
    });

    test('a signed address that has expired or was changed is refused', async () => {
      const [path, other] = [await it.file('one'), await it.file('other')];
      const url = await sign(path);
      const refused = [
        ...[await sign(path, hour(-1)), url.replace(path, other), url.replace(/xpires=\d+/, 'xpires=86400'), url.split('&')[0]!],
        ...[url.replace(/(ignature=..)./, '$1'), url.replace(/(ignature=..)/, '$1A'), url.replace(/ignature=.../, 'ignature=')],
      ];

      for (const address of refused) {
        const { status } = await fetch(it.reach(address));
        assert.ok(status >= 400 && status < 500, `${status} ${address}`);
      }
    });

    test('it knows its own signed addresses, expired ones too', async () => {
      const path = newGid();
      for (const url of [await sign(path), await sign(path, hour(-1))]) {
        assert.equal(await it.storage.pathOf(new URL(url)), path);
        const elsewhere = Object.assign(new URL(url), { hostname: 'elsewhere.example' });
        for (const changed of [
          elsewhere.href,
          url.replace(path, newGid()),
          url.replace(/ignature=.../, 'ignature=abc'),
          url.split('&')[0]!,
        ])
          assert.equal(await it.storage.pathOf(new URL(changed)), undefined, changed);
      }
    });

    test('a form that has expired or was changed stores nothing', async () => {
      const given = grant();
      const form = await it.storage.uploadForm(given);
      const other = await it.storage.uploadForm(grant());
      const attempts = [
        await send(await it.storage.uploadForm({ ...given, expiresAt: hour(-1) })),
        await send(form, 'bytes', { ...form.fields, key: newGid() }),
        await send(form, 'bytes', { ...form.fields, [policyOf(form)]: other.fields[policyOf(form)]! }),
        await send(form, 'bytes', { key: given.path }),
        await send(form, 'bytes', { ...form.fields, ...it.another(newGid()) }),
      ];

      for (const { status } of attempts) assert.ok(status >= 400 && status < 500, `${status}`);
      assert.equal(await it.storage.stat(given.path), undefined);
      assert.equal(await it.storage.uploaded(given.path), undefined);
    });

    test('a file above the limit is refused and nothing of it stays', async () => {
      const given = grant();
      const { status } = await send(await it.storage.uploadForm(given), 'x'.repeat(100_001));

      assert.ok(status >= 400 && status < 500, `${status}`);
      assert.equal(await it.storage.stat(given.path), undefined);
      assert.equal(await it.storage.uploaded(given.path), undefined);
    });

    test('what a service puts there is there in full, over what was', async () => {
      const path = newGid();
      await it.storage.put(path, Buffer.from('a first draft'));
      const { sha256 } = await it.storage.put(path, Buffer.from('bytes'));

      assert.equal(await text(it.storage.read(path)), 'bytes');
      assert.equal(sha256, createHash('sha256').update('bytes').digest('hex'));
      await assert.rejects(async () => it.storage.put('../secrets', Buffer.from('x')));
    });

    test('a small version is made once, from a file that can be read at random', async () => {
      const path = await stored('an image');
      let made = 0;
      const shrink: Shrink = async (source, target) => writeFile(target, `${await readFile(source, 'utf8')}, small ${++made}`);

      for (const expected of ['an image, small 1', 'an image, small 1']) {
        const { content, sizeBytes } = await it.storage.small(path, 'icon', shrink);
        assert.deepEqual([await text(content), sizeBytes], [expected, expected.length]);
      }
      const other = await it.storage.small(path, 'thumb', shrink);
      assert.equal(await text(other.content), 'an image, small 2');
      const broken = it.storage.small(await stored(), 'thumb', () => Promise.reject(new Error('no image')));
      await assert.rejects(broken, /no image/);
    });

    test('what has arrived and was never kept goes, what was kept stays', async () => {
      const [forgotten, kept] = [await arrive(), await stored()];
      await it.storage.tidy(hour(-1));
      assert.equal(await text(forgotten.read()), '0123456789');

      await it.storage.tidy(hour(1));
      await assert.rejects(text(forgotten.read()));
      assert.deepEqual(await it.storage.stat(kept), { sizeBytes: 10 });
    });

    test('what was removed is gone, and may be removed again', async () => {
      const path = await stored();
      await it.storage.remove(path);
      await it.storage.remove(path);

      assert.equal(await it.storage.stat(path), undefined);
      await assert.rejects(text(it.storage.read(path)));
    });

    test('a path that could lead elsewhere is refused', async () => {
      for (const path of ['../secrets', '..', '.hidden', 'a/b', 'a%2Fb', 'a\\b', '', 'x'.repeat(129)]) {
        await assert.rejects(async () => it.storage.stat(path), path);
        await assert.rejects(async () => sign(path), path);
      }
    });
  });
}
