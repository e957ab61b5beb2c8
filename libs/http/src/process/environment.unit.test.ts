import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { instanceUrls } from '../neighbours/instance-urls.ts';
import { readServiceEnvironment } from './environment.ts';

const secret = '4c1f09be7a2d53e86b90fd14a7c3e258';
const required = {
  DATABASE_URL: 'postgres://catalog:9f2c41@db:5432/catalog',
  MESSAGING_URL: 'postgres://messaging:77ab03@db:5432/messaging',
  ISSUER: 'https://orders.example/',
  SERVICE_SECRET: secret,
};

test('defaults outside production migrate on start and check responses', () => {
  const env = readServiceEnvironment('catalog', required);
  assert.deepEqual([env.migratesOnStart, env.validatesResponses, env.host, env.port], [true, true, '127.0.0.1', 8080]);
  assert.equal(env.issuer, 'https://orders.example');
});

test('production neither migrates on start nor checks responses unless told to', () => {
  const env = readServiceEnvironment('catalog', { ...required, NODE_ENV: 'production' });
  assert.deepEqual([env.migratesOnStart, env.validatesResponses], [false, false]);
  assert.ok(readServiceEnvironment('catalog', { ...required, NODE_ENV: 'production', MIGRATE_ON_START: 'true' }).migratesOnStart);
});

test('every missing and wrong variable is named, in one line and without its value', () => {
  assert.throws(
    () => readServiceEnvironment('catalog', { ISSUER: 'https://orders.example', SERVICE_SECRET: 'hunter2', DATABASE_URL: 'mysql://db/x' }),
    {
      message:
        'DATABASE_URL: must be postgres://user:password@host:port/database; MESSAGING_URL is missing (the messaging database; or KAFKA_BROKERS); SERVICE_SECRET: must have at least 32 bytes',
    },
  );
});

test('a missing address of a service is named when it is needed, except of the service itself', () => {
  const given = { IDENTITY_URL: 'its own', CATALOG_URL: 'http://catalog-1:8080, http://catalog-2:8080' };
  const { serviceUrls } = readServiceEnvironment('identity', { ...required, ...given });
  assert.deepEqual(serviceUrls, { catalog: ['http://catalog-1:8080', 'http://catalog-2:8080'] });
  assert.deepEqual(instanceUrls(serviceUrls, 'catalog'), serviceUrls['catalog']);
  assert.throws(() => instanceUrls(serviceUrls, 'ordering'), { message: 'ORDERING_URL is missing (where that service listens)' });
});

test('production refuses what can be guessed', () => {
  const production = { ...required, NODE_ENV: 'production' };
  for (const weak of ['x'.repeat(40), 'please-change-me-before-production-1', 'an example of thirty-two characters'])
    assert.throws(
      () => readServiceEnvironment('catalog', { ...production, SERVICE_SECRET: weak }),
      /^Error: SERVICE_SECRET: can be guessed/,
    );
  const guessable = 'postgres://catalog:catalog@db/catalog';
  assert.throws(
    () => readServiceEnvironment('catalog', { ...production, DATABASE_URL: guessable }),
    /^Error: DATABASE_URL: the password can be guessed/,
  );
  const { MESSAGING_URL: _, ...kafka } = { ...production, KAFKA_BROKERS: 'kafka:9092', KAFKA_SASL_MECHANISM: 'plain', KAFKA_USERNAME: 'x' };
  assert.throws(
    () => readServiceEnvironment('catalog', { ...kafka, KAFKA_PASSWORD: 'admin' }),
    /^Error: KAFKA_PASSWORD: the password can be guessed/,
  );
  readServiceEnvironment('catalog', { ...required, DATABASE_URL: guessable });
});

test('with the brokers of Kafka no messaging database is needed', () => {
  const { MESSAGING_URL: _, ...others } = required;
  const env = { ...others, KAFKA_BROKERS: 'kafka-1:9092, kafka-2:9092', KAFKA_SSL: 'true' };
  const plain = { brokers: ['kafka-1:9092', 'kafka-2:9092'], clientId: 'partner-ordering', ssl: true, sasl: undefined };
  const defaults = { prefix: '', partitions: 6, replicationFactor: -1 };
  assert.deepEqual(readServiceEnvironment('catalog', env).messaging, { kafka: { ...plain, ...defaults } });
  const sasl = { KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_USERNAME: 'ordering', KAFKA_PASSWORD: '5e1ab0' };
  assert.deepEqual(readServiceEnvironment('catalog', { ...env, ...sasl }).messaging, {
    kafka: { ...plain, ...defaults, sasl: { mechanism: 'scram-sha-512', username: 'ordering', password: '5e1ab0' } },
  });
  assert.deepEqual(readServiceEnvironment('catalog', required).messaging, { postgresUrl: required.MESSAGING_URL });
});

test('what is wrong with the variables of Kafka is named', () => {
  const refuse = (variables: object, message: RegExp): void =>
    assert.throws(() => readServiceEnvironment('catalog', { ...required, ...variables }), message);
  const { MESSAGING_URL: _, ...kafka } = { ...required, KAFKA_BROKERS: 'kafka:9092' };
  refuse({ KAFKA_BROKERS: 'kafka:9092' }, /^Error: MESSAGING_URL and KAFKA_BROKERS are both given/);
  refuse({ KAFKA_BROKERS: 'http://kafka:9092' }, /^Error: KAFKA_BROKERS: must be host:port,host:port$/);
  const wrong = (variables: object) => () => readServiceEnvironment('catalog', { ...kafka, ...variables });
  assert.throws(wrong({ KAFKA_SASL_MECHANISM: 'plain' }), {
    message: 'KAFKA_USERNAME is missing (with KAFKA_SASL_MECHANISM); KAFKA_PASSWORD is missing (with KAFKA_SASL_MECHANISM)',
  });
  assert.throws(wrong({ KAFKA_TOPIC_PARTITIONS: '0' }), /^Error: KAFKA_TOPIC_PARTITIONS: must be a whole number from 1 to 10000$/);
  assert.throws(wrong({ KAFKA_SSL_CA_FILE: '/nowhere' }), /^Error: KAFKA_SSL_CA_FILE: cannot read \/nowhere \(ENOENT\)$/);
});

test('secrets may come from files', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-environment-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'secret');
  writeFileSync(file, `${secret}\n`);
  const { SERVICE_SECRET: _, ...others } = required;
  assert.equal(readServiceEnvironment('catalog', { ...others, SERVICE_SECRET_FILE: file }).serviceSecret, secret);
  assert.throws(
    () => readServiceEnvironment('catalog', { ...required, SERVICE_SECRET_FILE: file }),
    /SERVICE_SECRET and SERVICE_SECRET_FILE are both given/,
  );
  assert.throws(
    () => readServiceEnvironment('catalog', { ...others, SERVICE_SECRET_FILE: '/nowhere' }),
    /SERVICE_SECRET_FILE: cannot read \/nowhere/,
  );
});
