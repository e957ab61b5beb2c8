import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyCipher } from './key-cipher.ts';

const PEM = '-----BEGIN PRIVATE KEY-----\nMIIEvg==\n-----END PRIVATE KEY-----\n';

test('a signing key is encrypted', () => {
  const cipher = keyCipher({ read: () => 'first'.repeat(8) });
  const stored = cipher.encrypt(PEM, 'a');
  assert.equal(stored.encryptionKeyId, cipher.keyId());
  assert.ok(!Buffer.from(stored.privateKey, 'base64').includes('PRIVATE'));
  assert.equal(cipher.decrypt({ ...stored, gid: 'a' }), PEM);
});
