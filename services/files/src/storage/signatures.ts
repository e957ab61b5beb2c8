import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { reread, type RereadOptions } from '@partner-ordering/kernel';

/** Makes and checks signatures (HMAC-SHA256, base64url) with keys of the files service alone, derived as RFC 5869 says. */
export interface Signer {
  /** `purpose` keeps a signature for one thing from being one for another. */
  sign(purpose: 'upload' | 'read', text: string): string;
  /** Compares in constant time. */
  isSigned(purpose: 'upload' | 'read', text: string, signature: string): boolean;
}

/** The keys in a text, one a line, the first of which signs. Throws an Error that does not show them. */
export function signingKeysIn(text: string): readonly string[] {
  const keys = text.split('\n').map((line) => line.trim()).filter((line) => line !== ''); // prettier-ignore
  if (keys.length === 0 || keys.some((key) => Buffer.byteLength(key) < MIN_KEY_BYTES))
    throw new Error(`must have a key of at least ${MIN_KEY_BYTES} bytes on each line`);
  return keys;
}

/**
 * Signs with the first key and knows signatures of all of them, so that a key can be replaced while addresses of the one before are still valid. The keys are
 * read anew when they change.
 */
export function signer({ read, ...others }: Pick<RereadOptions<never>, 'read' | 'onError' | 'nowMs'>): Signer {
  const keys = reread({ ...others, read, parse: (text) => named(() => signingKeysIn(text).map(derived)) });
  const digest = (key: Buffer, purpose: string, text: string): Buffer => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
  return {
    sign: (purpose, text) => digest(keys()[0]!, purpose, text).toString('base64url'),
    isSigned: (purpose, text, signature) => {
      const given = Buffer.from(signature, 'base64url');
      // Only one spelling of a signature is valid, although a base64url decoder ignores stray characters.
      if (given.toString('base64url') !== signature) return false;
      const isOf = (expected: Buffer): boolean => given.length === expected.length && timingSafeEqual(given, expected);
      return keys().some((key) => isOf(digest(key, purpose, text)));
    },
  };
}

const MIN_KEY_BYTES = 32;
const derived = (key: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'partner-ordering files', 32));

function named<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw new Error(`FILES_SIGNING_KEYS: ${(error as Error).message}`, { cause: error });
  }
}
