import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { eventually, testKeys } from '@partner-ordering/testing';
import { startService } from '../fixtures/test-gateway.ts';
import { openTokenCheck } from './authentication.ts';

const issuer = 'http://gateway.example';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'first', alg: 'RS256', use: 'sig' };

function tokenOf(user: string, session: string): string {
  const seconds = Math.floor(Date.now() / 1000);
  const names = { iss: issuer, aud: issuer, sub: user, jti: 'one', sid: session, client_id: 'shop', scope: 'base', gty: 'password' };
  const parts = [
    { alg: 'RS256', typ: 'at+jwt', kid: 'first' },
    { ...names, iat: seconds, exp: seconds + 3600 },
  ];
  const content = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
}

test('a token that was checked before still tells identity who is seen, until its session has ended', async (t) => {
  const revoked: object[] = [];
  const seen: string[] = [];
  const identity = await startService(t, async (request, response) => {
    const { users = [] } = JSON.parse((await text(request)) || '{}') as { users?: string[] };
    seen.push(...users);
    const answers = { '/.well-known/jwks.json': { keys: [jwk] }, '/internal/revocations': { items: revoked.splice(0), last: 0 } };
    const answer = answers[request.url!.split('?')[0] as keyof typeof answers];
    response.writeHead(answer ? 200 : 204, { 'content-type': 'application/json' }).end(answer && JSON.stringify(answer));
  });
  const tokens = openTokenCheck({ identityUrls: [identity.url], issuer, keys: testKeys('gateway'), onError: assert.ifError });
  t.after(() => tokens.stop());
  await tokens.ready;
  const token = tokenOf('kim', 'tab');
  assert.equal(tokens.cachedClaims(token), undefined);
  assert.equal((await tokens.check(token)).user, 'kim');
  await eventually(() => assert.deepEqual(seen, ['kim']));
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 61_000);
  assert.equal(tokens.cachedClaims(token)?.user, 'kim');
  await eventually(() => assert.deepEqual(seen, ['kim', 'kim']));
  t.mock.restoreAll();
  revoked.push({ seq: 1, sid: 'tab', expires_at: new Date(Date.now() + 3_600_000).toISOString() });
  await eventually(() => assert.equal(tokens.cachedClaims(token), undefined));
  await assert.rejects(tokens.check(token), /revoked/);
});
