import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@partner-ordering/testing';

const root = join(import.meta.dirname, '../..');

/** A `main.ts` that runs as a process of its own. */
export interface Program {
  readonly process: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

const running = new Set<Program>();

export type Variables = Readonly<Record<string, string | number>>;

/** Runs a file of the repository with these variables and none of this process but PATH and the cache of compiled modules. */
export const run = (file: string, variables: Variables, args: readonly string[] = []): Program =>
  runCommand(process.execPath, [join(root, file), ...args], variables, tmpdir());

/** Runs a command, by default at the root of the repository, with the variables that `run` gives. It places no demo orders. */
export function runCommand(command: string, args: readonly string[], variables: Variables, cwd = root): Program {
  const environment = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(command, args, { cwd, env: { PATH, NODE_COMPILE_CACHE, DEMO_ORDERS: '0', ...environment } });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const program = { process: child, stdout: () => output.stdout, stderr: () => output.stderr, ended };
  running.add(program);
  void ended.then(() => running.delete(program));
  return program;
}

/** Ends what a failed test left running. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((program) => stop(program)));
}

/** Ends a program and answers its exit code. */
export function stop(program: Program, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
  program.process.kill(signal);
  return program.ended;
}

/** About a second, with room for a busy machine; whatever hangs takes far longer. */
const SOON_MS = 3_000;

/** The exit code of a program that ends soon; throws when it does not. */
export async function endsSoon({ ended }: Program): Promise<number | NodeJS.Signals> {
  let end: number | NodeJS.Signals | undefined;
  void ended.then((code) => (end = code));
  await eventually(() => end !== undefined, { timeoutMs: SOON_MS });
  return ended;
}

/** A server of 127.0.0.1 that takes connections and never says anything; `[Symbol.asyncDispose]` ends it. */
export async function openSilence(): Promise<{ address: string; connections(): number } & AsyncDisposable> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.length,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Waits until `url` answers 200; throws at once with what the program said when it ends before. */
export async function answers(program: Program, url: string, timeoutMs = 90_000): Promise<void> {
  let end: number | NodeJS.Signals | undefined;
  void program.ended.then((code) => (end = code));
  const check = async (): Promise<boolean> =>
    end !== undefined ||
    (await fetch(url).then(
      async (response) => (await response.text(), response.ok),
      () => false,
    ));
  await eventually(check, { timeoutMs });
  if (end !== undefined) throw new Error(`it ended with ${end}: ${program.stderr()}`);
}

/** An empty folder that PostgreSQL's own user may pass through when root runs the tests. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'partner-ordering-standalone-'));
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }) };
}
