import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { spawnLimited } from '@partner-ordering/jobs';
import { exits, type ShrinkOrder } from './shrink-order.ts';

/** An image that cannot be decoded, now or later. */
export class Undecodable extends Error {}

const program = join(import.meta.dirname, 'shrink-process.ts');
/** Far more than any image within the limits takes. */
const TIME_LIMIT_MS = 60_000;
/** The most memory of the process for any image, and for each decoded byte (measured). */
const [BASE_BYTES, BYTES_PER_DECODED_BYTE] = [100_663_296, 2];

/** Signals that end a decoder which an image breaks. */
const crashes: ReadonlySet<string | null> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP']);

/**
 * Writes the small versions of an image, upright and without metadata, in a process that ends itself beyond 224 MiB with the usual
 * `maxDecodedBytes`. Answers the process's peak in bytes. Throws `Undecodable` for an image that is broken, crashes the decoder, or takes
 * more memory or time.
 */
export async function shrink(image: Omit<ShrinkOrder, 'maxMemoryBytes'>, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const order: ShrinkOrder = { ...image, maxMemoryBytes: BASE_BYTES + BYTES_PER_DECODED_BYTE * image.maxDecodedBytes };
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
  const tookTooMuch = code === null && peakBytes > order.maxMemoryBytes;
  if (code === exits.undecodable || crashes.has(child.signalCode) || tookTooMuch || performance.now() - startedAt >= TIME_LIMIT_MS)
    throw new Undecodable();
  throw new Error(`Making an image smaller ended with ${code ?? child.signalCode}: ${problem.slice(0, 500)}`);
}
