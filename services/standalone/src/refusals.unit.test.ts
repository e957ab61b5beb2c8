import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommand } from './command.ts';
import { keepDemoApart } from './demo.ts';
import { readEnvironment } from './environment.ts';

test('production has no demo data', () => {
  const message = 'DEMO: there is no demo data in production';
  assert.throws(() => readEnvironment({ NODE_ENV: 'production', DEMO: 'true' }), { message });
});

test('a data folder that cannot be written is named', () => {
  const message = 'cannot write to the data folder /dev/null/data (ENOTDIR)';
  assert.throws(() => keepDemoApart({ dataDir: '/dev/null/data', demo: true, isProduction: false }), { message });
});

test('an unknown command is refused with the list of commands, and one without a service with the services', () => {
  const known = 'unknown command; there is migrate, migrate --demo, dead, discard, replay, recover, accept-restore, check-integrity';
  assert.throws(() => readCommand(['dead', 'ordering', '--now'], false), { message: known });
  const services = 'the command needs the name of a service: identity, catalog, ordering, billing, files, notifications';
  assert.throws(() => readCommand(['replay'], false), { message: services });
});
