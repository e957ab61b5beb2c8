import { join } from 'node:path';
import { eventually, images } from '@partner-ordering/testing';
import pg from 'pg';
import { GenericContainer, Wait } from 'testcontainers';

const script = join(import.meta.dirname, '../../containers/backup.sh');
const PORT = 5432;
/** Trusts everybody, since it lives as long as a test; the archive is that of containers/backup.sh. */
const settings = `listen_addresses = '*'
max_connections = 300
unix_socket_directories = '/tmp'
archive_mode = on
archive_command = 'BACKUP_DIR=/tmp/backups /backup.sh archive %p %f'
`;

/** A PostgreSQL in a container that is backed up as docs/operators/backup.md has it; its data folders stand beside each other. */
export interface BackupServer {
  /** `postgres://…` of a database of its server. */
  url(database: string): string;
  /** Runs containers/backup.sh; answers what it printed. Throws with that if it fails. */
  backup(args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<string>;
  /** Where a data folder stands. */
  folder(name: string): string;
  /** Starts a server on a data folder and waits until it takes writes. */
  start(name: string): Promise<void>;
  /** Ends it as a crash does. */
  crash(name: string): Promise<void>;
  /** Runs SQL as superuser in the database `postgres`. */
  query<Row extends object>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/** Starts the container with a server on a data folder `first`. */
export async function startBackupServer(): Promise<BackupServer> {
  const container = await new GenericContainer(images.postgres)
    .withEntrypoint(['sh', '-c', 'echo ready; exec sleep infinity'])
    .withCopyFilesToContainer([{ source: script, target: '/backup.sh', mode: 0o755 }])
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forLogMessage('ready'))
    .start();
  const folder = (name: string): string => `/tmp/${name}`;
  async function run(command: string): Promise<string> {
    const { output, exitCode } = await container.exec(['bash', '-c', command], { user: 'postgres' });
    if (exitCode !== 0) throw new Error(`${command}: ${output}`);
    return output.trim();
  }
  const url = (database: string): string =>
    `postgres://postgres@${container.getHost()}:${container.getMappedPort(PORT)}/${encodeURIComponent(database)}`;
  async function query<Row extends object>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url('postgres') });
    client.on('error', () => undefined);
    await client.connect();
    return client
      .query<Row>(text)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  }
  async function start(name: string): Promise<void> {
    await run(`pg_ctl start --silent --wait --pgdata ${folder(name)} --log ${folder(name)}.log`);
    const isRecovered = 'select not pg_is_in_recovery() as yes';
    await eventually(async () => (await query<{ yes: boolean }>(isRecovered))[0]!.yes, { timeoutMs: 60_000, intervalMs: 100 });
  }
  await run(`initdb --pgdata ${folder('first')} --auth trust --username postgres --encoding UTF8 --locale C.UTF-8`);
  await run(`cat >> ${folder('first')}/postgresql.conf <<'END'\n${settings}END`);
  await run(`printf 'host all all all trust\\n' >> ${folder('first')}/pg_hba.conf`);
  await start('first');
  return {
    url,
    folder,
    query,
    start,
    backup: (args, variables = {}) => {
      const environment = Object.entries({ BACKUP_DIR: '/tmp/backups', PGHOST: '/tmp', ...variables }).map(
        ([name, value]) => `${name}='${value}'`,
      );
      return run(`${environment.join(' ')} /backup.sh ${args.map((arg) => `'${arg}'`).join(' ')} 2>&1`);
    },
    crash: async (name) => void (await run(`pg_ctl stop --silent --mode immediate --pgdata ${folder(name)}`)),
    stop: async () => void (await container.stop()),
  };
}
