import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { startEmbeddedPostgres } from '@partner-ordering/embedded-postgres';
import pg from 'pg';
import type { TestCertificate } from './tls/certificates.ts';
import { eventually } from './eventually.ts';

/** A PostgreSQL that takes connections over TLS only, and clients' certificates for the user `signed`. */
export interface TlsPostgres {
  /** URL of the superuser, without parameters. */
  readonly url: string;
  /** Shows another certificate to connections that begin from now on. */
  show(certificate: TestCertificate): Promise<void>;
  /** Runs a statement as superuser. */
  query<Row>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
}

const rules = 'hostssl all signed all cert\nhostssl all all all scram-sha-256\n';

/** @param authority who signs clients' certificates */
export async function startTlsPostgres(authority: TestCertificate): Promise<TlsPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-ordering-tls-'));
  chmodSync(dataDir, 0o711); // started by root, PostgreSQL runs as another user, who must be able to enter
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const url = server.superuserUrl().replace(/\?.*/, '');
  // Signed in before the server takes TLS only.
  const admin = new pg.Client({ connectionString: server.superuserUrl() });
  await admin.connect();
  const data = join(dataDir, 'postgres/data');
  const { uid, gid } = statSync(data);
  const put = (name: string, text: string): void => {
    writeFileSync(join(data, name), text);
    chownSync(join(data, name), uid, gid);
    chmodSync(join(data, name), 0o600);
  };
  put('authority.crt', authority.cert);
  put('pg_hba.conf', rules);

  async function show({ cert, key }: TestCertificate): Promise<void> {
    put('server.crt', cert);
    put('server.key', key);
    for (const setting of [`ssl_ca_file = 'authority.crt'`, 'ssl = on']) await admin.query(`alter system set ${setting}`);
    await admin.query('select pg_reload_conf()');
    await eventually(async () => (await certificateAt(url)) === cert.trim());
  }

  return {
    url,
    show,
    query: async <Row>(text: string) => (await admin.query(text)).rows as Row[],
    async stop() {
      await admin.end();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function certificateAt(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, ssl: { rejectUnauthorized: false } });
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: TLSSocket } }).connection;
  const certificate = stream.getPeerX509Certificate()!.toString().trim();
  await client.end();
  return certificate;
}
