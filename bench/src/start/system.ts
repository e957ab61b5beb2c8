import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@partner-ordering/embedded-postgres';
import { cpuOf, cpuOfDescendants, descendantsOf } from '../cpu.ts';
import { untilReady } from '../processes.ts';
import { makeDataFolder } from '../standalone.ts';

/** `npm start` of one checkout, with its PostgreSQL. */
export interface StartedSystem {
  readonly name: string;
  readonly port: number;
  /** CPU seconds so far: Node's, and those of all PostgreSQL processes. */
  cpu(): [node: number, postgres: number];
  suspend(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** No limits of rates and of requests at once. An older checkout ignores variables that it does not know. */
const unlimited = {
  RATE_LIMIT_PER_MINUTE: '100000000',
  APPLICATION_RATE_LIMIT_PER_MINUTE: '100000000',
  ORGANIZATION_RATE_LIMIT_PER_MINUTE: '100000000',
  REQUESTS_AT_ONCE_PER_USER: '0',
  REQUESTS_AT_ONCE_PER_ADDRESS: '0',
};

/** Runs the script `start` of a checkout, with its own Node and flags, on demo data in a folder that goes with it. */
export async function startCheckout(name: string, checkout: string, environment: NodeJS.ProcessEnv): Promise<StartedSystem> {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const folder = makeDataFolder();
  const port = await freePort();
  const path = [join(checkout, 'node_modules/.bin'), environment['PATH']].join(delimiter);
  const env = { ...environment, ...unlimited, PATH: path, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'data') };
  // The script is `exec node …`, so that the shell becomes Node.
  const child = spawn('sh', ['-c', scripts.start], { cwd: checkout, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const pid = child.pid!;
  const exit = once(child, 'exit');
  const signal = (signalName: NodeJS.Signals): void => [pid, ...descendantsOf(pid)].forEach((each) => signalProcess(each, signalName));
  process.on('exit', () => {
    if (child.exitCode === null && child.kill('SIGTERM')) signal('SIGCONT');
  });
  await untilReady(name, port, child);
  return {
    name,
    port,
    cpu: () => [cpuOf(pid), cpuOfDescendants(pid)],
    suspend: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    stop: async () => {
      child.kill('SIGTERM');
      signal('SIGCONT'); // a stopped process would never see it
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signals a process, unless it has ended: PostgreSQL's processes come and go. */
function signalProcess(pid: number, signalName: NodeJS.Signals): void {
  try {
    process.kill(pid, signalName);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const IDLE_MS = 500;
/** Of one core; pollers and PostgreSQL's own processes take less. */
const IDLE_SHARE = 0.1;
const MAX_WAIT_MS = 60_000;

/** Waits until a system does nothing any more: what follows a request, such as deliveries, has ended. Throws after a minute. */
export async function untilIdle(system: StartedSystem): Promise<void> {
  const total = (): number => system.cpu().reduce((sum, part) => sum + part);
  let before = total();
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += IDLE_MS) {
    await delay(IDLE_MS);
    const after = total();
    if (after - before <= (IDLE_SHARE * IDLE_MS) / 1000) return;
    before = after;
  }
  throw new Error(`${system.name} was not idle within ${MAX_WAIT_MS / 1000} s`);
}
