import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyCipher, UnknownEncryptionKey } from './key-cipher.ts';

const [first, second] = ['first'.repeat(8), 'second'.repeat(8)];
const cipherOf = (...keys: string[]) => keyCipher({ read: () => keys.join('\n'), isReadableToPrevious: false });
const PEM = '-----BEGIN PRIVATE KEY-----\nMIIEvg==\n-----END PRIVATE KEY-----\n';

describe('the encryption of signing keys', () => {
  test('what is stored tells nothing, never twice the same, and gives the key back', () => {
    const cipher = cipherOf(first);
    const [one, other] = [cipher.encrypt(PEM, 'a'), cipher.encrypt(PEM, 'a')];
    assert.notEqual(one.privateKey, other.privateKey);
    for (const stored of [one, other]) {
      assert.ok(!Buffer.from(stored.privateKey, 'base64').includes('PRIVATE'));
      assert.equal(cipher.decrypt({ ...stored, gid: 'a' }), PEM);
    }
  });

  test('a changed text, and that of another row, are refused', () => {
    const cipher = cipherOf(first);
    const stored = cipher.encrypt(PEM, 'a');
    assert.throws(() => cipher.decrypt({ ...stored, gid: 'b' }));
    const bytes = Buffer.from(stored.privateKey, 'base64');
    for (const at of [0, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      assert.throws(() => cipher.decrypt({ ...stored, privateKey: changed.toString('base64'), gid: 'a' }), String(at));
    }
  });

  test('the first key encrypts, all decrypt, and a missing one is named by its id', () => {
    const old = cipherOf(first).encrypt(PEM, 'a');
    const [added, used, removed] = [cipherOf(first, second), cipherOf(second, first), cipherOf(second)];
    assert.equal(added.keyId(), old.encryptionKeyId);
    for (const cipher of [added, used]) assert.equal(cipher.decrypt({ ...old, gid: 'a' }), PEM);
    assert.notEqual(used.keyId(), old.encryptionKeyId);
    assert.throws(
      () => removed.decrypt({ ...old, gid: 'a' }),
      (error: unknown) =>
        error instanceof UnknownEncryptionKey && error.message.includes(old.encryptionKeyId!) && !error.message.includes(first!),
    );
  });

  test('a key that instances of the release before must read stays as it is', () => {
    const cipher = keyCipher({ read: () => first!, isReadableToPrevious: true });
    assert.deepEqual([cipher.keyId(), cipher.encrypt(PEM, 'a')], [null, { privateKey: PEM, encryptionKeyId: null }]);
    assert.equal(cipher.decrypt({ ...cipherOf(first!).encrypt(PEM, 'a'), gid: 'a' }), PEM);
  });
});
