import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { newKeyPair } from '@partner-ordering/service-client';
import { instanceUrls } from '@partner-ordering/http';
import { readServiceEnvironment } from './environment.ts';

const [pair, other] = [newKeyPair(), newKeyPair()];
const fail = (error: unknown): never => assert.fail(error as Error);
const publicKeys = (...keys: object[]): string => JSON.stringify({ catalog: { keys } });
const shared = {
  DATABASE_URL: 'postgres://catalog:9f2c41@db:5432/catalog',
  ISSUER: 'https://orders.example/',
  SERVICE_KEY: pair.privateKey,
  SERVICE_PUBLIC_KEYS: publicKeys(pair.publicKey),
};
const required = { ...shared, MESSAGING_URL: 'postgres://messaging:77ab03@db:5432/messaging' };
const kafka = { ...shared, KAFKA_BROKERS: 'kafka:9092' };
const production = { ...kafka, NODE_ENV: 'production' };

test('production neither migrates on start nor checks responses by default', () => {
  const chosen = (env: NodeJS.ProcessEnv) => {
    const { migratesOnStart, validatesResponses, host } = readServiceEnvironment('catalog', env);
    assert.equal(host, '127.0.0.1');
    return [migratesOnStart, validatesResponses];
  };
  assert.deepEqual(
    [chosen(required), chosen(production)],
    [
      [true, true],
      [false, false],
    ],
  );
  assert.deepEqual(chosen({ ...production, MIGRATE_ON_START: 'true' }), [true, false]);
});

test('every missing and wrong variable is named, in one line and without its value', () => {
  assert.throws(() => readServiceEnvironment('catalog', { ISSUER: 'https://orders.example', DATABASE_URL: 'mysql://db/x' }), {
    message:
      "DATABASE_URL: must be postgres://user:password@host:port/database; KAFKA_BROKERS is missing (outside production MESSAGING_URL may take its place); SERVICE_KEY is missing (the service's private key); SERVICE_PUBLIC_KEYS is missing (the public keys of all services)",
  });
});

test('a missing address of another service is named when it is needed', () => {
  const given = { IDENTITY_URL: 'its own', CATALOG_URL: 'http://catalog-1:8080, http://catalog-2:8080' };
  const keys = { SERVICE_PUBLIC_KEYS: JSON.stringify({ identity: { keys: [pair.publicKey] } }) };
  const { serviceUrls } = readServiceEnvironment('identity', { ...required, ...keys, ...given });
  assert.deepEqual(serviceUrls, { catalog: ['http://catalog-1:8080', 'http://catalog-2:8080'] });
  assert.deepEqual(instanceUrls(serviceUrls, 'catalog'), serviceUrls['catalog']);
  assert.throws(() => instanceUrls(serviceUrls, 'ordering'), { message: 'ORDERING_URL is missing (where that service listens)' });
});

test('a wrong address of a service, and jobs for more than half of the connections, are refused by the name of the variable', () => {
  const read = (variables: NodeJS.ProcessEnv) => () => readServiceEnvironment('catalog', { ...required, ...variables });
  for (const address of ['ordering:8080', 'ordering', 'ftp://ordering', 'http://ordering:8080,x'])
    assert.throws(read({ ORDERING_URL: address }), /^Error: ORDERING_URL: must be addresses such as/, address);
  assert.deepEqual(read({ ORDERING_URL: 'http://ordering:8080,' })().serviceUrls, { ordering: ['http://ordering:8080'] });
  assert.throws(read({ JOB_CONCURRENCY: '6' }), /^Error: JOB_CONCURRENCY: must be at most half of DATABASE_POOL_SIZE/);
  assert.equal(read({ JOB_CONCURRENCY: '5' })().jobConcurrency, 5);
});

