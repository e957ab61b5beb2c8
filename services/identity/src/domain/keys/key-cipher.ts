import { rowCipher } from '@partner-ordering/http';
import type { RereadOptions } from '@partner-ordering/kernel';

/** What is stored of a private key. */
export interface StoredKey {
  /** What `encrypt` made of PKCS #8 in PEM. */
  privateKey: string;
  /** By which key it is encrypted. */
  encryptionKeyId: string;
}

/** Encrypts private keys at rest, see `rowCipher`. */
export interface KeyCipher {
  /** The id of the key that encrypts now. */
  keyId(): string;
  /** `gid` is bound to the ciphertext, so that it is of no use in another row. */
  encrypt(privateKey: string, gid: string): StoredKey;
  /** The key in PEM. Throws `UnknownEncryptionKey`, or an Error when the row was changed. */
  decrypt(stored: StoredKey & { gid: string }): string;
}

/** The first of the keys encrypts, all decrypt. */
export function keyCipher(options: Omit<RereadOptions<never>, 'parse'>): KeyCipher {
  const cipher = rowCipher({ ...options, name: 'SIGNING_KEY_ENCRYPTION_KEYS', use: 'partner-ordering signing keys', of: 'a signing key' });
  return {
    keyId: () => cipher.keyId(),
    encrypt: (privateKey, gid) => {
      const { ciphertext, keyId } = cipher.encrypt(privateKey, gid);
      return { privateKey: ciphertext, encryptionKeyId: keyId };
    },
    decrypt: ({ privateKey, encryptionKeyId, gid }) => cipher.decrypt({ ciphertext: privateKey, keyId: encryptionKeyId }, gid),
  };
}
