import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, freePort, SERVER_URL_VARIABLE } from '@partner-ordering/testing';
import pg from 'pg';
import type { Proxy } from '../faults/toxiproxy.ts';
import { runCommand, stop, temporaryFolder, type Program } from '../program.ts';

const PATH = '/usr/sbin/pgbouncer';

/** Why tests with PgBouncer are skipped here; false where they run. */
export const withoutPgBouncer = !existsSync(PATH) && process.env['CI'] === undefined && 'there is no PgBouncer (Debian: pgbouncer)';

/** A PgBouncer before the PostgreSQL of the tests. It hangs, or ends and starts again, like a proxy that is poisoned and healed. */
export interface PgBouncer extends Pick<Proxy, 'address' | 'poison' | 'heal'> {
  /** The address of a database through it. */
  urlOf(databaseUrl: string): string;
  /** Has it read its files again: connections that begin from now on get what is new. */
  reload(): void;
  stop(): Promise<void>;
}

/** Starts it with these settings, and those of docs/operators/scaling.md except TLS, which the PostgreSQL of the tests lacks. */
export async function startPgBouncer(settings: Readonly<Record<string, string>>): Promise<PgBouncer> {
  const { username, password, hostname, port } = new URL(process.env[SERVER_URL_VARIABLE]!);
  const listenPort = await freePort();
  const folder = temporaryFolder();
  const users = join(folder.path, 'users.txt');
  const file = join(folder.path, 'pgbouncer.ini');
  const given: Record<string, string | number> = {
    ...documentedSettings(),
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_file: users,
    // It refuses to run as root.
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
    ...settings,
  };
  const lines = Object.entries(given).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(file, ['[databases]', `* = host=${hostname} port=${port}`, '[pgbouncer]', ...lines, ''].join('\n'));

  const address = `127.0.0.1:${listenPort}`;
  const urlOf = (databaseUrl: string): string => Object.assign(new URL(databaseUrl), { host: address }).href;
  let program: Program;
  const start = async (): Promise<void> => {
    program = runCommand(PATH, [file], {});
    await eventually(() => runSql('select', urlOf(process.env[SERVER_URL_VARIABLE]!)));
  };
  await start();
  let isHanging = false;
  return {
    address,
    urlOf,
    reload: () => void program.process.kill('SIGHUP'),
    poison: async ({ type }) => {
      isHanging = type === 'timeout';
      if (isHanging) program.process.kill('SIGSTOP');
      else await stop(program, 'SIGKILL');
    },
    heal: async () => {
      if (isHanging) program.process.kill('SIGCONT');
      else await start();
    },
    stop: async () => {
      await stop(program, 'SIGKILL');
      folder.remove();
    },
  };
}

function documentedSettings(): Record<string, string> {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operators/scaling.md'), 'utf8');
  const lines = /\[pgbouncer\]\n(.*?)```/s.exec(page)![1]!.trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(' = ')).filter(([name]) => !name!.includes('_tls_')));
}

/** Runs a statement as the superuser of the tests' PostgreSQL. */
export async function runSql(text: string, connectionString = process.env[SERVER_URL_VARIABLE]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(text).finally(() => client.end());
}
