import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { processNames, type ProcessName } from './processes.ts';
import { run, temporaryFolder } from './program.ts';

describe('the keys of an installation', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  const keys = async (...args: string[]): Promise<[number | NodeJS.Signals, string]> => {
    const program = run('services/catalog/src/main.ts', {}, ['keys', ...args]);
    return [await program.ended, program.stderr()];
  };
  const of = (name: ProcessName): string => join(folder.path, name, 'service-key.pem');

  test('are made once, one pair for each service, each private one for its owner only', async () => {
    assert.deepEqual(await keys(folder.path, 'make'), [0, '']);
    const made = processNames.map((name) => readFileSync(of(name), 'utf8'));
    assert.equal(new Set(made).size, processNames.length);
    const rings = ['files/signing-keys', 'identity/encryption-keys', 'notifications/encryption-keys'].map((name) =>
      join(folder.path, name),
    );
    for (const file of [...processNames.map(of), ...rings]) assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(await keys(folder.path, 'make'), [0, '']);
    assert.deepEqual(processNames.map((name) => readFileSync(of(name), 'utf8')), made); // prettier-ignore
    assert.ok(!readFileSync(join(folder.path, 'service-public-keys.json'), 'utf8').includes('"d"'));
  });

  test('what a command cannot do is said in one line', async () => {
    const usage =
      'it takes `make`, or one of add, use, remove, replace with `services`, `services <name>`, `storage`, `encryption` or `webhooks`';
    for (const [args, message] of [
      [[], 'the first argument is the folder of the keys'],
      [[folder.path], usage],
      [[folder.path, 'add'], usage],
      [[folder.path, 'add', 'storage', 'files'], usage],
      [[folder.path, 'replace', 'encryption'], 'the key of the encryption takes `add`, `use`, and later `remove`'],
      [[folder.path, 'replace', 'webhooks'], 'the key of the webhooks takes `add`, `use`, and later `remove`'],
      [[folder.path, 'use', 'services'], 'there is no new key; make one with `add`'],
      [
        [folder.path, 'replace', 'services', 'letters'],
        `there is no service letters; there is identity, catalog, ordering, billing, files, notifications, gateway`,
      ],
      [[`${folder.path}/none`, 'add', 'storage'], `there is no ${folder.path}/none/files/signing-keys; \`make\` makes what is missing`],
      [
        [`${folder.path}/none`, 'add', 'services'],
        `there is no ${folder.path}/none/service-public-keys.json; \`make\` makes what is missing`,
      ],
    ] as const)
      assert.deepEqual(await keys(...args), [1, `Cannot keys: ${message}\n`]);
  });
});
