import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@partner-ordering/embedded-postgres';

/** A server in a process of its own. */
export interface Running {
  readonly pid: number;
  readonly port: number;
  /** Stops the process until `resume`, so that it takes no CPU while the other side is measured. */
  suspend(): void;
  resume(): void;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
/** That of the tests, which start these processes for each run. */
const compileCache = getCompileCacheDir();
const READY_WITHIN_MS = 60_000;
const running = new Set<{ kill(signal: NodeJS.Signals): unknown }>();

/** Ends all child processes when this process ends. */
export function endChildrenWithUs(): void {
  process.on('exit', killChildren);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
}

/** Ends the child processes that still run. */
export const killChildren = (): void => running.forEach((child) => void child.kill('SIGKILL'));

/** Starts a `main.ts` with its environment on a free port, and waits until it is ready. */
export async function startProcess(
  main: string,
  environment: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, [...nodeArguments, join(root, main)], {
    env: {
      ...(compileCache && { NODE_COMPILE_CACHE: dirname(compileCache) }),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  await untilReady(main, port, child);
  return {
    pid: child.pid!,
    port,
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Waits until a process answers at `/readyz`. Throws when it has ended before, or takes too long. */
export async function untilReady(main: string, port: number, child: { exitCode: number | null }): Promise<void> {
  const end = Date.now() + READY_WITHIN_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`${main} ended with code ${child.exitCode}`);
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      async (response) => (await response.arrayBuffer(), response.ok),
      () => false,
    );
    if (isReady) return;
    await delay(100);
  }
  throw new Error(`${main} was not ready within ${READY_WITHIN_MS / 1000} s`);
}
