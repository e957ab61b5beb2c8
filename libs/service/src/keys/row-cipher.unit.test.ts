import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rowCipher, UnknownEncryptionKey } from './row-cipher.ts';

const [first, second] = ['first'.repeat(8), 'second'.repeat(8)];
const cipherOf = (keys: readonly string[], use = 'a test') =>
  rowCipher({ read: () => keys.join('\n'), name: 'ENCRYPTION_KEYS', use, of: 'a text' });
const TEXT = '-----BEGIN PRIVATE KEY-----\nMIIEvg==\n-----END PRIVATE KEY-----\n';

describe('the encryption of rows', () => {
  test('a text is encrypted differently each time and decrypts to the original', () => {
    const cipher = cipherOf([first]);
    const [one, other] = [cipher.encrypt(TEXT, 'a'), cipher.encrypt(TEXT, 'a')];
    assert.notEqual(one.ciphertext, other.ciphertext);
    for (const stored of [one, other]) {
      assert.ok(!Buffer.from(stored.ciphertext, 'base64').includes('PRIVATE'));
      assert.equal(cipher.decrypt(stored, 'a'), TEXT);
    }
  });

  test('a changed text, a text of another row and a text of another use are refused', () => {
    const cipher = cipherOf([first]);
    const stored = cipher.encrypt(TEXT, 'a');
    assert.throws(() => cipher.decrypt(stored, 'b'));
    const bytes = Buffer.from(stored.ciphertext, 'base64');
    for (const at of [0, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      assert.throws(() => cipher.decrypt({ ...stored, ciphertext: changed.toString('base64') }, 'a'), String(at));
    }
    assert.throws(() => cipherOf([first], 'another use').decrypt(stored, 'a'), UnknownEncryptionKey);
  });

  test('the first key encrypts, all decrypt, and a missing one is named by its id', () => {
    const old = cipherOf([first]).encrypt(TEXT, 'a');
    const [added, used, removed] = [cipherOf([first, second]), cipherOf([second, first]), cipherOf([second])];
    assert.equal(added.keyId(), old.keyId);
    for (const cipher of [added, used]) assert.equal(cipher.decrypt(old, 'a'), TEXT);
    assert.notEqual(used.keyId(), old.keyId);
    assert.throws(() => removed.decrypt(old, 'a'), {
      name: 'UnknownEncryptionKey',
      message: `ENCRYPTION_KEYS: lacks the key ${old.keyId}, by which a text is encrypted`,
    });
  });
});
