import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loggedPath, requestIdentity } from './observe.ts';

const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../services/gateway/generated/openapi.json'), 'utf8')) as {
  paths: Record<string, object>;
};

test('no path is logged with the token of a mail, whatever follows it', () => {
  const withToken = Object.keys(paths).filter((path) => path.includes('{token}'));
  assert.ok(withToken.length >= 2, 'the document has such paths');
  for (const path of withToken) {
    assert.equal(loggedPath(path.replace('{token}', 'very-secret')), path);
    assert.equal(loggedPath(`${path.toUpperCase().replace('{TOKEN}', 'very-secret')}/more`).includes('very-secret'), false);
  }
});

test('no path is logged with the token of a mail in another spelling', () => {
  for (const path of ['/v1/p/password%5Fresets/very-secret', '/v1/p/%70assword%255fresets/very-secret', '/p/password_resets/very-secret/'])
    assert.equal(loggedPath(path).includes('very-secret'), false, path);
});

test('no path is logged with the query of an address in it, however it is encoded', () => {
  const address = encodeURIComponent('https://files.example/v1/storage/logo.png?expires=1&signature=c2VjcmV0');
  for (const path of [address, address.toLowerCase(), encodeURIComponent(address)])
    assert.doesNotMatch(loggedPath(`/v1/files/${path}/more`), /c2VjcmV0/i);
});

test('no path is logged with an access token that does not belong there', () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2lnbmF0dXJl-_';
  assert.equal(loggedPath(`/v1/me&access_token=${token}`), '/v1/me&access_token={token}');
  assert.equal(loggedPath(`/v1/products/${token.replaceAll('.', '%2E')}/more`), '/v1/products/{token}/more');
});

test('1,024 characters of a path are logged', () => {
  assert.equal(loggedPath(`/${'a'.repeat(47_000)}`).length, 1_024);
});

test('a path is logged with its gid', () => {
  const path = '/v1/invitations/019a0000-0000-7000-8000-0000000000b1/resend';
  assert.equal(loggedPath(path), path);
});

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

test('a well-formed identity stays unchanged', () => {
  assert.deepEqual(requestIdentity({ 'x-request-id': 'a.b:c/d+e=', traceparent }), { requestId: 'a.b:c/d+e=', traceparent });
});

test('a malformed part is replaced, and the other one stays', () => {
  const { requestId, ...rest } = requestIdentity({ 'x-request-id': 'a b', traceparent });
  assert.match(requestId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, { traceparent });
  for (const broken of ['00-xyz', traceparent.replace('00f067aa0ba902b7', '0'.repeat(16)), `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]) {
    const made = requestIdentity({ 'x-request-id': 'order-17', traceparent: broken });
    assert.equal(made.requestId, 'order-17');
    assert.match(made.traceparent, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    assert.notEqual(made.traceparent, broken);
  }
});

test('a new trace id contains the new request id', () => {
  const { requestId, traceparent: made } = requestIdentity({});
  assert.equal(made.split('-')[1], requestId.replaceAll('-', ''));
});
