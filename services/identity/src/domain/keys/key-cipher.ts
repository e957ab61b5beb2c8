import { rowCipher } from '@partner-ordering/http';
import type { RereadOptions } from '@partner-ordering/kernel';

/** What is stored of a private key. */
export interface StoredKey {
  /** PKCS #8 in PEM, or what `encrypt` made of it. */
  privateKey: string;
  /** By which key it is encrypted; null means that it is not. */
  encryptionKeyId: string | null;
}

/** Encrypts private keys at rest, see `rowCipher`. */
export interface KeyCipher {
  /** The id of the key that encrypts now; null while keys are left readable. */
  keyId(): string | null;
  /** `gid` is bound to the ciphertext, so that it is of no use in another row. */
  encrypt(privateKey: string, gid: string): StoredKey;
  /** The key in PEM. Throws `UnknownEncryptionKey`, or an Error when the row was changed. */
  decrypt(stored: StoredKey & { gid: string }): string;
}

export interface KeyCipherOptions extends Omit<RereadOptions<never>, 'parse'> {
  /** Whether private keys stay readable for instances of the release before, which cannot decrypt them. */
  isReadableToPrevious: boolean;
}

/** The first of the keys encrypts, all decrypt. */
export function keyCipher({ isReadableToPrevious, ...options }: KeyCipherOptions): KeyCipher {
  const cipher = rowCipher({ ...options, name: 'SIGNING_KEY_ENCRYPTION_KEYS', use: 'partner-ordering signing keys', of: 'a signing key' });
  return {
    keyId: () => (isReadableToPrevious ? null : cipher.keyId()),
    encrypt: (privateKey, gid) => {
      if (isReadableToPrevious) return { privateKey, encryptionKeyId: null };
      const { ciphertext, keyId } = cipher.encrypt(privateKey, gid);
      return { privateKey: ciphertext, encryptionKeyId: keyId };
    },
    decrypt: ({ privateKey, encryptionKeyId, gid }) =>
      encryptionKeyId === null ? privateKey : cipher.decrypt({ ciphertext: privateKey, keyId: encryptionKeyId }, gid),
  };
}
