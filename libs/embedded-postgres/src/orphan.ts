import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Signals and how long each may take: orderly shutdown, immediate shutdown, kill. */
const endingSignals = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
] as const;

/**
 * Stops a server that a killed process has left running on this PGDATA. The caller holds the folder's lock, so nobody else uses it. If
 * aborted, the next start continues. A `postmaster.pid` of another process is removed, because PostgreSQL would refuse to start.
 */
export async function stopOrphan(data: string, signal?: AbortSignal): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid === undefined) return;
  for (const { signal: kill, waitMs } of endingSignals) {
    if (!isPostmaster(pid, data)) break;
    process.kill(pid, kill);
    for (const end = Date.now() + waitMs; isPostmaster(pid, data) && Date.now() < end;) await delay(20, undefined, { signal });
  }
  if (isPostmaster(pid, data)) throw new Error(`a PostgreSQL left over on ${data} (process ${pid}) cannot be stopped`);
  rmSync(pidFile, { force: true });
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    return pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A postmaster's working directory is its PGDATA; where that cannot be asked (macOS), its command line names it. */
function isPostmaster(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux') {
      const isPostgres = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]?.endsWith('/postgres') ?? false;
      return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('/postgres ') && command.includes(data);
  } catch {
    return false;
  }
}
