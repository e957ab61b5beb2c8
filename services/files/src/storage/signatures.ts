import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Makes and checks signatures (HMAC-SHA256, base64url) with a key derived from the installation's secret (RFC 5869). */
export interface Signer {
  /** `purpose` keeps a signature for one thing from being one for another. */
  sign(purpose: 'upload' | 'read', text: string): string;
  /** Compares in constant time. */
  isSigned(purpose: 'upload' | 'read', text: string, signature: string): boolean;
}

/** See `Signer`. */
export function signer(secret: string): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'partner-ordering files', 32));
  const digest = (purpose: string, text: string): Buffer => createHmac('sha256', key).update(`${purpose}\n${text}`).digest();
  return {
    sign: (purpose, text) => digest(purpose, text).toString('base64url'),
    isSigned: (purpose, text, signature) => {
      const given = Buffer.from(signature, 'base64url');
      const expected = digest(purpose, text);
      // Only one spelling of a signature is valid, although a base64url decoder ignores stray characters.
      return given.length === expected.length && timingSafeEqual(given, expected) && given.toString('base64url') === signature;
    },
  };
}
