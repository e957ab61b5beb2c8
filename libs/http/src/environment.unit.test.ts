import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readServiceEnvironment } from './environment.ts';

const secret = '4c1f09be7a2d53e86b90fd14a7c3e258';
const required = {
  DATABASE_URL: 'postgres://catalog:9f2c41@db:5432/catalog',
  MESSAGING_URL: 'postgres://messaging:77ab03@db:5432/messaging',
  ISSUER: 'https://orders.example/',
  SERVICE_SECRET: secret,
};

test('defaults outside production migrate on start and check responses', () => {
  const env = readServiceEnvironment(required);
  assert.deepEqual([env.migratesOnStart, env.validatesResponses, env.host, env.port], [true, true, '127.0.0.1', 8080]);
  assert.equal(env.issuer, 'https://orders.example');
});

test('production neither migrates on start nor checks responses unless told to', () => {
  const env = readServiceEnvironment({ ...required, NODE_ENV: 'production' });
  assert.deepEqual([env.migratesOnStart, env.validatesResponses], [false, false]);
  assert.ok(readServiceEnvironment({ ...required, NODE_ENV: 'production', MIGRATE_ON_START: 'true' }).migratesOnStart);
});

test('every missing and wrong variable is named, in one line and without its value', () => {
  assert.throws(
    () => readServiceEnvironment({ ISSUER: 'https://orders.example', SERVICE_SECRET: 'hunter2', DATABASE_URL: 'mysql://db/x' }),
    {
      message:
        'DATABASE_URL: must be postgres://user:password@host:port/database; MESSAGING_URL is missing (the messaging database); SERVICE_SECRET: must have at least 32 bytes',
    },
  );
});

test('a missing address of a service is named when it is needed, except of the service itself', () => {
  const urls = readServiceEnvironment({ ...required, CATALOG_URL: 'http://catalog:8080' }).serviceUrls(() => 'identity');
  assert.equal(urls['catalog'], 'http://catalog:8080');
  assert.equal(urls['identity'], '');
  assert.throws(() => urls['ordering'], { message: 'ORDERING_URL is missing (where that service listens)' });
});

test('production refuses what can be guessed', () => {
  const production = { ...required, NODE_ENV: 'production' };
  for (const weak of ['x'.repeat(40), 'please-change-me-before-production-1', 'an example of thirty-two characters'])
    assert.throws(() => readServiceEnvironment({ ...production, SERVICE_SECRET: weak }), /^Error: SERVICE_SECRET: can be guessed/);
  const guessable = 'postgres://catalog:catalog@db/catalog';
  assert.throws(
    () => readServiceEnvironment({ ...production, DATABASE_URL: guessable }),
    /^Error: DATABASE_URL: the password can be guessed/,
  );
  readServiceEnvironment({ ...required, DATABASE_URL: guessable });
});

test('secrets may come from files', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-environment-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'secret');
  writeFileSync(file, `${secret}\n`);
  const { SERVICE_SECRET: _, ...others } = required;
  assert.equal(readServiceEnvironment({ ...others, SERVICE_SECRET_FILE: file }).serviceSecret, secret);
  assert.throws(
    () => readServiceEnvironment({ ...required, SERVICE_SECRET_FILE: file }),
    /SERVICE_SECRET and SERVICE_SECRET_FILE are both given/,
  );
  assert.throws(() => readServiceEnvironment({ ...others, SERVICE_SECRET_FILE: '/nowhere' }), /SERVICE_SECRET_FILE: cannot read \/nowhere/);
});