test('the share of access lines is from 0 to 1, or `off`', () => {
  const read = (share: string) => readServiceEnvironment('catalog', { ...required, ACCESS_LOG: share }).accessLog;
  assert.deepEqual(['0', '1e-05', '0.01', '1', 'off'].map(read), [0, 0.00001, 0.01, 1, 'off']);
  for (const share of ['', ' ', 'on', '1.5', '-1', '1%'])
    assert.throws(() => read(share), { message: 'ACCESS_LOG: must be off, or a share from 0 to 1 such as 0.01' }, share);
});

test('production refuses passwords that can be guessed', () => {
  const guessable = 'postgres://catalog:catalog@db/catalog';
  assert.throws(
    () => readServiceEnvironment('catalog', { ...production, DATABASE_URL: guessable }),
    /^Error: DATABASE_URL: the password can be guessed/,
  );
  assert.throws(
    () => readServiceEnvironment('catalog', { ...production, KAFKA_SASL_MECHANISM: 'plain', KAFKA_USERNAME: 'x', KAFKA_PASSWORD: 'admin' }),
    /^Error: KAFKA_PASSWORD: the password can be guessed/,
  );
  readServiceEnvironment('catalog', { ...required, DATABASE_URL: guessable });
});

test('production verifies databases and encrypts the connection to brokers by default', () => {
  const { databaseUrl } = readServiceEnvironment('catalog', production);
  assert.equal(databaseUrl(), `${required.DATABASE_URL}?sslmode=verify-full`);
  const sslWith = (variables: object): unknown => {
    const env = readServiceEnvironment('catalog', { ...production, ...variables });
    return 'kafka' in env.messaging && env.messaging.kafka.ssl;
  };
  assert.equal(sslWith({}), true);
  assert.equal(sslWith({ KAFKA_SSL: 'false' }), false);
  const plain = { KAFKA_SSL: 'false', KAFKA_SASL_MECHANISM: 'plain', KAFKA_USERNAME: 'catalog', KAFKA_PASSWORD: '5e1ab0' };
  assert.throws(() => sslWith(plain), {
    message: 'KAFKA_SASL_MECHANISM: plain sends the password unencrypted; use KAFKA_SSL=true or scram-sha-512',
  });
  assert.equal(sslWith({ ...plain, NODE_ENV: 'development' }), false);
});

test('an unsupported parameter of a database URL is named', () => {
  const wrong = { ...required, DATABASE_URL: `${required.DATABASE_URL}?channel_binding=require` };
  assert.throws(() => readServiceEnvironment('catalog', wrong), {
    message: 'DATABASE_URL: parameter channel_binding is not supported, only sslmode, sslrootcert, sslcert, sslkey',
  });
});

test('no messaging database is needed with the brokers of Kafka', () => {
  const env = { ...shared, KAFKA_BROKERS: 'kafka-1:9092, kafka-2:9092', KAFKA_SSL: 'true' };
  const plain = { brokers: ['kafka-1:9092', 'kafka-2:9092'], clientId: 'partner-ordering', ssl: true, sasl: undefined };
  const defaults = { prefix: '', partitions: 6, replicationFactor: -1 };
  assert.deepEqual(readServiceEnvironment('catalog', env).messaging, { kafka: { ...plain, ...defaults } });
  const sasl = { KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_USERNAME: 'ordering', KAFKA_PASSWORD: '5e1ab0' };
  assert.deepEqual(readServiceEnvironment('catalog', { ...env, ...sasl }).messaging, {
    kafka: { ...plain, ...defaults, sasl: { mechanism: 'scram-sha-512', username: 'ordering', password: '5e1ab0' } },
  });
  assert.deepEqual(readServiceEnvironment('catalog', required).messaging, { postgresUrl: required.MESSAGING_URL });
});

