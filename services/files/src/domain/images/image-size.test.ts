import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { faults } from '../../faults.ts';
import { plainPng } from '../../fixtures/plain-png.ts';
import type { Upload } from '../../storage/storage.ts';
import { contentOf } from '../content.ts';

/** Limit of the bytes read, whatever the size of the file. */
const MOST_BYTES = 262_144;

describe('the size of an image', () => {
  const upload = (content: Buffer) => {
    const read = { bytes: 0 };
    const given: Upload = {
      path: 'x',
      uploader: 'x',
      name: 'x',
      declaredType: '',
      sizeBytes: content.length,
      read: ({ start, end } = { start: 0, end: content.length - 1 }) => {
        read.bytes += end - start + 1;
        return Readable.from([content.subarray(start, end + 1)]);
      },
    };
    return { given, read };
  };
  const noise = (width: number, height: number): Sharp =>
    sharp({ create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
  /** Files far above the limit, turned by a quarter as by a camera, if the format can say so. */
  const turned = async () => sharp(await noise(900, 700).png().toBuffer()).withMetadata({ orientation: 6 });
  const frames = () => Promise.all(Array.from({ length: 3 }, () => noise(500, 400).png().toBuffer()));
  const large: Record<string, { make: () => Promise<Buffer>; size: [number, number] }> = {
    PNG: { make: async () => (await turned()).png().toBuffer(), size: [700, 900] },
    JPEG: { make: async () => (await turned()).jpeg({ quality: 100 }).toBuffer(), size: [700, 900] },
    'progressive JPEG': { make: async () => (await turned()).jpeg({ quality: 100, progressive: true }).toBuffer(), size: [700, 900] },
    'animated GIF': {
      make: async () =>
        sharp(await frames(), { join: { animated: true } })
          .gif({ effort: 1, dither: 0 })
          .toBuffer(),
      size: [500, 400],
    },
  };

  for (const [name, { make, size }] of Object.entries(large))
    test(`the size of a large image is read upright from a bounded part of it: ${name}`, async () => {
      const content = await make();
      assert.ok(content.length > 2 * MOST_BYTES, `${content.length}`);
      const { given, read } = upload(content);

      const { image } = await contentOf(given);
      assert.deepEqual([image?.width, image?.height], size);
      assert.ok(read.bytes <= MOST_BYTES, `${read.bytes} bytes`);
    });

  test('the size of a large WebP or AVIF is read upright from the whole file', async () => {
    for (const image of [(await turned()).webp({ quality: 100 }), (await turned()).avif({ quality: 100, effort: 0 })]) {
      const content = await image.toBuffer();
      assert.ok(content.length > MOST_BYTES, `${content.length}`);
      assert.deepEqual((await contentOf(upload(content).given)).image, { width: 700, height: 900 });
    }
  });

  test('the size is found behind 5 MB of metadata, but not behind any amount of it', async () => {
    const jpeg = await noise(300, 200).jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(65_533)]);
    const behind = (count: number) =>
      upload(Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: count }, () => comment), jpeg.subarray(2)]));

    assert.deepEqual((await contentOf(behind(80).given)).image, { width: 300, height: 200 });
    const { given, read } = behind(400);
    await assert.rejects(contentOf(given), { details: [faults.image_not_readable('file', { name: 'x' })] });
    assert.ok(read.bytes < 9_000_000, `${read.bytes} bytes`);
  });

  test('the size of a PNG is found without unpacking its texts', async () => {
    const { given } = upload(Buffer.from(await plainPng({ width: 300, height: 200, texts: [12e6, 12e6, 12e6, 12e6] })));
    const before = process.resourceUsage().maxRSS;
    assert.deepEqual((await contentOf(given)).image, { width: 300, height: 200 });
    const grownKib = process.resourceUsage().maxRSS - before;
    assert.ok(grownKib < 40 * 1024, `${grownKib} KiB`);
  });

  test('a large file that only begins like an image is refused', async () => {
    for (const beginning of ['RIFF\xff\xff\xff\x0fWEBPVP8 ', '\xff\xd8\xff', 'GIF89a', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf']) {
      const { given } = upload(Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(1_000_000)]));
      await assert.rejects(contentOf(given), { kind: 'invalid' }, beginning);
    }
  });
});
