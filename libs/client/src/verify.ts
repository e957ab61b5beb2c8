/** Receivers of webhooks: whether a request is from the service (Standard Webhooks 1.0). */
import type { WebhookEvent } from '../generated/operations.ts';
import { PartnerOrderingError, UsageError } from './errors.ts';

/** A request that is not from the service, or not of this time. Answer it with 401, and do nothing of what it says. */
export class WebhookVerificationError extends PartnerOrderingError {
  override name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** The present time, for tests. */
  now?: Date;
}

/** Headers of a request: a `Headers`, or an object as Node has it. Names are understood in all letters. */
export type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** By how much the time of the attempt may differ from the present one. */
const TOLERANCE_SECONDS = 300;
const [SECRET_PREFIX, PUBLIC_PREFIX] = ['whsec_', 'whpk_'];

/** The scheme of a signature, as written before it. */
type Scheme = 'v1' | 'v1a';
const algorithms = { v1: { name: 'HMAC', hash: 'SHA-256' }, v1a: { name: 'Ed25519' } } as const;

/**
 * Verifies a webhook request and returns its event. Throws `WebhookVerificationError` for a wrong signature or time, `UsageError` for a
 * malformed key.
 * @param body the text or bytes as received, not parsed
 * @param keys the webhook's `secret` (`whsec_…`) or `public_key` (`whpk_…`); of several, one has to match
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: GivenHeaders,
  keys: string | readonly string[],
  { now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array) && !(body instanceof ArrayBuffer))
    throw new UsageError('verifyWebhook: body is the text or the bytes of the request as they came, not what was parsed of them');
  const parsedKeys = [keys].flat().map(keyOf);
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signature)
    throw new WebhookVerificationError('the request has no webhook-id, webhook-timestamp or webhook-signature');
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= TOLERANCE_SECONDS))
    throw new WebhookVerificationError(`webhook-timestamp is ${ageSeconds} s old, or a clock is wrong`);
  const signed = await new Blob([`${id}.${timestamp}.`, body as BlobPart]).arrayBuffer();
  if (!(await isSigned(signed, signature, parsedKeys)))
    throw new WebhookVerificationError('no signature fits: another key, or another body');
  // The service itself made the signed body; an older client may not know its type.
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
}

function keyOf(text: string): { scheme: Scheme; bytes: Uint8Array<ArrayBuffer> } {
  const [scheme, prefix] = text.startsWith(PUBLIC_PREFIX) ? (['v1a', PUBLIC_PREFIX] as const) : (['v1', SECRET_PREFIX] as const);
  const bytes = text.startsWith(prefix) ? fromBase64(text.slice(prefix.length)) : undefined;
  if (!bytes?.length) throw new UsageError(`verifyWebhook: a key is ${SECRET_PREFIX} or ${PUBLIC_PREFIX} and its bytes in base64`);
  return { scheme, bytes };
}

function headerOf(headers: GivenHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.join(' ');
}

/** Whether one of the signatures fits one of the keys. The platform compares in a time that says nothing of the difference. */
async function isSigned(signed: ArrayBuffer, header: string, keys: readonly ReturnType<typeof keyOf>[]): Promise<boolean> {
  for (const entry of header.split(' ')) {
    const [scheme, text = ''] = entry.split(',', 2);
    const signature = fromBase64(text);
    for (const key of signature === undefined ? [] : keys.filter((each) => each.scheme === scheme)) {
      const algorithm = algorithms[key.scheme];
      const imported = await crypto.subtle.importKey('raw', key.bytes, algorithm, false, ['verify']);
      if (await crypto.subtle.verify(algorithm.name, imported, signature!, signed)) return true;
    }
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
