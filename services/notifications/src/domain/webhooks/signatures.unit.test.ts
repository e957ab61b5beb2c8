import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { hmacKey, signatureHeaders } from './signatures.ts';

const body = '{"id":"019b0000-0000-7000-8000-000000000001","type":"project.published","data":{"title":"Plakat für März"}}';

test('an attempt is verified by each of the secrets that sign it', () => {
  const [before, present] = [randomBytes(32), randomBytes(32)];
  const headers = signatureHeaders('019b', Buffer.from(body), [hmacKey(present), hmacKey(before)], new Date());
  for (const key of [before, present])
    assert.deepEqual(new Webhook(`whsec_${key.toString('base64')}`).verify(body, { ...headers }), JSON.parse(body));
  assert.throws(() => new Webhook(`whsec_${randomBytes(32).toString('base64')}`).verify(body, { ...headers }), /No matching signature/);
  assert.throws(
    () => new Webhook(`whsec_${present.toString('base64')}`).verify(body.replace('März', 'April'), { ...headers }),
    /No matching signature/,
  );
});

test('v1a is verified with the public key, and v1 beside it with the secret', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secret = randomBytes(32);
  const headers = signatureHeaders('019b', Buffer.from(body), [hmacKey(secret), { scheme: 'v1a', key: privateKey }], new Date());
  new Webhook(`whsec_${secret.toString('base64')}`).verify(body, { ...headers });
  const signature = /v1a,(\S+)/.exec(headers['webhook-signature'])![1]!;
  const content = Buffer.from(`019b.${headers['webhook-timestamp']}.${body}`);
  assert.ok(verify(null, content, createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), Buffer.from(signature, 'base64')));
});
