import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepSecret } from './cookie.ts';

test('without TLS the cookie has neither `__Host-` nor Secure, or browsers would refuse it', () => {
  assert.deepEqual(keepSecret('http://127.0.0.1:8000', 'secret'), { 'Set-Cookie': 'session=secret; Path=/; HttpOnly; SameSite=Lax' });
});
