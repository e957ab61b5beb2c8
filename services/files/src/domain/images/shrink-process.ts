import { readFileSync, writeSync } from 'node:fs';
import { access, constants, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Variation } from '../../storage/storage.ts';
import { decodedBytesOf } from './decoded-bytes.ts';
import { exits, readOptions, shrunkType, sides, type ShrinkOrder } from './shrink-order.ts';

/*
 * A process of its own, as decoding takes memory that a process does not give back, and the images are others'. Its argument is a
 * `ShrinkOrder`. It writes the small versions, then its peak in KiB, and ends with one of `exits`. Beyond the limit it writes the peak and
 * kills itself.
 */

sharp.cache(false);
sharp.concurrency(1);

const { source, contentType, targets, maxDecodedBytes, maxMemoryBytes } = JSON.parse(process.argv[2]!) as ShrinkOrder;

const CHECK_MS = 5;

function endIfTooLarge(): void {
  if (process.memoryUsage.rss() <= maxMemoryBytes) return;
  writeSync(process.stdout.fd, String(peakKib()));
  // An exit would wait for the thread that decodes.
  process.kill(process.pid, 'SIGKILL');
}
setInterval(endIfTooLarge, CHECK_MS).unref();

/** The most memory that this process took, in KiB. On Linux `maxRSS` counts what its parent took when it began it. */
function peakKib(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]);
}

/** The pixels of the image, upright, as small as all small versions allow: it is decoded once. */
async function decoded({ width, height }: { width: number; height: number }): Promise<Sharp> {
  const scale = Math.min(1, Math.max(sides.thumb / Math.max(width, height), sides.icon / Math.min(width, height)));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const { data, info } = await sharp(source, { ...readOptions, sequentialRead: true })
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

function shrunk(pixels: Sharp, variation: Variation): Promise<Buffer> {
  const side = sides[variation];
  const small = pixels.clone().resize(side, side, { fit: variation === 'icon' ? 'cover' : 'inside', withoutEnlargement: true });
  return (shrunkType(contentType) === 'image/jpeg' ? small.jpeg({ quality: 82 }) : small.png()).toBuffer();
}

async function shrinkAll(): Promise<number> {
  await access(source, constants.R_OK);
  const made = new Map<string, Buffer>();
  try {
    // Once more, by what decodes: the service has looked at the beginning of the file only.
    const metadata = await sharp(source, readOptions).metadata();
    if (decodedBytesOf(metadata) > maxDecodedBytes) return exits.undecodable;
    endIfTooLarge();
    const pixels = await decoded(metadata.autoOrient);
    for (const [variation, target] of Object.entries(targets)) made.set(target, await shrunk(pixels, variation as Variation));
  } catch (error) {
    // Errors of the system have a code, those of the image have none.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    return exits.undecodable;
  }
  for (const [target, content] of made) await writeFile(target, content, { flag: 'wx', mode: 0o600 });
  return exits.made;
}

process.exitCode = await shrinkAll();
process.stdout.write(String(peakKib()));
