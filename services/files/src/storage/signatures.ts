import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyRing } from '@partner-ordering/service';
import type { RereadOptions } from '@partner-ordering/kernel';

/** Keeps a signature for one thing from being one for another. */
type Purpose = 'upload' | 'read';

export type Signer = ReturnType<typeof signer>;

/** Signs with the first key (HMAC-SHA256, base64url) and verifies with all, so that addresses outlive the replacement of a key. */
export function signer(options: Omit<RereadOptions<never>, 'parse'>) {
  const keys = keyRing({ ...options, name: 'FILES_SIGNING_KEYS', use: 'partner-ordering files' });
  const digest = (key: Buffer, purpose: Purpose, text: string): Buffer => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
  return {
    sign: (purpose: Purpose, text: string): string => digest(keys()[0], purpose, text).toString('base64url'),
    /** Compares in constant time. */
    isSigned: (purpose: Purpose, text: string, signature: string): boolean => {
      const givenBytes = Buffer.from(signature, 'base64url');
      // Only one spelling of a signature is valid, although a base64url decoder ignores stray characters.
      if (givenBytes.toString('base64url') !== signature) return false;
      const isOf = (expected: Buffer): boolean => givenBytes.length === expected.length && timingSafeEqual(givenBytes, expected);
      return keys().some((key) => isOf(digest(key, purpose, text)));
    },
  };
}
