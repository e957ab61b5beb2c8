import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serviceNames } from '@partner-ordering/kernel';
import { freePort } from '@partner-ordering/testing';
import { demoGids } from '@partner-ordering/identity';
import PostalMime from 'postal-mime';
import { answers, run, stop, stopAll, temporaryFolder, type Program } from './program.ts';
import { useSecrets } from './secrets-in-use.ts';
import { filesBelow, misplaced, rowsOf, type Places, type Secret } from './secrets.ts';

/** Every use of a secret, also an invalid one, with the most detailed log; then a search through all data that the run leaves. */
describe('places of secrets', () => {
  const folder = temporaryFolder();
  const places = new Map<string, Buffer>();
  let secrets: Secret[];
  before(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const standalone = run('services/standalone/src/main.ts', { DATA_DIR: folder.path, PORT: port, LOG_LEVEL: 'trace' });
    await answers(standalone, `${url}/readyz`);
    secrets = await useSecrets(url, join(folder.path, 'mail'));
    await readRunning(standalone);
    await readMails();
    assert.equal(await stop(standalone), 0);
    readStopped(standalone);
  });
  after(async () => {
    await stopAll();
    folder.remove();
  });

  const text = (place: string): string => places.get(place)!.toString('latin1');

  async function readRunning(standalone: Program): Promise<void> {
    const [, metrics] = /Metrics +(\S+)\/<service>/.exec(standalone.stdout())!;
    const pages = await Promise.all([...serviceNames, 'gateway'].map(async (name) => (await fetch(`${metrics}/${name}`)).text()));
    places.set('metrics', Buffer.from(pages.join('\n')));
    const { passwords } = JSON.parse(readFileSync(join(folder.path, 'secrets.json'), 'utf8')) as { passwords: Record<string, string> };
    const databasePort = readFileSync(join(folder.path, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[3];
    for (const [name, password] of Object.entries(passwords)) {
      places.set(`database ${name}`, await rowsOf(`postgres://${name}:${password}@127.0.0.1:${databasePort}/${name}`));
      secrets.push({ name: `password of the role ${name}`, value: password, belongs: ['secrets.json'] });
    }
    // Secrets that identity stores for sign-ins; other services get none.
    for (const [, hash] of text('database identity').matchAll(/"password_hash":"(\$argon2id\$[^"]+)"/g))
      secrets.push({ name: 'hash of a password', value: hash!, belongs: ['database identity', 'database files'] });
  }

  /** Mails in raw and in decoded form. */
  async function readMails(): Promise<void> {
    const mails = join(folder.path, 'mail');
    const read = await Promise.all(readdirSync(mails).map((name) => PostalMime.parse(readFileSync(join(mails, name)))));
    const texts = read.map(({ headers, text: plain, html }) => JSON.stringify({ headers, plain, html }));
    places.set('mail', Buffer.concat([filesBelow(mails), Buffer.from(texts.join('\n'))]));
  }

  /** The files of the databases hold deleted rows and the write-ahead log too. */
  function readStopped(standalone: Program): void {
    places.set('first screen', Buffer.from(standalone.stdout()));
    places.set('log', Buffer.from(standalone.stderr()));
    for (const part of ['keys', 'files']) places.set(part, filesBelow(join(folder.path, part)));
    for (const file of ['secrets.json', 'postgres/password']) places.set(file, readFileSync(join(folder.path, file)));
    places.set('database files', filesBelow(join(folder.path, 'postgres/data')));
    const knownPaths = /^(mail|keys|files|postgres\/data)\/|^secrets\.json$|^postgres\/password$/;
    const isOther = (path: string): boolean => !knownPaths.test(path) && !path.startsWith('postgres/bin/');
    places.set('other files', filesBelow(folder.path, isOther));
    secrets.push({ name: 'password of the superuser', value: text('postgres/password').trim(), belongs: ['postgres/password'] });
    for (const [index, key] of [...text('keys').matchAll(/^[\w+/=-]{40,}$/gm)].entries())
      secrets.push({ name: `line ${index} of the private keys`, value: key[0], belongs: ['keys'] });
  }

  test('the searched places hold the data of the run: requests in the log, people in databases and events, mails', () => {
    assert.ok(text('log').split('\n').length > 100);
    for (const place of ['database identity', 'database messaging', 'database files', 'mail'])
      assert.ok(text(place).includes('zoe@example.com'), place);
    assert.ok(text('log').includes('/v1/p/password_resets/{token}'));
    assert.ok(text('metrics').includes('# HELP'));
    assert.ok(text('database ordering').includes(demoGids.users.user));
    assert.ok(secrets.length > 60, `${secrets.length}`);
  });

  test('every password, token and key of the run is only in its intended places', () => {
    assert.deepEqual(misplaced(secrets, places), []);
  });

  test('no log, metric, row, event or mail has a signed token or a private key', () => {
    const searched = [...places].filter(([place]) => place !== 'keys');
    for (const [place] of searched) {
      assert.doesNotMatch(text(place), /eyJ[\w-]{20,}\.eyJ[\w-]{20,}/, place);
      assert.doesNotMatch(text(place), /BEGIN (RSA |EC )?PRIVATE KEY/, place);
    }
  });

  test('a secret is found in any form in any place', () => {
    const value = 'Zebra lamp/42+%é';
    const inBase64 = ['', 'a:', 'ab:'].map((before) => Buffer.from(`${before}${value}\n`).toString('base64'));
    const inJson = JSON.stringify({ text: JSON.stringify({ value }) });
    for (const form of [value, encodeURIComponent(value), inJson, ...inBase64, Buffer.from(value).toString('hex')]) {
      const place: Places = new Map([['log', Buffer.from(`{"msg":"${form}"}`)]]);
      assert.deepEqual(misplaced([{ name: 'it', value, belongs: [] }], place), ['it: found in log; belongs in nowhere'], form);
    }
  });
});
