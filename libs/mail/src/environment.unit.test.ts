import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMail } from './environment.ts';

const MAIL_FROM = 'Orders <orders@example.com>';
const from = { name: 'Orders', address: 'orders@example.com' };

test('mails go to the default folder or MAIL_DIR, unless SMTP_URL names a mail server', () => {
  assert.deepEqual(readMail({}), {
    from: { name: 'Partner Ordering', address: 'orders@localhost' },
    folder: join(import.meta.dirname, '../../../.data/mail'),
  });
  assert.deepEqual(readMail({ MAIL_DIR: '/srv/mail', MAIL_FROM, NODE_ENV: 'production' }), { from, folder: '/srv/mail' });
  const byServer = readMail({ MAIL_DIR: '/srv/mail', MAIL_FROM, SMTP_URL: 'smtp://relay' });
  assert.ok('smtp' in byServer);
  assert.deepEqual([byServer.from, byServer.smtp()], [from, { url: 'smtp://relay', requiresTls: false }]);
});

test('each mail goes to the server, and trusts the authorities, that the files name by then', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-mail-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [SMTP_URL_FILE, SMTP_CA_FILE] = [join(folder, 'url'), join(folder, 'ca')];
  const put = (password: string, ca: string): void => {
    writeFileSync(SMTP_URL_FILE, `smtp://robot:${password}@relay`);
    writeFileSync(SMTP_CA_FILE, ca);
  };
  put('before', 'one');
  const options = readMail({ MAIL_FROM, SMTP_URL_FILE, SMTP_CA_FILE });
  put('after', 'another');
  assert.ok('smtp' in options);
  assert.deepEqual(options.smtp(), { url: 'smtp://robot:after@relay', tls: { ca: 'another' }, requiresTls: false });
});

test('production requires TLS of a mail server, unless its address says otherwise', () => {
  const requiresTls = (SMTP_URL: string) => {
    const options = readMail({ SMTP_URL, MAIL_FROM, NODE_ENV: 'production' });
    return 'smtp' in options && options.smtp().requiresTls;
  };
  assert.equal(requiresTls('smtp://relay:587'), true);
  assert.equal(requiresTls('smtps://relay'), false); // is TLS from the start
  assert.equal(requiresTls('smtp://127.0.0.1:25?ignoreTLS=true'), false);
});

test('a missing or wrong variable is named without its secret', () => {
  const bad: [NodeJS.ProcessEnv, RegExp][] = [
    [{ NODE_ENV: 'production', MAIL_FROM }, /^Error: SMTP_URL or MAIL_DIR is missing/],
    [{ SMTP_URL: 'smtp://relay' }, /^Error: MAIL_FROM is missing/],
    [{ SMTP_URL_FILE: '/nowhere', MAIL_FROM }, /^Error: SMTP_URL_FILE: cannot read/],
    [{ SMTP_URL: 'https://robot:secret@relay', MAIL_FROM }, /^Error: SMTP_URL: must be smtp:/],
    [{ SMTP_URL: 'robot:secret@relay', MAIL_FROM }, /^Error: SMTP_URL: must be smtp:/],
    ...['nobody', 'a@example.com, b@example.com', 'group: a@example.com;', 'a@example.com\r\nBcc: b@example.com', '<>'].map(
      (text): [NodeJS.ProcessEnv, RegExp] => [{ SMTP_URL: 'smtp://relay', MAIL_FROM: text }, /^Error: MAIL_FROM: must be one address/],
    ),
  ];
  for (const [environment, expected] of bad) {
    assert.throws(
      () => readMail(environment),
      (error) => expected.test(String(error)) && !String(error).includes('secret'),
      JSON.stringify(environment),
    );
  }
});