test('a wrong or missing variable of Kafka is named', () => {
  const refuse = (variables: object, message: RegExp): void =>
    assert.throws(() => readServiceEnvironment('catalog', { ...required, ...variables }), message);
  refuse({ NODE_ENV: 'production' }, /^Error: KAFKA_BROKERS is missing \(outside production MESSAGING_URL may take its place\)$/);
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
  const file = join(folder, 'key');
  writeFileSync(file, pair.privateKey);
  const { SERVICE_KEY: _, ...others } = required;
  const { own } = readServiceEnvironment('catalog', { ...others, SERVICE_KEY_FILE: file }).serviceKeys(fail);
  assert.equal(own().kid, pair.publicKey['kid']);
  assert.throws(
    () => readServiceEnvironment('catalog', { ...required, SERVICE_KEY_FILE: file }),
    /SERVICE_KEY and SERVICE_KEY_FILE are both given/,
  );
  assert.throws(
    () => readServiceEnvironment('catalog', { ...others, SERVICE_KEY_FILE: '/nowhere' }),
    /SERVICE_KEY_FILE: cannot read \/nowhere/,
  );
});

test('the password of the database, that of Kafka and its authorities are those of their files at any time', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-environment-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const names = ['DATABASE_PASSWORD', 'KAFKA_PASSWORD', 'KAFKA_SSL_CA'];
  const put = (text: string): void => names.forEach((name) => writeFileSync(join(folder, name), `${text} of ${name}\n`));
  put('a/ü');
  const env = readServiceEnvironment('catalog', {
    ...production,
    DATABASE_URL: 'postgres://catalog@db/catalog',
    DATABASE_CA_FILE: '/certificates/database.crt',
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: 'catalog',
    ...Object.fromEntries(names.map((name) => [`${name}_FILE`, join(folder, name)])),
  });
  put('b%2F');
  const { password, searchParams } = new URL(env.databaseUrl());
  assert.equal(decodeURIComponent(password), 'b%2F of DATABASE_PASSWORD');
  assert.deepEqual(Object.fromEntries(searchParams), { sslmode: 'verify-full', sslrootcert: '/certificates/database.crt' });
  assert.ok('kafka' in env.messaging);
  const { sasl, ssl } = env.messaging.kafka;
  assert.deepEqual(sasl, { mechanism: 'scram-sha-512', username: 'catalog', password: 'b%2F of KAFKA_PASSWORD' });
  assert.deepEqual(ssl, { ca: 'b%2F of KAFKA_SSL_CA' });
  assert.deepEqual(env.certificates, { database: '/certificates/database.crt', kafka: join(folder, 'KAFKA_SSL_CA') });
});

test('a wrong key of a service is named and not shown', () => {
  const refuse = (variables: object, message: string): void =>
    assert.throws(() => readServiceEnvironment('catalog', { ...required, ...variables }), { message });
  refuse({ SERVICE_KEY: 'MC4CAQAwBQYDK2VwBCIEI' }, 'SERVICE_KEY: must be a private Ed25519 key, PKCS #8 in PEM or a JWK');
  refuse({ SERVICE_PUBLIC_KEYS: '[]' }, 'SERVICE_PUBLIC_KEYS: must be {"<service>": {"keys": [<JWK>, …]}, …}');
  refuse({ SERVICE_PUBLIC_KEYS: publicKeys({ kty: 'RSA' }) }, 'SERVICE_PUBLIC_KEYS: catalog: must have public Ed25519 keys as JWKs');
  const both = JSON.stringify({ catalog: { keys: [pair.publicKey] }, files: { keys: [pair.publicKey] } });
  refuse({ SERVICE_PUBLIC_KEYS: both }, 'SERVICE_PUBLIC_KEYS: catalog and files have the same key');
  const unknown = 'SERVICE_KEY: its public key is not among those of catalog in SERVICE_PUBLIC_KEYS';
  refuse({ SERVICE_PUBLIC_KEYS: publicKeys(other.publicKey) }, unknown);
  const foreign = JSON.stringify({ catalog: { keys: [other.publicKey] }, files: { keys: [pair.publicKey] } });
  refuse({ SERVICE_PUBLIC_KEYS: foreign }, unknown);
});
