import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { spawnLimited } from '@partner-ordering/jobs';
import { exits, type ShrinkOrder } from './shrink-order.ts';

/** An image of which nothing small can be made, now or later. */
export class Undecodable extends Error {}

/** An image whose decoding was broken off, as it took more memory than any of the size that its head tells. */
export class TookTooMuch extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`Making an image smaller took ${bytes} bytes of memory`);
    this.bytes = bytes;
  }
}

const program = join(import.meta.dirname, 'shrink-process.ts');
/** Far more than any image within the limits takes. */
const TIME_LIMIT_MS = 60_000;
/** What the process takes for any image, and for each byte that an image is counted with, at most (measured). */
const [BASE_BYTES, BYTES_PER_DECODED_BYTE] = [100_663_296, 2];

/**
 * Writes the small versions of an image, upright and without its metadata, in a process of its own, which ends itself beyond 224 MiB with
 * the default limits. Answers that process's peak in bytes; throws `Undecodable` for an image that cannot be decoded completely, and
 * `TookTooMuch`.
 */
export async function shrink(asked: Omit<ShrinkOrder, 'maxMemoryBytes'>, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const order: ShrinkOrder = { ...asked, maxMemoryBytes: BASE_BYTES + BYTES_PER_DECODED_BYTE * asked.maxDecodedBytes };
  const child = spawnLimited({ program, args: [JSON.stringify(order)], maxHeapMib: 64, timeoutMs: TIME_LIMIT_MS, signal });
  const startedAt = performance.now();
  const [output, problem, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const peakBytes = Number(output) * 1024;
  if (code === exits.made) return peakBytes;
  signal.throwIfAborted();
  if (code === null && peakBytes > order.maxMemoryBytes) throw new TookTooMuch(peakBytes);
  if (code === exits.undecodable || performance.now() - startedAt >= TIME_LIMIT_MS) throw new Undecodable();
  throw new Error(`Making an image smaller ended with ${code ?? child.signalCode}: ${problem.slice(0, 500)}`);
}
