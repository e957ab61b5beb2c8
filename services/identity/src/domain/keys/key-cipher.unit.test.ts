import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyCipher } from './key-cipher.ts';

const KEY = 'first'.repeat(8);
const PEM = '-----BEGIN PRIVATE KEY-----\nMIIEvg==\n-----END PRIVATE KEY-----\n';

test('a signing key is encrypted, but one that instances of the release before must read stays as it is', () => {
  const [cipher, readable] = [false, true].map((isReadableToPrevious) => keyCipher({ read: () => KEY, isReadableToPrevious }));
  const stored = cipher!.encrypt(PEM, 'a');
  assert.equal(stored.encryptionKeyId, cipher!.keyId());
  assert.ok(!Buffer.from(stored.privateKey, 'base64').includes('PRIVATE'));
  assert.deepEqual([readable!.keyId(), readable!.encrypt(PEM, 'a')], [null, { privateKey: PEM, encryptionKeyId: null }]);
  for (const reader of [cipher!, readable!]) {
    assert.equal(reader.decrypt({ ...stored, gid: 'a' }), PEM);
    assert.equal(reader.decrypt({ privateKey: PEM, encryptionKeyId: null, gid: 'a' }), PEM);
  }
});
