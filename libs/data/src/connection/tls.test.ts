import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { eventually, startTlsPostgres, testCertificate, type TestCertificate, type TlsPostgres } from '@partner-ordering/testing';
import { isConnectionError } from './connection-errors.ts';
import { connectionOptions } from './database-url.ts';
import { openDatabase, type Database } from './database.ts';
import { byKey } from './sql.ts';

const POOL_SIZE = 3;

describe('connections to a database that requires TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-tls-client-'));
  const fileOf = (name: string): string => join(folder, name);
  let server: TlsPostgres;
  let certificate: TestCertificate;

  const open = (parameters: string, url = server.url): Promise<Database> =>
    openDatabase({ url: `${url}?${parameters}`, entities: [], migrations: [], poolSize: POOL_SIZE, applicationName: 'things' });

  /** Opens the database, makes a connection and closes it. */
  async function connect(parameters: string, url?: string): Promise<void> {
    const database = await open(parameters, url);
    await database.ping().finally(() => database.close());
  }

  /** Gives the server a self-signed certificate, which `ca.crt` then has as the authority. */
  async function show(selfSigned: TestCertificate): Promise<void> {
    writeFileSync(fileOf('ca.crt'), selfSigned.cert);
    await server.show(selfSigned);
  }
  const verified = `sslmode=verify-full&sslrootcert=${fileOf('ca.crt')}`;

  before(async () => {
    certificate = await testCertificate();
    const client = await testCertificate({ host: 'signed' });
    writeFileSync(fileOf('signed.crt'), client.cert);
    writeFileSync(fileOf('signed.key'), client.key);
    server = await startTlsPostgres(client);
    await server.query('create role signed login');
    await show(certificate);
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test('connections of requests, piped reads and migrations use TLS', async (t) => {
    const database = await open(verified);
    t.after(() => database.close());
    await database.migrate();
    const seen = new Map<number, boolean>();
    const find = byKey({ text: 'select pid, ssl from pg_stat_ssl where pid = pg_backend_pid()', values: [] });
    await eventually(async () => {
      const found = await Promise.all([1, 2, 3].map(() => database.query<{ pid: number; ssl: boolean }>(find)));
      for (const { pid, ssl } of found.flat()) seen.set(pid, ssl);
      return seen.size > POOL_SIZE;
    });
    assert.deepEqual(new Set(seen.values()), new Set([true]));
  });

  test('a connection without TLS is refused', async () => {
    await assert.rejects(connect('sslmode=disable'), /no pg_hba\.conf entry for host .* no encryption/);
  });

  test('a certificate of an unknown authority is refused, except by sslmode=require', async () => {
    await assert.rejects(connect('sslmode=verify-full'), /self-signed certificate/);
    await assert.rejects(connect(`sslmode=verify-full&sslrootcert=${fileOf('signed.crt')}`), /self-signed certificate/);
    await connect('sslmode=require');
  });

  test('a client certificate by sslcert and sslkey replaces the password', async () => {
    const signed = server.url.replace(/\/\/[^@]*@/, '//signed@');
    await connect(`${verified}&sslcert=${fileOf('signed.crt')}&sslkey=${fileOf('signed.key')}`, signed);
    await assert.rejects(connect(verified, signed), /valid client certificate/);
  });

  test('a certificate for another host is refused by verify-full and accepted by verify-ca', async () => {
    await show(await testCertificate({ host: 'db.example' }));
    await assert.rejects(connect(verified), /does not match certificate's altnames/);
    await connect(verified.replace('verify-full', 'verify-ca'));
    // The URL names 127.0.0.1, which a certificate for `localhost` does not cover.
    await show(await testCertificate({ host: 'localhost' }));
    await assert.rejects(connect(verified), /does not match certificate's altnames/);
  });

  test('an expired certificate is refused, and its error counts as an outage', async () => {
    await show(await testCertificate({ notAfterDate: new Date(Date.now() - 60_000) }));
    await assert.rejects(connect(verified), (error: Error) => /certificate has expired/.test(error.message) && isConnectionError(error));
    await show(certificate);
    await connect(verified);
  });
});

test('a server without TLS gets an SSLRequest from each connection, but no name and no password', async (t) => {
  let sent = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      sent += bytes.toString('hex');
      if (bytes.length === 8) socket.write('N');
      else socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `postgres://things:secret@127.0.0.1:${(server.address() as AddressInfo).port}/things?sslmode=verify-full`;
  const pool = new pg.Pool(connectionOptions(url));
  const uses = {
    'the ORM': () => openDatabase({ url, entities: [], migrations: [], poolSize: 3, applicationName: 'things' }),
    'a pool': () => pool.query('select 1'),
  };
  for (const [name, use] of Object.entries(uses)) {
    await assert.rejects(use, { message: 'The server does not support SSL connections' }, name);
    // An SSLRequest has eight bytes: its length and the code 80877103.
    assert.equal(sent, '00000008' + (80_877_103).toString(16).padStart(8, '0'), name);
    sent = '';
  }
});
