import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { eventually } from '@partner-ordering/testing';
import { plainPng } from '../../fixtures/plain-png.ts';
import { byVariation, type Targets } from '../../storage/storage.ts';
import { headOf, imageSize } from './image-size.ts';
import { MAX_DECODED_BYTES } from './shrink-order.ts';
import { shrink, Undecodable } from './shrink.ts';

const MIB = 1024 * 1024;

describe('making an image smaller', () => {
  let folder: string;
  let targets: Targets;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrink-'));
    targets = byVariation((variation) => join(folder, variation));
  });
  after(() => rm(folder, { recursive: true }));

  const make = async (content: Uint8Array, contentType: string, maxDecodedBytes = MAX_DECODED_BYTES): Promise<number> => {
    for (const target of Object.values(targets)) await rm(target, { force: true });
    const source = join(folder, 'source');
    await writeFile(source, content);
    return shrink({ source, contentType, targets, maxDecodedBytes }, new AbortController().signal);
  };
  const sizes = async (): Promise<unknown[]> =>
    Promise.all(
      [targets.icon, targets.thumb].map(async (path) => {
        const { width, height, format, channels, orientation } = await sharp(path).metadata();
        return [width, height, format, channels, orientation];
      }),
    );
  const plain = (width: number, height: number, channels: 3 | 4 = 3): Sharp =>
    sharp({ create: { width, height, channels, background: { r: 200, g: 20, b: 90, alpha: 0.5 } } });
  const frames = async (width: number, height: number): Promise<Sharp> => {
    const shades = ['red', 'green', 'blue'].map((background) =>
      sharp({ create: { width, height, channels: 4, background } })
        .png()
        .toBuffer(),
    );
    return sharp(await Promise.all(shades), { join: { animated: true } });
  };

  const kinds: Record<string, { type: string; bytes: number; make: (width: number, height: number) => Promise<Uint8Array> }> = {
    PNG: { type: 'image/png', bytes: 4, make: (width, height) => plainPng({ width, height }) },
    'interlaced PNG of 16 bits': {
      type: 'image/png',
      bytes: 8,
      make: (width, height) => plainPng({ width, height, isInterlaced: true, depth: 16 }),
    },
    JPEG: { type: 'image/jpeg', bytes: 3, make: (width, height) => plain(width, height).jpeg().toBuffer() },
    'animated GIF': {
      type: 'image/gif',
      bytes: 4,
      make: async (width, height) => (await frames(width, height)).gif({ effort: 1 }).toBuffer(),
    },
    'animated WebP': {
      type: 'image/webp',
      bytes: 4,
      make: async (width, height) => (await frames(width, height)).webp({ effort: 0 }).toBuffer(),
    },
    'progressive JPEG with all its colours': {
      type: 'image/jpeg',
      bytes: 6,
      make: (width, height) => plain(width, height).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    },
    AVIF: { type: 'image/avif', bytes: 12, make: (width, height) => plain(width, height).avif({ effort: 0 }).toBuffer() },
  };
  for (const [name, kind] of Object.entries(kinds))
    test(`the head of an image gives its memory, and an image above the limit is not decoded: ${name}`, async () => {
      const content = Buffer.from(await kind.make(600, 400));
      const upload = { sizeBytes: content.length, read: () => Readable.from([content]) };
      const size = await imageSize(upload, await headOf(upload), kind.type);
      const expected = 600 * 400 * kind.bytes;
      assert.deepEqual(size, { width: 600, height: 400, decodedBytes: expected });

      await assert.rejects(make(content, kind.type, expected - 1), Undecodable);
      assert.ok(!(await readdir(folder)).includes('thumb'));
      await make(content, kind.type, expected);
      const format = kind.type === 'image/jpeg' ? 'jpeg' : 'png';
      const made = (await sizes()) as [number, number, string][];
      assert.deepEqual(
        made.map((each) => each.slice(0, 3)),
        [
          [64, 64, format],
          [320, 213, format],
        ],
      );
    });

  test('the largest allowed image takes at most 224 MiB in all, whatever its bytes say', async () => {
    const turned = (image: Sharp): Sharp => image.withMetadata({ orientation: 6 });
    const largest: Record<string, [string, () => Promise<Uint8Array>]> = {
      'interlaced PNG': ['image/png', () => plainPng({ width: 4096, height: 4096, isInterlaced: true })],
      'wide PNG': ['image/png', () => plainPng({ width: 21840, height: 12280 })],
      'large JPEG': ['image/jpeg', () => turned(plain(16380, 2100)).jpeg().toBuffer()],
      'progressive JPEG with all its colours': [
        'image/jpeg',
        () => turned(plain(3344, 3344)).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      ],
      AVIF: [
        'image/avif',
        () =>
          turned(plain(2364, 2364, 4))
            .avif({ effort: 0, chromaSubsampling: '4:4:4' })
            .toBuffer(),
      ],
    };
    for (const [name, [type, content]] of Object.entries(largest)) {
      const peak = await make(await content(), type);
      assert.ok(peak > 32 * MIB && peak <= 224 * MIB, `${name}: ${peak / MIB} MiB`);
    }
  });

  test('an image that takes more memory than its head says is not decoded to the end', async () => {
    const content = await plainPng({ width: 512, height: 512, isInterlaced: true, texts: [12e6, 12e6, 12e6, 12e6] });
    await assert.rejects(make(content, 'image/png', MIB), Undecodable);
    assert.deepEqual((await readdir(folder)).sort(), ['source']);
  });

  test('an image that crashes the decoder cannot be decoded', async () => {
    const making = make(await plainPng({ width: 4096, height: 4096, isInterlaced: true }), 'image/png');
    const refused = assert.rejects(making, Undecodable);
    const children = (): string => spawnSync('pgrep', ['-P', String(process.pid), '-f', 'shrink-process'], { encoding: 'utf8' }).stdout;
    const child = await eventually(() => children() !== '' && Number(children()));
    assert.ok(child > 1);
    process.kill(child, 'SIGSEGV');
    await refused;
  });

  test('small versions are upright, keep no metadata or extra channels, and are never enlarged, even of long images', async () => {
    const turned = await plain(900, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    await make(turned, 'image/jpeg');
    assert.deepEqual(await sizes(), [
      [64, 64, 'jpeg', 3, undefined],
      [107, 320, 'jpeg', 3, undefined],
    ]);
    for (const [width, height, icon, thumb] of [
      [20, 10, [20, 10], [20, 10]],
      [4000, 100, [64, 64], [320, 8]],
      [3000, 2, [64, 2], [320, 1]],
    ] as const) {
      await make(await plain(width, height, 4).png().toBuffer(), 'image/png');
      assert.deepEqual(await sizes(), [
        [...icon, 'png', 4, undefined],
        [...thumb, 'png', 4, undefined],
      ]);
    }
  });

  test('a fault outside the image can be tried again', async () => {
    const order = { source: join(folder, 'absent'), contentType: 'image/png', targets, maxDecodedBytes: MIB };
    await assert.rejects(shrink(order, new AbortController().signal), (error) => !(error instanceof Undecodable));
    const stopped = AbortSignal.abort();
    await assert.rejects(shrink(order, stopped), { name: 'AbortError' });
  });
});
