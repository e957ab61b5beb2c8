import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testCertificate } from '@partner-ordering/testing';
import { Registry } from 'prom-client';
import { watchCertificates } from './certificates.ts';

test('a file counts until its first certificate expires for which it has none renewed, and for 0 without any', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-certificates-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const now = new Date('2026-11-29T08:00:00Z');
  const inDays = (days: number, host = 'authority') =>
    testCertificate({ host, notAfterDate: new Date(now.getTime() + days * 86_400_000) }).then(({ cert }) => cert);
  const texts = {
    single: await inDays(30),
    renewed: `${await inDays(1)}\n${await inDays(90)}`,
    two: `${await inDays(90)}\n${await inDays(7, 'another')}`,
    expired: await inDays(-1),
    broken: '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----',
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const registry = new Registry();
  const files = Object.fromEntries([...Object.keys(texts), 'missing'].map((name) => [name, join(folder, name)]));
  watchCertificates(files, () => now, registry);
  const measured = (await registry.getMetricsAsJSON())[0]!.values.map(({ labels, value }) => [labels['for'], value / 86_400]);
  assert.deepEqual(Object.fromEntries(measured), { single: 30, renewed: 90, two: 7, expired: -1, broken: 0, missing: 0 });
});
