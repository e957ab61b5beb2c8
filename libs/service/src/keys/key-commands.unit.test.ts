import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { changeKeys } from './key-commands.ts';
import { keyOwners, privateKeyFile, publicKeysFile } from './key-folder.ts';

describe('the keys of an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  after(() => rmSync(folder, { recursive: true }));
  const files = keyOwners.map((name) => privateKeyFile(folder, name));
  const privateKeys = (): string[] => files.map((file) => readFileSync(file, 'utf8'));

  test('keys are made once, a pair for each service, and only its owner may read a private key', () => {
    changeKeys(folder, ['make']);
    const made = privateKeys();
    assert.equal(new Set(made).size, keyOwners.length);
    const rings = ['files/signing-keys', 'identity/encryption-keys', 'notifications/encryption-keys'].map((name) => join(folder, name));
    for (const file of [...files, ...rings]) assert.equal(statSync(file).mode & 0o777, 0o600);
    changeKeys(folder, ['make']);
    assert.deepEqual(privateKeys(), made);
    assert.ok(!readFileSync(publicKeysFile(folder), 'utf8').includes('"d"'));
  });

  test('a new key of a ring is added, then used, and the old one removed; replace does all at once', () => {
    changeKeys(folder, ['make']);
    const ring = (): string[] => readFileSync(join(folder, 'files/signing-keys'), 'utf8').trim().split('\n');
    const [old] = ring();
    const after = (step: string): string[] => (changeKeys(folder, [step, 'storage']), ring());
    const [first, next] = after('add');
    assert.deepEqual([first, after('add'), next !== old], [old, [old, next], true]);
    assert.deepEqual([after('use'), after('remove')], [[next, old], [next]]);
    const replaced = after('replace');
    assert.deepEqual([replaced.length, replaced.includes(next!)], [1, false]);
  });

  const usage =
    'it takes `make`, or one of add, use, remove, replace with `services`, `services <name>`, `storage`, `encryption` or `webhooks`';
  const none = join(folder, 'none');
  for (const [args, message] of [
    [[], usage],
    [['add'], usage],
    [['add', 'storage', 'files'], usage],
    [['replace', 'encryption'], 'the key of the encryption takes `add`, `use`, and later `remove`'],
    [['replace', 'webhooks'], 'the key of the webhooks takes `add`, `use`, and later `remove`'],
    [['use', 'services'], 'there is no new key; make one with `add`'],
    [['replace', 'services', 'letters'], `there is no service letters; there is ${keyOwners.join(', ')}`],
  ] as const)
    test(`\`keys ${args.join(' ')}\` is refused in one line`, () => assert.throws(() => changeKeys(folder, args), { message }));

  test('a folder without keys is refused with the name of the missing file', () => {
    const missing = (file: string) => ({ message: `there is no ${join(none, file)}; \`make\` makes what is missing` });
    assert.throws(() => changeKeys(none, ['add', 'storage']), missing('files/signing-keys'));
    assert.throws(() => changeKeys(none, ['add', 'services']), missing('service-public-keys.json'));
  });
});
