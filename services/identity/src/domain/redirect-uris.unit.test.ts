import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameRedirect } from './redirect-uris.ts';

test('a redirect URI must equal the registered one; only loopback addresses may have any port', () => {
  const same = [
    ['https://app.example/cb?a=b', 'https://app.example/cb?a=b'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb'],
    ['http://[::1]:80/cb?a', 'http://[::1]/cb?a'],
    ['http://127.0.0.1', 'http://127.0.0.1:8080'],
  ] as const;
  for (const [registered, asked] of same) assert.ok(isSameRedirect(registered, asked), asked);
  const others = [
    ['https://app.example/cb', 'https://app.example:443/cb'],
    ['https://app.example/cb', 'https://app.example/cb/'],
    ['https://app.example/cb', 'https://app.example/cb?a=b'],
    ['https://app.example/cb', 'https://APP.example/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:1@app.example/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:1.app.example/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:65536/cb'],
    ['http://127.0.0.1/cb', 'http://[::1]:1/cb'],
    ['http://127.0.0.1', 'http://127.0.0.1:1#'],
  ] as const;
  for (const [registered, asked] of others) assert.ok(!isSameRedirect(registered, asked), asked);
});
