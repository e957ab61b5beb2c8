import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serviceNames, urlVariable } from '@partner-ordering/kernel';
import { parse } from 'yaml';

const text = readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8');

interface Compose {
  'x-environment': Record<string, string>;
  services: Record<string, { depends_on?: string[]; entrypoint?: string[]; volumes?: string[]; environment: Record<string, string> }>;
  volumes: Record<string, null>;
}
const read = (yaml: string): Compose => parse(yaml, { merge: true }) as Compose;

test('compose.yaml has the services of the register, each with its migrations, address and secrets', () => {
  const { services, volumes, 'x-environment': environment } = read(text);
  const migrations = Object.keys(services).filter((name) => name.endsWith('-migrate'));
  assert.deepEqual(
    migrations,
    serviceNames.map((name) => `${name}-migrate`),
  );
  assert.deepEqual(services['gateway']?.depends_on, serviceNames);
  assert.deepEqual(services['secrets']?.entrypoint?.slice(4), serviceNames);
  for (const name of serviceNames) {
    assert.equal(environment[urlVariable(name)], `http://${name}:8080`);
    for (const container of [name, `${name}-migrate`]) {
      const { DATABASE_URL_FILE, KAFKA_PASSWORD_FILE } = services[container]!.environment;
      assert.deepEqual([DATABASE_URL_FILE, KAFKA_PASSWORD_FILE], [`/secrets/${name}/database-url`, `/secrets/${name}/kafka-password`]);
      assert.ok(services[container]!.volumes?.includes(`secrets-${name}:/secrets/${name}:ro`), container);
    }
    assert.ok(`secrets-${name}` in volumes, name);
    for (const maker of ['secrets', 'keys']) assert.ok(services[maker]?.volumes?.includes(`secrets-${name}:/data/${name}`), maker);
  }
});

test('services take from the environment what a trial of payments, mails, the console and the reference sets', () => {
  const { services } = read(text);
  const environmentOf = (service: string): Record<string, string> => services[service]!.environment;
  for (const name of ['PAYMENT_PROVIDER', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_RETURN_URL', 'INVOICE_DUE_DAYS'])
    assert.match(environmentOf('billing')[name] ?? '', new RegExp(`^\\$\\{${name}:-.*\\}$`), name);
  for (const name of ['PROJECT_PAGE_URL', 'STAFF_MAIL']) assert.equal(environmentOf('notifications')[name], `\${${name}:-}`);
  for (const name of ['gateway', 'identity', 'notifications']) assert.equal(environmentOf(name)['CONSOLE'], '${CONSOLE:-true}', name);
  for (const name of ['gateway', 'identity']) assert.equal(environmentOf(name)['DOCS_TRY_IT'], '${DOCS_TRY_IT:-off}', name);
});

test('no container but who makes them mounts the secrets of another service', () => {
  const { services } = read(text);
  for (const [name, { volumes = [] }] of Object.entries(services)) {
    const secrets = volumes.flatMap((volume) => /^secrets-([^:]+)/.exec(volume)?.[1] ?? []);
    const ownSecrets = { messaging: ['kafka'], 'object-storage': ['s3'], files: ['files', 's3'], 'files-migrate': ['files', 's3'] }[
      name
    ] ?? [name.replace('-migrate', '')];
    if (name !== 'secrets' && name !== 'keys') assert.deepEqual(secrets, name === 'mail' ? [] : ownSecrets, name);
  }
});
