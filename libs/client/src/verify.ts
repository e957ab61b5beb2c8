/** Receivers of webhooks: whether a request is from the service (Standard Webhooks 1.0). */
import type { WebhookEvent } from '../generated/operations.ts';
import { PartnerOrderingError, UsageError } from './errors.ts';

/** A request that is not from the service, or not of this time. Answer it with 401, and do nothing of what it says. */
export class WebhookVerificationError extends PartnerOrderingError {
  override name = 'WebhookVerificationError';
}

/** How the time in the signature of an event is compared with the present one. */
export interface VerifyOptions {
  /** The present time, for tests. */
  now?: Date;
  /** By how much the time of the attempt may differ from the present one: 300 seconds by default. */
  toleranceSeconds?: number;
}

/** Headers of a request: a `Headers`, or an object as Node has it. Names are understood in all letters. */
export type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_SECONDS = 300;
const [SECRET_PREFIX, PUBLIC_PREFIX] = ['whsec_', 'whpk_'];

/** Of a signature, as it is written before it. */
type Scheme = 'v1' | 'v1a';
const algorithms = { v1: { name: 'HMAC', hash: 'SHA-256' }, v1a: { name: 'Ed25519' } } as const;

/**
 * The event of a request that a webhook got. Throws `WebhookVerificationError` unless the service has signed it and it is of this time,
 * `UsageError` for a key that is none.
 * @param body as it came: the text or the bytes, not what was parsed of it
 * @param keys the webhook's `secret` (`whsec_…`) or `public_key` (`whpk_…`); one of several has to fit, as while a secret is replaced
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: GivenHeaders,
  keys: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const bytes = bytesOf(body);
  const given = [keys].flat().map(keyOf);
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  if (!id || !timestamp || !signature)
    throw new WebhookVerificationError('the request has no webhook-id, webhook-timestamp or webhook-signature');
  checkTime(timestamp, options);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signature, given))) throw new WebhookVerificationError('no signature fits: another key, or another body');
  return eventIn(bytes, id);
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new UsageError('verifyWebhook: body is the text or the bytes of the request as they came, not what was parsed of them');
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

function checkTime(timestamp: string, { now = new Date(), toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions): void {
  if (!(toleranceSeconds >= 0)) throw new UsageError('verifyWebhook: toleranceSeconds is a number from 0');
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no time');
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  throw new WebhookVerificationError(
    `webhook-timestamp is ${Math.abs(ageSeconds)} s ${ageSeconds > 0 ? 'ago' : 'ahead'}, or a clock is wrong`,
  );
}

/** Whether one of the signatures fits one of the keys. The platform compares in a time that says nothing of the difference. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, keys: readonly ReturnType<typeof keyOf>[]): Promise<boolean> {
  for (const entry of header.split(' ')) {
    const [scheme, text = ''] = entry.split(',', 2);
    const signature = fromBase64(text);
    for (const key of signature === undefined ? [] : keys.filter((each) => each.scheme === scheme)) {
      const algorithm = algorithms[key.scheme];
      const imported = await crypto.subtle.importKey('raw', key.bytes, algorithm, false, ['verify']).catch((cause: unknown) => {
        throw new UsageError(`verifyWebhook: this platform takes no such key (${algorithm.name})`, { cause });
      });
      if (await crypto.subtle.verify(algorithm.name, imported, signature!, signed)) return true;
    }
  }
  return false;
}

/** What is signed is the service's own; an older client may not know its type. */
function eventIn(bytes: Uint8Array, id: string): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as WebhookEvent;
    if (event.id === id) return event;
  } catch (cause) {
    throw new WebhookVerificationError('the body is no JSON', { cause });
  }
  throw new WebhookVerificationError('the body is not that of webhook-id');
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
