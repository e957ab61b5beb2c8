import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** One secret of an application. Only its SHA-256 is kept, which is enough for 256 random bits. */
export interface ClientSecret {
  /** SHA-256 in hexadecimal. */
  hash: string;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601; null = until rotated. */
  expires_at: string | null;
}

/** 256 random bits in URL-safe characters, so that HTTP Basic carries them unchanged. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Secrets and refresh tokens are stored in this form: SHA-256 in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** An empty list is compared with a hash that matches nothing, so that an unknown client takes as long as a known one. */
export function secretMatchesAny(secret: string, secrets: readonly ClientSecret[]): boolean {
  const secretHash = Buffer.from(sha256(secret));
  const hashes = secrets.length === 0 ? ['0'.repeat(64)] : secrets.map((one) => one.hash);
  return hashes.map((hash) => timingSafeEqual(secretHash, Buffer.from(hash))).includes(true);
}
