import { existsSync, writeFileSync } from 'node:fs';
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
  stop(): Promise<void>;
}

/** Starts it with these settings, and `tcp_keep…` of docs/operators/scaling.md. */
export async function startPgBouncer(settings: Readonly<Record<string, string>>): Promise<PgBouncer> {
  const { username, password, hostname, port } = new URL(process.env[SERVER_URL_VARIABLE]!);
  const listenPort = await freePort();
  const folder = temporaryFolder();
  const users = join(folder.path, 'users.txt');
  const file = join(folder.path, 'pgbouncer.ini');
  const given: Record<string, string | number> = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: users,
    max_client_conn: 1000,
    tcp_keepidle: 5,
    tcp_keepintvl: 2,
    tcp_keepcnt: 3,
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
    await eventually(() => connects(urlOf(process.env[SERVER_URL_VARIABLE]!)));
  };
  await start();
  let isHanging = false;
  return {
    address,
    urlOf,
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

async function connects(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}
