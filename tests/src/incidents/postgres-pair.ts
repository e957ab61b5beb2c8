import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@partner-ordering/embedded-postgres';
import { eventually, freePort } from '@partner-ordering/testing';
import pg from 'pg';
import { temporaryFolder } from '../program.ts';
import { startBalancer } from './balancer.ts';

/** A primary and a standby that each commit waits for, behind one address that leads to the primary. */
export interface PostgresPair {
  /** The superuser's URL at this address. */
  readonly url: string;
  /** The primary ends all sessions and starts again as a standby; the address still leads there. */
  demote(): Promise<void>;
  /** Sessions stay, and their transactions become read-only. */
  makeReadOnly(): Promise<void>;
  /** The standby becomes the primary, and the address leads there. Connections stay. */
  promote(): Promise<void>;
  /** From now on each commit waits for the standby. */
  replicateSynchronously(): Promise<void>;
  stop(): Promise<void>;
}

/** Servers are 0 and 1; connections on the way to one stay with it. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = temporaryFolder();
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const folderOf = (server: number): string => join(folder.path, String(server));
  const servers: EmbeddedPostgres[] = [];
  let primary = 0;

  /** Without a password in its place, it makes the cluster. */
  async function start(server: number, password = ''): Promise<void> {
    const settings = {
      wal_level: 'replica',
      max_wal_senders: '5',
      wal_keep_size: '1GB',
      synchronous_commit: 'on',
      primary_conninfo: `host=127.0.0.1 port=${ports[1 - server]} user=postgres password=${password}`,
    };
    const options = { dataDir: folderOf(server), port: ports[server]!, durable: false, maxConnections: 400, settings };
    servers[server] = await startEmbeddedPostgres(options);
  }
  const startAsStandby = (server: number): Promise<void> => {
    writeFileSync(join(folderOf(server), 'postgres/data/standby.signal'), '');
    return start(server, password);
  };
  async function query<Row extends object>(server: number, ...statements: string[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString: servers[server]!.superuserUrl() });
    await client.connect();
    try {
      let rows: Row[] = [];
      for (const statement of statements) ({ rows } = await client.query<Row>(statement));
      return rows;
    } finally {
      await client.end();
    }
  }
  const reload = 'select pg_reload_conf()';

  await start(0);
  const address = new URL(servers[0]!.superuserUrl());
  const { password } = address;
  await servers[0]!.stop();
  execFileSync('cp', ['-a', folderOf(0), folderOf(1)]);
  await start(0, password);
  await startAsStandby(1);
  const balancer = await startBalancer([{ name: 'postgres', port: ports[2], instances: [ports[0], ports[1]], begin: 1 }]);
  address.port = String(ports[2]);

  return {
    url: address.href,
    async demote() {
      await query(primary, 'alter system reset synchronous_standby_names');
      await servers[primary]!.stop();
      await startAsStandby(primary);
    },
    makeReadOnly: async () => void (await query(primary, 'alter system set default_transaction_read_only = on', reload)),
    async promote() {
      primary = 1 - primary;
      await query(primary, 'select pg_promote()');
      await balancer.leadTo('postgres', primary);
    },
    async replicateSynchronously() {
      await eventually(async () => (await query(primary, 'select from pg_stat_replication')).length === 1);
      await query(primary, `alter system set synchronous_standby_names = '*'`, reload);
    },
    async stop() {
      await balancer.end();
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder.path, { recursive: true, force: true });
    },
  };
}
