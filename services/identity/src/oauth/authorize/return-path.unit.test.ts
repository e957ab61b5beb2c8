import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnPath } from './return-path.ts';

test('open redirect: an address of the console stays, all else becomes its start', () => {
  for (const path of ['/console', '/console/', '/console/orders/7?tab=files&sort=a%20b#top', `/console/${'x'.repeat(4087)}`])
    assert.equal(returnPath(path), path);
  assert.equal(returnPath('/console/orders/../invoices'), '/console/invoices');
  for (const path of [
    '',
    undefined,
    '/',
    '/consoles',
    '/v1',
    '//evil.example/console/',
    '/\\evil.example/console/',
    '\\\\evil.example/console/',
    'https://evil.example/console/',
    'javascript:alert(1)',
    'console/',
    '/console/../v1',
    '/console/%2e%2E/oauth2/sign_out',
    '/console//evil.example',
    '/console/\\evil.example',
    '/\t/evil.example',
    '/console/\n',
    '/console/é',
    ' /console/',
    '/.//evil.example/console/',
    '/console/..//evil.example',
  ])
    assert.equal(returnPath(path), '/console/', path);
  assert.throws(() => returnPath(`/console/${'x'.repeat(8184)}`), /return_to: must have at most 8192/);
});
