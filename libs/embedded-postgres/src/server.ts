import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Installation } from './installation.ts';

export interface LaunchOptions {
  place: Installation;
  port: number;
  durable: boolean;
  maxConnections: number;
  settings: Readonly<Record<string, string>>;
  onLog: (line: string) => void;
  /** Ends the start, and the server with it. */
  signal?: AbortSignal | undefined;
}

/** The time that each kind of stop may take before the next. */
export interface StopLimits {
  /** Sessions are ended and everything is written. */
  fastMs: number;
  /** Ends as in a crash, and the next start recovers. */
  immediateMs: number;
}

const usualLimits: StopLimits = { fastMs: 10_000, immediateMs: 10_000 };
/** For a canceled start, whose caller waits for the end. */
export const quickStop: StopLimits = { fastMs: 700, immediateMs: 300 };

export interface RunningServer {
  readonly port: number;
  /** Settles when the server ends, with the reason. */
  readonly exited: Promise<string>;
  stop(limits?: StopLimits): Promise<void>;
}

/** For one machine, a few dozen connections, no replication. Given at each start, so that they apply to older data folders too. */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  shared_buffers: '64MB',
  jit: 'off',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '512MB',
  log_checkpoints: 'off',
  // Above ERROR: only the client that sent a statement needs to know that it failed.
  log_min_messages: 'log',
};
const notDurableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum_naptime: '10min' };

/** Starts one server process and waits until it accepts connections. */
export async function launch({ place, port, durable, maxConnections, settings, onLog, signal }: LaunchOptions): Promise<RunningServer> {
  signal?.throwIfAborted();
  const allSettings = { ...serverSettings, max_connections: maxConnections, ...(durable ? {} : notDurableSettings), ...settings };
  const flags = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(place.binaries, 'bin', 'postgres'), ['-D', place.data, '-p', String(port), ...flags], {
    ...place.account,
    cwd: place.home,
    env: { TZ: 'UTC' },
    detached: true, // a session of its own: Ctrl-C must not end it before our own orderly stop
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<string>((resolve) => {
    server.once('error', (error) => resolve(error.message));
    server.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const watchdog = startWatchdog(server, place);
  void exited.then(() => watchdog.kill('SIGKILL'));
  let ending: Promise<void> | undefined;
  const breakOff = (): void => void (ending = stop(server, exited, quickStop));
  signal?.addEventListener('abort', breakOff, { once: true });
  try {
    await waitUntilReady(server, exited, onLog);
  } finally {
    signal?.removeEventListener('abort', breakOff);
    await ending;
  }
  signal?.throwIfAborted();
  // Nothing here keeps our process alive: when it ends, the watchdog ends the server.
  for (const handle of [server, server.stderr as Socket, watchdog, watchdog.stdin as Socket]) handle.unref();
  return { port, exited, stop: (limits) => stop(server, exited, limits) };
}

async function waitUntilReady(server: ChildProcess, exited: Promise<string>, onLog: (line: string) => void): Promise<void> {
  const lines: string[] = [];
  const ready = new Promise<true>((resolve) => {
    createInterface({ input: server.stderr! }).on('line', (line) => {
      if (lines.push(line) > 50) lines.shift();
      onLog(line);
      if (/ready to accept (read-only )?connections/.test(line)) resolve(true);
    });
  });
  const end = await Promise.race([ready, exited]);
  if (end === true) return;
  const telling = lines
    .filter((line) => /could not bind|FATAL|PANIC/.test(line))
    .map((line) => line.replace(/^.*?(LOG|FATAL|PANIC): +/, ''));
  throw new Error(`PostgreSQL did not start: ${telling.join('; ') || lines.at(-1) || end}`);
}

/** A shell that waits for the end of our process (its input closes, even at kill -9) and then asks the server to stop. */
function startWatchdog(server: ChildProcess, place: Installation): ChildProcess {
  return spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(server.pid)], {
    ...place.account,
    cwd: place.home,
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

async function stop(server: ChildProcess, exited: Promise<string>, { fastMs, immediateMs } = usualLimits): Promise<void> {
  server.ref();
  const steps = [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', immediateMs],
  ] as const;
  for (const [signal, limitMs] of steps) {
    server.kill(signal);
    const timer = new AbortController();
    const isOver = await Promise.race([exited.then(() => true), delay(limitMs, false, { signal: timer.signal })]);
    timer.abort();
    if (isOver) return;
  }
}
