import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { testCertificate, type TestCertificate } from '@partner-ordering/testing';
import { readCertificate } from './certificate.ts';

/** The variables for these texts, each in a file of its own. */
function written(t: TestContext, { cert, key }: TestCertificate): { TLS_CERT_FILE: string; TLS_KEY_FILE: string } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = { TLS_CERT_FILE: join(folder, 'tls.crt'), TLS_KEY_FILE: join(folder, 'tls.key') };
  writeFileSync(files.TLS_CERT_FILE, cert);
  writeFileSync(files.TLS_KEY_FILE, key);
  return files;
}

test('a certificate expires with the first of its chain', async (t) => {
  const [leaf, intermediate] = await Promise.all(
    ['2031-01-01', '2030-01-01'].map((date) => testCertificate({ notAfterDate: new Date(date) })),
  );
  const files = written(t, { cert: `Subject: us\n${leaf!.cert}\n${intermediate!.cert}`, key: leaf!.key });
  assert.deepEqual(readCertificate(files)!()().expiresAt, new Date('2030-01-01'));
});

test('a certificate that cannot be used is refused in one line that names its variable', async (t) => {
  const [one, other, locked] = await Promise.all([testCertificate(), testCertificate(), testCertificate({ passphrase: 'open' })]);
  const right = written(t, one!);
  const wrong: [NodeJS.ProcessEnv, string][] = [
    [{ TLS_CERT_FILE: right.TLS_CERT_FILE }, 'TLS_KEY_FILE is missing (TLS_CERT_FILE is given)'],
    [{ TLS_KEY_FILE: right.TLS_KEY_FILE }, 'TLS_CERT_FILE is missing (TLS_KEY_FILE is given)'],
    [{ ...right, TLS_CERT_FILE: '/nowhere/tls.crt' }, 'TLS_CERT_FILE: cannot read /nowhere/tls.crt (ENOENT)'],
    [{ ...right, TLS_KEY_FILE: '/' }, 'TLS_KEY_FILE: cannot read / (EISDIR)'],
    [written(t, { cert: one!.key, key: one!.key }), 'TLS_CERT_FILE: holds no certificate (PEM)'],
    [written(t, { ...one!, cert: one!.cert.replace(/^[A-Za-z].{20}/m, '') }), 'TLS_CERT_FILE: holds no certificate (PEM)'],
    [written(t, { ...one!, key: one!.cert }), 'TLS_KEY_FILE: holds no private key (PEM)'],
    [written(t, { ...one!, key: '' }), 'TLS_KEY_FILE: holds no private key (PEM)'],
    [written(t, { ...one!, key: locked!.key }), 'TLS_KEY_FILE: its key needs a passphrase; give it without one'],
    [written(t, { ...one!, key: other!.key }), 'TLS_KEY_FILE: is not the key of the first certificate in TLS_CERT_FILE'],
  ];
  for (const [variables, message] of wrong) assert.throws(() => readCertificate(variables), { message });
});
