import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { keyRing } from '@partner-ordering/http';
import type { RereadOptions } from '@partner-ordering/kernel';

/** What is stored of a private key. */
export interface StoredKey {
  /** PKCS #8 in PEM, or what `encrypt` made of it. */
  privateKey: string;
  /** By which key it is encrypted; null means that it is not. */
  encryptionKeyId: string | null;
}

/** Encrypts private keys at rest (AES-256-GCM). */
export interface KeyCipher {
  /** The id of the key that encrypts now; null while keys are left readable. */
  keyId(): string | null;
  /** `gid` is bound to the ciphertext, so that it is of no use in another row. */
  encrypt(privateKey: string, gid: string): StoredKey;
  /** The key in PEM. Throws `UnknownEncryptionKey`, or an Error when the row was changed. */
  decrypt(stored: StoredKey & { gid: string }): string;
}

/** No key is known that decrypts what is stored. */
export class UnknownEncryptionKey extends Error {
  override readonly name = 'UnknownEncryptionKey';
  constructor(keyId: string) {
    super(`SIGNING_KEY_ENCRYPTION_KEYS: lacks the key ${keyId}, by which a signing key is encrypted`);
  }
}

export interface KeyCipherOptions extends Omit<RereadOptions<never>, 'parse'> {
  /** Whether private keys stay readable for instances of the release before, which cannot decrypt them. */
  isReadableToPrevious: boolean;
}

const [IV_BYTES, TAG_BYTES] = [12, 16];

/** The first of the keys encrypts, all decrypt. */
export function keyCipher({ isReadableToPrevious, ...options }: KeyCipherOptions): KeyCipher {
  const keys = keyRing({ ...options, name: 'SIGNING_KEY_ENCRYPTION_KEYS', use: 'partner-ordering signing keys' });
  return {
    keyId: () => (isReadableToPrevious ? null : idOf(keys()[0])),
    encrypt: (privateKey, gid) => {
      if (isReadableToPrevious) return { privateKey, encryptionKeyId: null };
      const [key] = keys();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(gid));
      const bytes = Buffer.concat([iv, cipher.update(privateKey, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return { privateKey: bytes.toString('base64'), encryptionKeyId: idOf(key) };
    },
    decrypt: ({ privateKey, encryptionKeyId, gid }) => {
      if (encryptionKeyId === null) return privateKey;
      const key = keys().find((known) => idOf(known) === encryptionKeyId) ?? keys(true).find((known) => idOf(known) === encryptionKeyId);
      if (!key) throw new UnknownEncryptionKey(encryptionKeyId);
      const bytes = Buffer.from(privateKey, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(gid)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

/** Tells keys apart and says nothing of them. */
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
