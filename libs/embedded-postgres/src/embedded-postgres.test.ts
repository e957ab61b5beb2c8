import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from './index.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
let dataDir: string;

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the server may go away under it
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts PostgreSQL on the folder in another Node process, which prints the URL and keeps running. */
async function startInChild(options: { uid?: number; gid?: number } = {}): Promise<{ child: ChildProcess; url: string }> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: true });
    console.log(server.superuserUrl());
    setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...options,
  });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, url };
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function killHardAndWait(child: ChildProcess): Promise<void> {
  const pid = postmasterPid();
  await killHard(child);
  for (const end = Date.now() + 5_000; isAlive(pid) && Date.now() < end;) await delay(20);
  assert.equal(isAlive(pid), false);
}

const postmasterPid = (): number => Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z';
  } catch {
    return false;
  }
}

describe('embedded PostgreSQL', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'partner-ordering-embedded-'));
    chmodSync(folder, 0o711);
    dataDir = join(folder, 'data');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('a first start makes a UTF-8 cluster in UTC on 127.0.0.1; a second finds its data; the password is private', async () => {
    const first = await startEmbeddedPostgres({ dataDir, durable: true });
    const [settings] = await query(
      first.superuserUrl(),
      `select current_setting('timezone') as zone, current_setting('server_encoding') as encoding, current_setting('listen_addresses') as address,
      lower('ÄÖ') as lower, (select datlocale from pg_database where datname = 'postgres') as locale`,
    );
    assert.deepEqual(settings, { zone: 'UTC', encoding: 'UTF8', address: '127.0.0.1', lower: 'äö', locale: 'C.UTF-8' });
    for (const name of ['pg_trgm', 'unaccent', 'btree_gin']) await query(first.superuserUrl(), `create extension ${name}`);
    await query(first.superuserUrl(), `create table kept as select 1 as one`);
    assert.equal(statSync(join(dataDir, 'postgres/password')).mode & 0o777, 0o600);
    await first.stop();
    await first.stop();

    const second = await startEmbeddedPostgres({ dataDir, durable: true });
    assert.deepEqual(await query(second.superuserUrl(), 'select one from kept'), [{ one: 1 }]);
    const wrong = new URL(second.superuserUrl());
    wrong.password = 'guessed';
    await assert.rejects(query(wrong.href, 'select 1'), /password authentication failed/);
    await second.stop();
  });

  test('a second start on one folder fails with one line; PostgreSQL stops soon after kill -9 of the first', async () => {
    const first = await startEmbeddedPostgres({ dataDir, durable: false });
    await assert.rejects(startEmbeddedPostgres({ dataDir, durable: false }), {
      message: `the data folder ${dataDir} is in use by another process`,
    });
    await first.stop();
    const { child } = await startInChild();
    await assert.rejects(startEmbeddedPostgres({ dataDir, durable: false }), /is in use by another process/);
    await killHardAndWait(child);
  });

  test('a folder that cannot be made and a port in use are errors of one line', async () => {
    writeFileSync(dataDir, '');
    await assert.rejects(
      startEmbeddedPostgres({ dataDir: join(dataDir, 'below'), durable: false }),
      /^Error: cannot write to the data folder .* \(ENOTDIR\)$/,
    );
    rmSync(dataDir);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const started = startEmbeddedPostgres({ dataDir, durable: false, port });
    await assert.rejects(started, /^Error: PostgreSQL did not start: could not bind IPv4 address "127.0.0.1": Address already in use/);
    other.close();
  });

  describe('a start after kill -9', () => {
    test('an immediate restart after kill -9 recovers committed data', async () => {
      const { child, url } = await startInChild();
      await query(url, 'create table kept as select 1 as one');
      await killHard(child);
      const again = await startEmbeddedPostgres({ dataDir, durable: true });
      assert.deepEqual(await query(again.superuserUrl(), 'select one from kept'), [{ one: 1 }]);
      await again.stop();
    });

    test('a start ends a postmaster that the watchdog missed, and spares a program with a stale pid', async () => {
      const { child } = await startInChild();
      const pid = postmasterPid();
      process.kill(pid, 'SIGSTOP'); // neither the watchdog nor an orderly signal ends it now
      await killHard(child);
      setTimeout(() => process.kill(pid, 'SIGCONT'), 300);
      const again = await startEmbeddedPostgres({ dataDir, durable: true });
      assert.equal(isAlive(pid), false);
      await again.stop();

      const bystander = spawn('sleep', ['60']);
      const owner = statSync(join(dataDir, 'postgres/data'));
      const pidFile = join(dataDir, 'postgres/data/postmaster.pid');
      writeFileSync(pidFile, `${bystander.pid}\n${join(dataDir, 'postgres/data')}\n`);
      chownSync(pidFile, owner.uid, owner.gid);
      const third = await startEmbeddedPostgres({ dataDir, durable: true });
      await third.stop();
      assert.equal(isAlive(bystander.pid!), true);
      bystander.kill();
    });
  });

  test('a start after an interrupted first one begins from scratch', async () => {
    mkdirSync(join(dataDir, 'postgres/initialising-x/data'), { recursive: true });
    const server = await startEmbeddedPostgres({ dataDir, durable: true });
    assert.deepEqual(await query(server.superuserUrl(), 'select 1 as one'), [{ one: 1 }]);
    await server.stop();
  });

  describe('a start by root', { skip: !isRoot }, () => {
    test('data in a folder of root alone is stored elsewhere behind a link; deleting the folder gives a fresh start', async () => {
      chmodSync(folder, 0o700);
      const first = await startEmbeddedPostgres({ dataDir, durable: false });
      const place = readlinkSync(join(dataDir, 'postgres'));
      assert.match(place, /^\/var\/lib\/partner-ordering\/[0-9a-f]{16}$/);
      await query(first.superuserUrl(), 'create table kept as select 1 as one');
      await first.stop();
      const second = await startEmbeddedPostgres({ dataDir, durable: false });
      assert.equal((await query(second.superuserUrl(), 'select one from kept')).length, 1);
      await second.stop();
      rmSync(dataDir, { recursive: true });
      const third = await startEmbeddedPostgres({ dataDir, durable: false });
      await assert.rejects(query(third.superuserUrl(), 'select one from kept'), /does not exist/);
      await third.stop();
      for (const used of [place, realpathSync(join(dataDir, 'postgres'))]) rmSync(used, { recursive: true });
    });

    test('a start by root leaves the data of an ordinary user to that user', async (t) => {
      mkdirSync(dataDir);
      const probe = { uid: 65534, gid: 65534 };
      if (spawnSync(process.execPath, ['--version'], probe).status !== 0) return t.skip('an ordinary user cannot enter this clone');
      chownSync(dataDir, probe.uid, probe.gid);
      const { child } = await startInChild(probe);
      await killHard(child);
      const server = await startEmbeddedPostgres({ dataDir, durable: false });
      assert.equal(statSync(join(dataDir, 'postgres/data/base')).uid, probe.uid);
      await server.stop();
      const again = await startInChild(probe);
      await killHardAndWait(again.child);
    });
  });
});
