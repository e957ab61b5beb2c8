import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { setPriority } from 'node:os';

/** A program that parses a client's input, and its limits. */
interface LimitedProgram {
  /** Path of the module. */
  program: string;
  args?: readonly string[];
  /**
   * Folders that it may read. With them it runs under Node's permission model: it reads no other file, writes none, and starts no process,
   * thread or native addon. The model of Node 24 leaves the network open.
   */
  reads?: readonly string[];
  /** Limit of its heap in MiB; beyond it ends with a signal. Excludes buffers and native memory. */
  maxHeapMib: number;
  /** Milliseconds until SIGKILL; no limit by default. */
  timeoutMs?: number;
  /** Ends it at once: the process then emits an `AbortError`. */
  signal: AbortSignal;
}

/** None of the service's secrets. Fewer arenas waste less memory. */
const environment = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' };

/** Starts a process for a client's input, with a lower priority than requests and without the service's environment. */
export function spawnLimited({ program, args = [], reads, maxHeapMib, timeoutMs, signal }: LimitedProgram): ChildProcessWithoutNullStreams {
  // By default young objects alone may take 192 MiB.
  const heap = [`--max-old-space-size=${maxHeapMib}`, '--max-semi-space-size=8'];
  const permissions = reads ? ['--permission', ...reads.map((folder) => `--allow-fs-read=${folder}`)] : [];
  const child = spawn(process.execPath, [...heap, ...permissions, program, ...args], {
    env: environment,
    signal,
    killSignal: 'SIGKILL',
    timeout: timeoutMs,
  });
  if (child.pid !== undefined) setPriority(child.pid, 5);
  return child;
}
