import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { exits, type ShrinkOrder } from './shrink-order.ts';

/** An image of which nothing small can be made, now or later. */
export class Undecodable extends Error {}

const program = join(import.meta.dirname, 'shrink-process.ts');
/** Far more than any image within the limits takes. */
const TIME_LIMIT_MS = 60_000;
/** Nothing of the service's secrets. Fewer arenas leave less memory unused. */
const environment = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' };

/**
 * Writes the small versions of an image, upright and without its metadata, in a process of its own, which takes up to
 * 256 MiB with the default limits. Answers that process's peak in bytes; throws `Undecodable` for an image that cannot be decoded completely.
 */
export async function shrink(order: ShrinkOrder, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, ['--max-old-space-size=64', program, JSON.stringify(order)], {
    ...{ env: environment, stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL', timeout: TIME_LIMIT_MS },
  });
  // From its first moment on: whoever waits for an answer comes first.
  if (child.pid !== undefined) setPriority(child.pid, 5);
  const startedAt = performance.now();
  const [output, problem, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code === exits.made) return Number(output) * 1024;
  signal.throwIfAborted();
  if (code === exits.undecodable || performance.now() - startedAt >= TIME_LIMIT_MS) throw new Undecodable();
  throw new Error(`Making an image smaller ended with ${code ?? child.signalCode}: ${problem.slice(0, 500)}`);
}
