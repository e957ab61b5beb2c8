import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { setPriority } from 'node:os';

/** A program that parses what a client gave, and its limits. */
export interface LimitedProgram {
  /** Path of the module. */
  program: string;
  args?: readonly string[];
  /** MiB of its heap, beyond which it ends with a signal. Buffers and native memory do not count. */
  maxHeapMib: number;
  /** Milliseconds after which it ends with SIGKILL; no limit by default. */
  timeoutMs?: number;
  /** Ends it at once: the process then emits an `AbortError`. */
  signal: AbortSignal;
}

/** Nothing of the service's secrets. Fewer arenas leave less memory unused. */
const environment = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' };

/**
 * Starts a process of its own for what a client gave: whatever that takes, the service goes on. It has a lower priority than requests, and
 * none of the service's environment.
 */
export function spawnLimited({ program, args = [], maxHeapMib, timeoutMs, signal }: LimitedProgram): ChildProcessWithoutNullStreams {
  // By default young objects alone may take 192 MiB.
  const heap = [`--max-old-space-size=${maxHeapMib}`, '--max-semi-space-size=8'];
  const child = spawn(process.execPath, [...heap, program, ...args], {
    ...{ env: environment, signal, killSignal: 'SIGKILL', timeout: timeoutMs },
  });
  if (child.pid !== undefined) setPriority(child.pid, 5);
  return child;
}
