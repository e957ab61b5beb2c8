import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { UsageError } from './errors.ts';
import { verifyWebhook, WebhookVerificationError } from './verify.ts';

const now = new Date('2026-11-22T12:00:00.500Z');
const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const publicText = `whpk_${publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`;

const event = {
  id: 'evt_1',
  type: 'webhook.check',
  timestamp: '2026-11-22T12:00:00Z',
  organization: { gid: 'a', href: '/v1/orgs/a' },
  sequence: null,
  data: { name: 'Bäckerei ☂' },
};
const text = JSON.stringify(event);

const hmac = (content: string, signingKey = key): string => `v1,${createHmac('sha256', signingKey).update(content).digest('base64')}`;
const ed25519 = (content: string): string => `v1a,${sign(null, Buffer.from(content), privateKey).toString('base64')}`;

/** Headers as the service sends them. */
function headersOf({ body = text, ageSeconds = 0, by = [hmac] as ((content: string) => string)[] } = {}) {
  const timestamp = String(Math.floor(now.getTime() / 1000) - ageSeconds);
  const content = `evt_1.${timestamp}.${body}`;
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': by.map((each) => each(content)).join(' ') };
}

const isRefused = (reason: RegExp) => (error: unknown) => error instanceof WebhookVerificationError && reason.test(error.message);

describe('verification of webhooks', () => {
  test('a secret verifies text and bytes, with headers in any case or as a Headers object', async () => {
    const headers = headersOf();
    const upperCaseHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const body of [text, Buffer.from(text), new Uint8Array(Buffer.from(text)).buffer])
      for (const headersForm of [headers, new Headers(headers), upperCaseHeaders])
        assert.deepEqual(await verifyWebhook(body, headersForm, secret, { now }), event);
  });

  test('a public key verifies only signatures of its private key', async () => {
    const headers = headersOf({ by: [ed25519] });
    assert.deepEqual(await verifyWebhook(text, headers, publicText, { now }), event);
    const otherKey = `whpk_${randomBytes(32).toString('base64')}`;
    await assert.rejects(verifyWebhook(text, headers, otherKey, { now }), isRefused(/no signature fits/));
  });

  test('either secret of a rotation verifies a webhook, and a receiver may pass several secrets', async () => {
    const previousKey = randomBytes(32);
    const bothHeaders = headersOf({ by: [hmac, (content) => hmac(content, previousKey), ed25519] });
    for (const one of [secret, `whsec_${previousKey.toString('base64')}`, publicText]) await verifyWebhook(text, bothHeaders, one, { now });
    await verifyWebhook(text, headersOf(), [`whsec_${previousKey.toString('base64')}`, secret], { now });
  });

  test('a signature by the Standard Webhooks library is accepted', async () => {
    const at = new Date(Math.floor(now.getTime() / 1000) * 1000);
    const headers = { ...headersOf(), 'webhook-signature': new Webhook(secret).sign('evt_1', at, text) };
    assert.equal((await verifyWebhook(text, headers, secret, { now })).id, 'evt_1');
  });

  test('a webhook with another body, id, secret or scheme is refused', async () => {
    const headers = headersOf();
    const otherSecret = `whsec_${randomBytes(32).toString('base64')}`;
    const cases: [string, object, string][] = [
      [`${text} `, headers, secret],
      [text, { ...headers, 'webhook-id': 'evt_2' }, secret],
      [text, headers, otherSecret],
      [text, headers, publicText],
      [text, { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v1a,') }, secret],
      [text, { ...headers, 'webhook-signature': 'v1,%%% v1 v1,' }, secret],
      [text, { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, -8) }, secret],
    ];
    for (const [body, given, by] of cases)
      await assert.rejects(verifyWebhook(body, given as Record<string, string>, by, { now }), isRefused(/no signature fits/));
  });

  test('a webhook without one of its headers is refused', async () => {
    for (const name of Object.keys(headersOf()))
      await assert.rejects(verifyWebhook(text, { ...headersOf(), [name]: undefined }, secret, { now }), isRefused(/the request has no/));
  });

  test('a webhook is refused more than five minutes before or after its timestamp', async () => {
    for (const ageSeconds of [300, -300]) await verifyWebhook(text, headersOf({ ageSeconds }), secret, { now });
    await assert.rejects(verifyWebhook(text, headersOf({ ageSeconds: 301 }), secret, { now }), isRefused(/301 s old/));
    await assert.rejects(verifyWebhook(text, headersOf({ ageSeconds: -301 }), secret, { now }), isRefused(/-301 s old/));
    for (const timestamp of ['', 'now', '1e3', '-1', '1'.repeat(20)])
      await assert.rejects(
        verifyWebhook(text, { ...headersOf(), 'webhook-timestamp': timestamp }, secret, { now }),
        isRefused(/timestamp/),
      );
  });

  test('a parsed body and a malformed key are UsageErrors', async () => {
    const usage = (words: RegExp) => (error: unknown) => error instanceof UsageError && words.test(error.message);
    await assert.rejects(verifyWebhook(event as never, headersOf(), secret, { now }), usage(/as they came/));
    for (const none of ['', 'whsec_', 'whsec_%', key.toString('base64'), 'whpk_'])
      await assert.rejects(verifyWebhook(text, headersOf(), none, { now }), usage(/a key is whsec_ or whpk_/));
  });
});
