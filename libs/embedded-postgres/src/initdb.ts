import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Installation } from './installation.ts';

/** Makes the cluster if there is none yet and returns the superuser's password. After an interrupted first start it begins again. */
export async function initialiseCluster(place: Installation, signal?: AbortSignal): Promise<string> {
  const passwordFile = join(place.home, 'password');
  if (existsSync(place.data)) return readPassword(passwordFile);
  for (const name of readdirSync(place.home)) {
    if (name.startsWith('initialising-')) rmSync(join(place.home, name), { recursive: true, force: true });
  }
  const password = randomBytes(24).toString('hex');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const unfinished = mkdtempSync(join(place.home, 'initialising-'));
  const data = join(unfinished, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (place.account) {
    const { uid, gid } = place.account;
    for (const path of [passwordFile, unfinished, data]) chownSync(path, uid, gid);
  }
  try {
    await runInitdb(place, data, { passwordFile, signal });
    renameSync(data, place.data);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return password;
}

function readPassword(passwordFile: string): string {
  try {
    return readFileSync(passwordFile, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`cannot read the password of the embedded PostgreSQL, ${passwordFile} (${code})`, { cause: error });
  }
}

interface InitdbOptions {
  passwordFile: string;
  signal: AbortSignal | undefined;
}

async function runInitdb(place: Installation, data: string, { passwordFile, signal }: InitdbOptions): Promise<void> {
  const initdb = join(place.binaries, 'bin', 'initdb');
  if (!place.account) chmodIfNeeded(initdb);
  const flags = ['--no-sync', '--no-instructions', '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  // The builtin locale is the same on every machine; macOS has C.UTF-8 only under its own name for character types.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const characterType = `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`;
  signal?.throwIfAborted();
  const child = spawn(initdb, [`--pgdata=${data}`, ...flags, ...locale, characterType], {
    ...place.account,
    cwd: place.home,
    env: { TZ: 'UTC' },
    detached: true, // the servers that it starts end with it
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = (): void => endGroup(child);
  signal?.addEventListener('abort', end, { once: true });
  // `close` comes when initdb and all the servers it started have ended.
  const [stderr, outcome] = await Promise.all([text(child.stderr), once(child, 'close').catch((error: unknown) => [error])]);
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (outcome[0] === 0) return;
  const reason = stderr.split('\n').find((line) => /could not|error|fatal/i.test(line)) ?? String(outcome[0] ?? outcome[1]);
  throw new Error(`PostgreSQL's data could not be initialised in ${place.home}: ${reason.trim()}`);
}

const END_LIMIT_MS = 500;

/** Sends SIGTERM first, because a killed server leaves its shared memory behind. */
function endGroup(child: ChildProcess): void {
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  kill('SIGTERM');
  const limit = setTimeout(kill, END_LIMIT_MS, 'SIGKILL');
  child.once('close', () => clearTimeout(limit));
}

/** Some package managers unpack without the executable bit. */
function chmodIfNeeded(initdb: string): void {
  for (const name of ['initdb', 'postgres']) {
    try {
      chmodSync(join(initdb, '..', name), 0o755);
    } catch {
      // The file belongs to somebody else; if the bit is missing, the start reports it.
    }
  }
}
