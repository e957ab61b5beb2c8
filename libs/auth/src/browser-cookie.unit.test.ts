import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browserSecret } from './browser-cookie.ts';

const secret = 'a-secret'.padEnd(43, '_');
const own = `__Host-session=${secret}`;
const secretIn = (cookies: string, issuer = 'https://orders.example') => browserSecret(cookies, issuer);

describe('browserSecret', () => {
  test('the secret is found among other cookies, under the name that the issuer has', () => {
    for (const cookies of [own, `a=1; ${own}; b=2`, `a=1;${own}`, `a=1;\t ${own}`]) assert.equal(secretIn(cookies), secret, cookies);
    assert.equal(secretIn(`session=${secret}`, 'http://127.0.0.1:8000'), secret);
  });

  test('no secret is in a cookie with a similar name, in two of one name, or in a malformed value', () => {
    const others = [`\u00A0${own}`, `a=1;\u00A0${own}`, `session=${secret}`, `a${own}`];
    const forms = [`${own}1`, own.slice(0, -1), `${own.slice(0, -1)}"`, '__Host-session=', ''];
    for (const cookies of [...others, ...forms, `${own}; ${own}`, `${own}; __Host-session=`]) assert.equal(secretIn(cookies), undefined);
  });
});
