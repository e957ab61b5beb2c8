import { createHmac, createPrivateKey, createSecretKey, sign, type KeyObject } from 'node:crypto';
import type { RowCipher } from '@partner-ordering/service';
import type { SignatureScheme } from '../../../generated/models.ts';
import type { SigningSecret } from './webhook-secret.ts';

/** A key that signs events: HMAC-SHA256 or Ed25519. */
export interface SigningKey {
  scheme: SignatureScheme;
  key: KeyObject;
}

/** The key of a `v1` secret. */
export const hmacKey = (bytes: Buffer): SigningKey => ({ scheme: 'v1', key: createSecretKey(bytes) });

/** The key of a secret. Throws `UnknownEncryptionKey`. */
export function signingKey(secret: SigningSecret, cipher: RowCipher): SigningKey {
  const text = cipher.decrypt(secret, secret.gid);
  return secret.kind === 'v1' ? hmacKey(Buffer.from(text, 'base64')) : { scheme: 'v1a', key: createPrivateKey(text) };
}

/** Standard Webhooks 1.0. */
interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** Signs an attempt at its own time, not the event's: this prevents replays. */
export function signatureHeaders(id: string, body: Buffer, keys: readonly SigningKey[], at: Date): SignatureHeaders {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const start = `${id}.${timestamp}.`;
  const signatures = keys.map((key) => `${key.scheme},${signatureOf(start, body, key)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const signatureOf = (start: string, body: Buffer, { scheme, key }: SigningKey): string =>
  scheme === 'v1'
    ? createHmac('sha256', key).update(start).update(body).digest('base64')
    : sign(null, Buffer.concat([Buffer.from(start), body]), key).toString('base64');
