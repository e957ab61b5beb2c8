import assert from 'node:assert/strict';
import { chownSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { eventually, SERVER_URL_VARIABLE, testCertificate, type ApiClient, type TestCertificate } from '@partner-ordering/testing';
import pg from 'pg';
import { findOffer, orderOf } from '../orders.ts';
import { processNames, startProcesses, type Processes, type ProcessesOptions } from '../processes.ts';
import { stopAll, temporaryFolder } from '../program.ts';
import { latencies, sendPaced, type Paced } from './paced.ts';
import { startPgBouncer, withoutPgBouncer, type PgBouncer } from './pgbouncer.ts';

const PER_SECOND = 15;
/** How long pods still see the files as they were, as a kubelet lets them. */
const LATE_MS = 8_000;
/** A pool closes connections that were idle so long: what comes then needs new ones. */
const IDLE_MS = 12_000;

/** Writes a file as the kubelet does: whole, or not at all. */
function put(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

class Rehearsal {
  readonly folder = temporaryFolder();
  system!: Processes;
  #user!: ApiClient;
  #send!: () => ReturnType<ApiClient['get']>;
  #programs: unknown[] = [];

  fileOf = (name: string): string => join(this.folder.path, name);

  async start(options: ProcessesOptions): Promise<void> {
    this.system = await startProcesses(options);
    this.#user = await this.system.signIn('user@example.com');
    const order = orderOf(await findOffer(this.#user));
    let sent = 0;
    this.#send = () => (sent++ % 5 === 0 ? this.#user.post('/v1/projects', order) : this.#user.get('/v1/projects'));
    this.#programs = this.#running();
  }

  /** Sends reads, and an order each fifth time. */
  load = (seconds: number): Promise<Paced> => sendPaced(this.#send, PER_SECOND, seconds);

  #running = () => processNames.map((name) => this.system.program(name).process.exitCode ?? this.system.program(name).process.pid);

  /** No process has ended, and each is ready. */
  async assertUnchanged(): Promise<void> {
    assert.deepEqual(this.#running(), this.#programs);
    for (const name of processNames)
      await eventually(async () => assert.equal((await fetch(`${this.system.urlOf(name)}/readyz`)).status, 200));
  }

  async end(): Promise<void> {
    await stopAll();
    await this.system?.end();
    this.folder.remove();
  }
}

function tell(title: string, paced: Paced): void {
  const statuses = Object.entries(Object.groupBy(paced.failed, (failure) => failure.slice(0, 3)));
  const failures = statuses.map(([status, all]) => `${all!.length} × ${status}`).join(', ') || '0 failed';
  process.stdout.write(`${title}: ${paced.sent} requests, ${failures}, ${latencies(paced)}\n`);
}

describe('an authority of the databases with a short life', { skip: withoutPgBouncer }, () => {
  const rehearsal = new Rehearsal();
  const { fileOf } = rehearsal;
  let bouncer: PgBouncer;
  let authority: TestCertificate;
  let expiresAt: Date;
  /** The server shows a certificate by `authority`. */
  async function show(): Promise<void> {
    const { cert, key } = await testCertificate({ authority });
    put(fileOf('server.crt'), cert);
    put(fileOf('server.key'), key);
    if (process.getuid?.() === 0) chownSync(fileOf('server.key'), 65_534, 65_534);
  }
  before(async () => {
    expiresAt = new Date(Date.now() + 90_000);
    authority = await testCertificate({ host: 'authority', notAfterDate: expiresAt });
    put(fileOf('ca.crt'), authority.cert);
    await show();
    const tls = { client_tls_sslmode: 'allow', client_tls_cert_file: fileOf('server.crt'), client_tls_key_file: fileOf('server.key') };
    bouncer = await startPgBouncer({ pool_mode: 'session', default_pool_size: '20', ...tls });
    const verified = { sslmode: 'verify-full', sslrootcert: fileOf('ca.crt') };
    await rehearsal.start({
      databaseUrlOf: (url) => Object.assign(new URL(bouncer.urlOf(url)), { search: String(new URLSearchParams(verified)) }).href,
    });
  });
  after(async () => {
    await rehearsal.end();
    await bouncer?.stop();
  });

  test('0 requests fail while it is renewed with its key, as CloudNativePG does, and after the old one expires', async () => {
    assert.ok(expiresAt.getTime() - Date.now() > 2 * LATE_MS, 'it was too slow');
    const loading = rehearsal.load((expiresAt.getTime() - Date.now()) / 1000);
    authority = await testCertificate({ host: 'authority', renews: authority });
    await show();
    bouncer.reload();
    await delay(LATE_MS);
    put(fileOf('ca.crt'), authority.cert);
    const paced = await loading;
    tell('until the old one expires', paced);
    await delay(IDLE_MS);
    const later = await rehearsal.load(10);
    tell('after that, on new connections', later);
    assert.deepEqual([...paced.failed, ...later.failed], []);
    await rehearsal.assertUnchanged();
  });
});

describe('a password of the databases', () => {
  const rehearsal = new Rehearsal();
  const { fileOf } = rehearsal;
  const admin = new pg.Client({ connectionString: process.env[SERVER_URL_VARIABLE] });
  const urls = new Map<string, string>();
  const setPassword = (password: string) => admin.query(`alter role changing password '${password}'`);
  before(async () => {
    await admin.connect();
    await admin.query('create role changing login superuser');
    await setPassword('before');
    await rehearsal.start({
      databaseVariables: (url, name) => {
        urls.set(name, url);
        put(fileOf(name), Object.assign(new URL(url), { username: 'changing', password: 'before' }).href);
        return { DATABASE_URL_FILE: fileOf(name) };
      },
    });
  });
  after(async () => {
    await rehearsal.end();
    await admin.query('drop role if exists changing');
    await admin.end();
  });

  test('503, never 500, while it is changed and its file is late, and 0 requests fail once the file is there', async () => {
    const loading = rehearsal.load((2 * LATE_MS) / 1000);
    await delay(LATE_MS / 2);
    await setPassword('after');
    // As if the open connections had been idle: what is sent needs new ones.
    await delay(LATE_MS / 2);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'changing' and state = 'idle'`);
    await delay(LATE_MS / 2);
    for (const [name, url] of urls) put(fileOf(name), Object.assign(new URL(url), { username: 'changing', password: 'after' }).href);
    const paced = await loading;
    tell('the change', paced);
    await delay(IDLE_MS);
    const later = await rehearsal.load(10);
    tell('after that, on new connections', later);
    assert.deepEqual(
      paced.failed.filter((failure) => !failure.startsWith('503')),
      [],
    );
    assert.deepEqual(later.failed, []);
    await rehearsal.assertUnchanged();
  });
});
