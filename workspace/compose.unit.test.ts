import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serviceNames } from '@partner-ordering/kernel';
import { parse } from 'yaml';
import { composed } from './compose.ts';

const text = readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8');

interface Compose {
  'x-environment': Record<string, string>;
  services: Record<string, { depends_on?: string[]; entrypoint?: string[]; volumes?: string[]; environment: Record<string, string> }>;
  volumes: Record<string, null>;
}
const read = (yaml: string): Compose => parse(yaml, { merge: true }) as Compose;

test('compose.yaml names the services of the register', () => {
  assert.deepEqual(read(composed(text, serviceNames)), read(text));
});

test('a new service gets a container, its migrations, an address and a secret', () => {
  const { services, volumes, 'x-environment': environment } = read(composed(text, [...serviceNames, 'letters']));
  assert.equal(environment['LETTERS_URL'], 'http://letters:8080');
  assert.equal(services['letters']?.environment['DATABASE_URL_FILE'], '/secrets/letters/database-url');
  assert.equal(services['letters-migrate']?.environment['DATABASE_URL_FILE'], '/secrets/letters/database-url');
  assert.equal(services['letters']?.environment['KAFKA_PASSWORD_FILE'], '/secrets/letters/kafka-password');
  assert.deepEqual(services['letters']?.volumes, ['secrets:/secrets:ro', 'secrets-letters:/secrets/letters:ro']);
  assert.ok('secrets-letters' in volumes);
  for (const maker of ['secrets', 'keys']) assert.ok(services[maker]?.volumes?.includes('secrets-letters:/data/letters'), maker);
  assert.equal(services['gateway']?.depends_on?.at(-1), 'letters');
  assert.equal(services['secrets']?.entrypoint?.at(-1), 'letters');
});

test('billing and notifications take from the environment what a trial of payments and mails sets', () => {
  const { services } = read(text);
  const environmentOf = (service: string): Record<string, string> => services[service]!.environment;
  for (const name of ['PAYMENT_PROVIDER', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_RETURN_URL', 'INVOICE_DUE_DAYS'])
    assert.match(environmentOf('billing')[name] ?? '', new RegExp(`^\\$\\{${name}:-.*\\}$`), name);
  assert.equal(environmentOf('notifications')['PROJECT_PAGE_URL'], '${PROJECT_PAGE_URL:-}');
});

test('no container but who makes them mounts the secrets of another service', () => {
  const { services } = read(text);
  for (const [name, { volumes = [] }] of Object.entries(services)) {
    const secrets = volumes.flatMap((volume) => /^secrets-([^:]+)/.exec(volume)?.[1] ?? []);
    const own = { messaging: ['kafka'], 'object-storage': ['s3'], files: ['files', 's3'], 'files-migrate': ['files', 's3'] }[name] ?? [
      name.replace('-migrate', ''),
    ];
    if (name !== 'secrets' && name !== 'keys') assert.deepEqual(secrets, name === 'mail' ? [] : own, name);
  }
});

test('what was written by hand stays, and a service that has left the register goes', () => {
  const added = composed(text, [...serviceNames, 'letters']);
  assert.match(added, /environment: \{ ?<<: \[ ?\*environment, \*files ?\]/);
  assert.equal(added.match(/^ *#/gm)?.length, text.match(/^ *#/gm)?.length);
  assert.equal(composed(added, serviceNames), composed(text, serviceNames));
});
