import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { newKeyPair } from '@partner-ordering/service-client';
import { testCertificate } from '@partner-ordering/testing';
import { consoleFolder } from '../config.ts';
import { readEnvironment } from './environment.ts';

const { privateKey, publicKey } = newKeyPair();
const publicKeys = JSON.stringify({ gateway: { keys: [publicKey] } });
const required = { ISSUER: 'https://orders.example', SERVICE_KEY: privateKey, SERVICE_PUBLIC_KEYS: publicKeys };

test('lists in the environment are separated by commas', () => {
  const { config, port, host } = readEnvironment({
    ...required,
    NODE_ENV: 'production',
    ORDERING_URL: 'http://10.0.0.1:81, http://10.0.0.2:81',
    PODS_SUFFIX: '-pods',
    CORS_ORIGINS: 'https://app.example',
    TRUSTED_PROXIES: '10.0.0.0/8,::1',
    RATE_LIMIT_PER_MINUTE: '0',
    APPLICATION_RATE_LIMIT_PER_MINUTE: '7',
    CONNECTIONS_PER_ADDRESS: '9',
    RATE_LIMIT_STORE_URL: 'rediss://gateway:s3cret@store.example:6380',
  });
  assert.deepEqual(config.services['ordering'], ['http://10.0.0.1:81', 'http://10.0.0.2:81']);
  assert.deepEqual(config.services['billing'], []);
  assert.equal(config.podsSuffix, '-pods');
  assert.deepEqual(config.corsOrigins, ['https://app.example']);
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1']);
  const atOnce = {
    streamsPerAddress: 128,
    requestsAtOncePerAddress: 256,
    requestsAtOncePerUser: 64,
    waitingPerUser: 64,
    connectionsPerAddress: 9,
  };
  const perMinute = { requestsPerMinute: 0, requestsPerMinuteOfApplication: 7, requestsPerMinuteOfOrganization: 12_000 };
  assert.deepEqual(config.limits, { ...perMinute, failedAuthenticationsPerMinute: 120, ...atOnce });
  assert.equal(config.limitStoreUrl, 'rediss://gateway:s3cret@store.example:6380');
  assert.deepEqual([port, host], [8080, '127.0.0.1']);
});

test('the public address must begin with https if there is a certificate', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = { TLS_CERT_FILE: join(folder, 'tls.crt'), TLS_KEY_FILE: join(folder, 'tls.key') };
  const { cert, key } = await testCertificate();
  writeFileSync(files.TLS_CERT_FILE, cert);
  writeFileSync(files.TLS_KEY_FILE, key);
  assert.equal(readEnvironment(required).config.certificate, undefined);
  assert.equal(readEnvironment({ ...required, ...files }).config.certificate?.()().key, key.trim());
  assert.throws(() => readEnvironment({ ...required, ...files, ISSUER: 'http://orders.example' }), {
    message: 'ISSUER: must begin with https:, as TLS_CERT_FILE is given',
  });
});

test('the console is on unless CONSOLE=off; it and the documentation know the origin of the file storage', () => {
  assert.deepEqual(readEnvironment(required).config.console, { folder: consoleFolder, storageOrigin: undefined });
  assert.equal(readEnvironment({ ...required, CONSOLE: 'off' }).config.console, undefined);
  const { console, docs } = readEnvironment({ ...required, STORAGE_ORIGIN: 'https://bucket.example:9000' }).config;
  for (const pages of [console, docs]) assert.equal(pages?.storageOrigin, 'https://bucket.example:9000');
});

test('requests may be tried with DOCS_TRY_IT test and all', () => {
  const tryIt = (value?: string) => readEnvironment({ ...required, ...(value !== undefined && { DOCS_TRY_IT: value }) }).config.tryIt;
  assert.deepEqual([undefined, 'off', 'test', 'all'].map(tryIt), [false, false, true, true]);
});

test('vulnerabilities are reported to SECURITY_CONTACT, a mail address or a page; by default to nobody', () => {
  for (const contact of ['mailto:security@orders.example', 'https://orders.example/security'])
    assert.equal(readEnvironment({ ...required, SECURITY_CONTACT: contact }).config.securityContact, contact);
  assert.equal(readEnvironment(required).config.securityContact, undefined);
});

test('limits without NODE_ENV are those of production', () => {
  const { limits } = readEnvironment(required).config;
  assert.deepEqual([limits?.requestsPerMinute, limits?.requestsPerMinuteOfApplication], [3_000, 60_000]);
});

test('an invalid variable is named with its valid values', () => {
  const wrong = {
    ISSUER: 'orders.example',
    LOG_LEVEL: 'loud',
    RATE_LIMIT_PER_MINUTE: '',
    APPLICATION_RATE_LIMIT_PER_MINUTE: '-1',
    ORGANIZATION_RATE_LIMIT_PER_MINUTE: '1.5',
    REQUESTS_AT_ONCE_PER_ADDRESS: '-1',
    REQUESTS_AT_ONCE_PER_USER: 'many',
    CONNECTIONS_PER_ADDRESS: '1e9',
    RATE_LIMIT_STORE_URL: 'http://store.example',
    DRAIN_DELAY_MS: '5s',
    CONSOLE: 'maybe',
    DOCS_TRY_IT: 'on',
    STORAGE_ORIGIN: 'bucket.example',
    SECURITY_CONTACT: 'security@orders.example',
  };
  for (const [name, value] of Object.entries(wrong))
    assert.throws(() => readEnvironment({ ...required, [name]: value }), new RegExp(`^Error: ${name}: `), name);
});
