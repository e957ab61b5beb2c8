import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { httpFaults } from '@partner-ordering/http';
import { newGid, type Detail } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { faults } from '../faults.ts';
import { plainPng } from '../fixtures/plain-png.ts';
import { sharedFiles, type TestFile, type TestFiles } from '../fixtures/test-files.ts';

describe('uploadFile', () => {
  let files: TestFiles;
  before(async () => void (files = await sharedFiles()));

  const stored = () => readdir(join(files.folder, 'stored'));
  /** Begins an upload. */
  const half = async (user: string): Promise<ClientRequest> => {
    const { fields } = await files.form(user);
    const head = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value));
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const upload = request(`${files.url}/v1/storage`, { method: 'POST', headers, agent: false }).on('error', () => undefined);
    upload.write(`${head.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf`);
    return upload;
  };
  const details = async (response: Response): Promise<unknown> => [
    response.status,
    ((await response.json()) as { error: { details?: unknown } }).error.details,
  ];

  test('201 names the address of the file, whose type is that of its bytes', async () => {
    const user = await files.signIn();
    const png = await plainPng({ width: 30, height: 20 });
    const form = await files.form(user.gid);
    const response = await files.send(form, { content: png, name: 'C:\\logos\\red "1".png', type: 'text/plain' });

    assert.equal(response.status, 201);
    assert.equal(response.headers.get('location'), `/v1/storage/${form.fields['key']}`);
    const { body } = await user.get(`/v1/file_info/${form.fields['key']}`);
    assert.deepEqual(
      [body.name, body.content_type, body.size, body.image],
      ['red "1".png', 'image/png', png.length, { width: 30, height: 20 }],
    );
  });

  test('400 for false images and for broken or too large ones; nothing is stored', async () => {
    const user = newGid();
    const html = '<html><script>alert(1)</script></html>';
    const refused: [TestFile, Detail][] = [
      [{ content: html, name: 'logo.png' }, faults.mislabeled_image('file')],
      [{ content: html, name: 'logo', type: 'image/png' }, faults.mislabeled_image('file')],
      [{ content: '<svg xmlns="http://www.w3.org/2000/svg"/>', name: 'logo.jpeg' }, faults.mislabeled_image('file')],
      [
        { content: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]), name: 'logo.png' },
        faults.image_not_readable('file', { name: 'logo.png' }),
      ],
      [{ content: await textPng(1_000), name: 'texts.png' }, faults.image_not_readable('file', { name: 'texts.png' })],
      [{ content: await vastPng(), name: 'large.png' }, faults.too_many_pixels('file', { max: 268_402_689 })],
    ];
    const before = await stored();

    for (const [file, detail] of refused) assert.deepEqual(await details(await files.send(await files.form(user), file)), [400, [detail]]);
    assert.deepEqual(await stored(), before);
    assert.deepEqual(await readdir(join(files.folder, 'incoming')), []);
    await files.upload(user, { content: await textPng(999), name: 'texts.png' });
  });

  const noise = (width: number, height: number): Sharp =>
    sharp({ create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
  const frames = async (): Promise<Sharp> =>
    sharp(await Promise.all([1, 2].map(() => noise(200, 150).png().toBuffer())), { join: { animated: true } });
  const fine: Record<string, () => Promise<Buffer>> = {
    'a.png': () => noise(200, 150).png().toBuffer(),
    '16 bits.png': () => noise(200, 150).toColourspace('rgb16').png().toBuffer(),
    'interlaced.png': () => noise(200, 150).png({ progressive: true }).toBuffer(),
    'a.jpg': () => noise(200, 150).jpeg().toBuffer(),
    'cmyk.jpg': () => noise(200, 150).toColourspace('cmyk').jpeg().toBuffer(),
    'progressive.jpg': () => noise(200, 150).jpeg({ progressive: true }).toBuffer(),
    'a.gif': async () => (await frames()).gif().toBuffer(),
    'a.webp': async () => (await frames()).webp().toBuffer(),
    'a.avif': () => noise(200, 150).avif({ effort: 0 }).toBuffer(),
  };
  for (const [name, make] of Object.entries(fine))
    test(`201 for an image with all its pixels, with small versions; 400 if truncated, and nothing is stored: ${name}`, async () => {
      const user = await files.signIn();
      const content = await make();
      const path = await files.upload(user.gid, { content: new Uint8Array(content), name });
      for (const variation of ['icon', 'thumb'] as const) assert.ok(await files.storage.small(path, variation), variation);

      const before = await stored();
      const cut = new Uint8Array(content.subarray(0, content.length * 0.4));
      assert.deepEqual(await details(await files.send(await files.form(user.gid), { content: cut, name })), [
        400,
        [faults.image_not_readable('file', { name })],
      ]);
      assert.deepEqual(await stored(), before);
    });

  test('201 for HEIC, TIFF and BMP called JPEG: a file of its true type, for download', async () => {
    const user = await files.signIn();
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1');
    const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(64)]);
    for (const [content, type] of [
      [heic, 'image/heic'],
      [await noise(20, 10).tiff().toBuffer(), 'image/tiff'],
      [bmp, 'image/bmp'],
    ] as const) {
      const path = await files.upload(user.gid, { content: new Uint8Array(content), name: 'IMG_1.jpg', type: 'image/jpeg' });
      const { body } = await user.get(`/v1/file_info/${path}`);
      assert.deepEqual([body.name, body.content_type, body.image], ['IMG_1.jpg', type, null]);
      assert.equal((await user.get(`/v1/img/${path}-thumb`)).status, 404, type);
      const { headers } = await fetch(files.reach((await user.get(`/v1/files/${path}`)).body.url));
      assert.equal(headers.get('content-type'), type);
      assert.match(headers.get('content-disposition')!, /^attachment; filename="IMG_1.jpg"/);
    }
  });

  test('201 for a photograph with stray bytes, which every program shows', async () => {
    const jpeg = await noise(200, 150).jpeg().toBuffer();
    const content = new Uint8Array(Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(5), jpeg.subarray(20)]));
    const path = await files.upload(newGid(), { content, name: 'photo.jpg' });
    assert.ok(await files.storage.small(path, 'icon'));
  });

  test('201 takes any file named .svg for download only, never as an image', async () => {
    const user = await files.signIn();
    for (const content of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      'A loaf',
    ]) {
      const path = await files.upload(user.gid, { content, name: 'logo.svg', type: 'image/svg+xml' });
      assert.equal((await user.get(`/v1/file_info/${path}`)).body.image, null, content);
      assert.equal((await user.get(`/v1/img/${path}`)).status, 404, content);
      const response = await fetch(files.reach((await user.get(`/v1/files/${path}`)).body.url));
      assert.match(response.headers.get('content-disposition')!, /^attachment; filename="logo.svg"/);
      const [named] = await files.resolve(user.gid, [path]);
      assert.deepEqual([named!.refusal, named!.file!.image_url], [null, null], content);
    }
  });

  test('201 removes invisible characters from the name: an RTL override does not hide an extension', async () => {
    const user = await files.signIn();
    for (const code of [0x061c, 0x202e, 0x2067]) {
      const name = `invoice${String.fromCodePoint(code)}gpj.exe`;
      const path = await files.upload(user.gid, { content: 'MZ', name });
      assert.equal((await user.get(`/v1/file_info/${path}`)).body.name, 'invoicegpj.exe', code.toString(16));
      const response = await fetch(files.reach((await user.get(`/v1/files/${path}`)).body.url));
      const expected = `attachment; filename="invoicegpj.exe"; filename*=UTF-8''invoicegpj.exe`;
      assert.equal(response.headers.get('content-disposition'), expected, code.toString(16));
    }
    const path = await files.upload(user.gid, { content: 'x', name: 'لوگو 👩‍🎨.txt' });
    assert.equal((await user.get(`/v1/file_info/${path}`)).body.name, 'لوگو 👩‍🎨.txt', 'what joins characters stays');
  });

  test('a name of over 255 bytes is cut before its extension, between characters', async () => {
    const user = await files.signIn();
    for (const [name, expected] of [
      [`${'a'.repeat(300)}.docx`, `${'a'.repeat(250)}.docx`],
      [`${'日'.repeat(100)}.png.zip`, `${'日'.repeat(83)}.zip`],
      [`${'👩‍🎨'.repeat(30)}.txt`, `${'👩‍🎨'.repeat(22)}.txt`],
      ['x'.repeat(255), 'x'.repeat(255)],
    ] as const) {
      const path = await files.upload(user.gid, { content: 'x', name });
      assert.equal((await user.get(`/v1/file_info/${path}`)).body.name, expected);
    }
  });

  test('400 for a body that is no form with the file at its end', async () => {
    const { action, fields } = await files.form(newGid());
    const send = (entries: [string, string | Blob][]) => {
      const data = new FormData();
      for (const [name, value] of entries) data.append(name, value);
      return fetch(files.reach(action), { method: 'POST', body: data });
    };
    const before = await stored();
    const all = Object.entries(fields);
    const file: [string, Blob] = ['file', new Blob(['bytes'])];

    assert.equal((await send(all)).status, 400);
    assert.equal((await send([...all, ['other', new Blob(['bytes'])]])).status, 400);
    assert.equal((await send([...all, file, file])).status, 400);
    assert.equal((await send([file, ...all])).status, 400);
    assert.equal((await fetch(files.reach(action), { method: 'POST', body: 'text' })).status, 400);
    assert.equal((await fetch(files.reach(action), { method: 'POST' })).status, 400);
    assert.deepEqual(await stored(), before);
    assert.equal((await send([...all, file])).status, 201, 'the form can still be used');
  });

  test('400 for a field that is longer than the document allows', async () => {
    const form = await files.form(newGid());
    for (const [name, most] of [
      ['key', 255],
      ['policy', 8_192],
      ['signature', 128],
      ['note', 8_192],
    ] as const)
      for (const length of [most + 1, 100_000]) {
        const fields = { ...form.fields, [name]: 'x'.repeat(length) };
        const refused = [400, [faults.too_long(name, { max: most })]];
        assert.deepEqual(await details(await files.send({ ...form, fields }, { content: 'bytes' })), refused);
      }
    assert.equal((await files.send({ ...form, fields: { ...form.fields, note: 'ä'.repeat(8_192) } }, { content: 'bytes' })).status, 201);
  });

  test('400 for more than 20 fields, and nothing is stored', async () => {
    const form = await files.form(newGid());
    const send = (notes: number) => {
      const added = Object.fromEntries(Array.from({ length: notes }, (_, index) => [`note${index}`, '']));
      return files.send({ ...form, fields: { ...form.fields, ...added } }, { content: 'bytes' });
    };
    const before = await stored();
    for (const notes of [18, 100])
      assert.deepEqual(await details(await send(notes)), [400, [httpFaults.too_many_fields('body', { max: 20 })]]);
    assert.deepEqual(await stored(), before);
    assert.equal((await send(17)).status, 201, 'the form can still be used');
  });

  test('an interrupted upload leaves nothing', async () => {
    const before = await stored();
    const upload = await half(newGid());
    const incoming = join(files.folder, 'incoming');
    await eventually(async () => assert.equal((await readdir(incoming)).length, 1));

    upload.destroy();
    await eventually(async () => assert.deepEqual(await readdir(incoming), []));
    assert.deepEqual(await stored(), before);
  });

  test('429 for more than 16 concurrent uploads of a user; others go on, and one that ends makes room', async () => {
    const user = newGid();
    const incoming = join(files.folder, 'incoming');
    const running: ClientRequest[] = [];
    for (let count = 1; count <= 16; count += 1) {
      running.push(await half(user));
      await eventually(async () => assert.equal((await readdir(incoming)).length, count));
    }
    const form = await files.form(user);
    const refused = await files.send(form, { content: 'bytes' });
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
    await files.upload(newGid());
    running.pop()!.destroy();
    await eventually(async () => assert.equal((await files.send(form, { content: 'bytes' })).status, 201));
    running.forEach((upload) => upload.destroy());
    await eventually(async () => assert.deepEqual(await readdir(incoming), []));
  });
});

const part = (disposition: string, value: string): string => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;

/** A PNG with so many texts before its pixels. */
const textPng = (texts: number) => plainPng({ width: 1, height: 1, texts: Array<number>(texts).fill(1) });

/** A PNG that declares 50,000 × 50,000 pixels and holds one. */
async function vastPng(): Promise<Uint8Array<ArrayBuffer>> {
  const png = await plainPng({ width: 1, height: 1 });
  const view = Buffer.from(png.buffer);
  view.writeUInt32BE(50_000, 16);
  view.writeUInt32BE(50_000, 20);
  view.writeUInt32BE(crc32(view.subarray(12, 29)), 29);
  return png;
}
