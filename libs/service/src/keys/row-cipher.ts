import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { RereadOptions } from '@partner-ordering/kernel';
import { keyRing } from './key-ring.ts';

/** A stored secret. */
export interface Encrypted {
  /** Base64 of nonce, ciphertext and tag. */
  ciphertext: string;
  keyId: string;
}

/** Encrypts secrets in rows of a database (AES-256-GCM). */
export interface RowCipher {
  /** The id of the key that encrypts now. */
  keyId(): string;
  /** `row` (its gid) is bound to the ciphertext, so that it is of no use in another row. */
  encrypt(secret: string, row: string): Encrypted;
  /** Throws `UnknownEncryptionKey`, or an Error when the row was changed. */
  decrypt(stored: Encrypted, row: string): string;
}

/** The key of a stored secret is missing. */
export class UnknownEncryptionKey extends Error {
  override readonly name = 'UnknownEncryptionKey';
  constructor(variable: string, keyId: string, of: string) {
    super(`${variable}: lacks the key ${keyId}, by which ${of} is encrypted`);
  }
}

export interface RowCipherOptions extends Omit<RereadOptions<never>, 'parse'> {
  /** The variable of the key ring. */
  name: string;
  /** The purpose of the keys: the same text gives other keys elsewhere. */
  use: string;
  /** The name of the secret in errors: `a signing key`. */
  of: string;
}

const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** The first of the ring's keys encrypts, all decrypt. */
export function rowCipher({ of, ...options }: RowCipherOptions): RowCipher {
  const keys = keyRing(options);
  return {
    keyId: () => idOf(keys()[0]),
    encrypt: (secret, row) => {
      const [key] = keys();
      return { ciphertext: encryptWith(key, secret, row), keyId: idOf(key) };
    },
    decrypt: ({ ciphertext, keyId }, row) => {
      const key = keys().find((known) => idOf(known) === keyId) ?? keys(true).find((known) => idOf(known) === keyId);
      if (!key) throw new UnknownEncryptionKey(options.name, keyId, of);
      return decryptWith(key, ciphertext, row);
    },
  };
}

/** Encrypts a secret of a row with a key of 256 bits. Returns a `ciphertext` of `Encrypted`. */
export function encryptWith(key: Buffer, secret: string, row: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row));
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

/** Decrypts a `ciphertext` of `encryptWith`. Throws an Error when the key or the row is another, or the text was changed. */
export function decryptWith(key: Buffer, ciphertext: string, row: string): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(row)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** Identifies a key without revealing it. */
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
