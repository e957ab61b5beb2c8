import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyRing } from '@partner-ordering/http';
import type { RereadOptions } from '@partner-ordering/kernel';

/** Makes and checks signatures (HMAC-SHA256, base64url) with keys of the files service alone. */
export interface Signer {
  /** `purpose` keeps a signature for one thing from being one for another. */
  sign(purpose: 'upload' | 'read', text: string): string;
  /** Compares in constant time. */
  isSigned(purpose: 'upload' | 'read', text: string, signature: string): boolean;
}

/**
 * Signs with the first key and knows signatures of all of them, so that a key can be replaced while addresses of the one before are still
 * valid.
 */
export function signer(options: Omit<RereadOptions<never>, 'parse'>): Signer {
  const keys = keyRing({ ...options, name: 'FILES_SIGNING_KEYS', use: 'partner-ordering files' });
  const digest = (key: Buffer, purpose: string, text: string): Buffer => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
  return {
    sign: (purpose, text) => digest(keys()[0], purpose, text).toString('base64url'),
    isSigned: (purpose, text, signature) => {
      const given = Buffer.from(signature, 'base64url');
      // Only one spelling of a signature is valid, although a base64url decoder ignores stray characters.
      if (given.toString('base64url') !== signature) return false;
      const isOf = (expected: Buffer): boolean => given.length === expected.length && timingSafeEqual(given, expected);
      return keys().some((key) => isOf(digest(key, purpose, text)));
    },
  };
}
