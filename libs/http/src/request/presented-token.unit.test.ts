import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Request } from 'express';
import { extractToken } from './presented-token.ts';

/** The token taken from a request, and what is left of its URL. */
function extract(url: string, authorization?: string) {
  const request = { url, originalUrl: url, headers: authorization === undefined ? {} : { authorization } } as unknown as Request;
  const token = extractToken(request);
  assert.equal(request.originalUrl, request.url);
  return { ...(typeof token === 'object' && token), url: request.url };
}

describe('extractToken', () => {
  test('the token is taken from the header, its scheme in any case, and the URL stays unchanged', () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      assert.deepEqual(extract('/a?b=1', `${scheme} x.y.z`), { token: 'x.y.z', inQuery: false, url: '/a?b=1' });
    assert.deepEqual(extract('/a', 'Bearer'), { token: '', inQuery: false, url: '/a' });
  });

  test('the token is removed from the URL wherever it stands and however its name is encoded', () => {
    for (const [url, left] of [
      ['/a?access_token=t', '/a'],
      ['/a?access_token=t&b=1', '/a?b=1'],
      ['/a?b=1&access_token=t', '/a?b=1'],
      ['/a?b=1&access_token=t&c=%5B%5D', '/a?b=1&c=%5B%5D'],
      ['/a?access%5Ftoken=t', '/a'],
      ['/a?access%5ftoken=t&b', '/a?b'],
      ['/a?%61%63cess_token=t', '/a'],
    ] as const)
      assert.deepEqual(extract(url), { token: 't', inQuery: true, url: left });
    assert.equal(extract('/a?access_token=a%2Bb%3D').token, 'a+b=');
  });

  test('a request without a token stays unchanged', () => {
    for (const url of [
      '/a',
      '/a?',
      '/a?b=access_token',
      '/a?access_tokens=t',
      '/a??access_token=t',
      '/a?Access_Token=t',
      '/access_token=t',
      '/a?b=%zz',
      '/a?%zz=1&&=',
    ])
      assert.deepEqual(extract(url), { url });
    for (const scheme of ['Basic x', 'Bearerx y', '']) assert.deepEqual(extract('/a', scheme), { url: '/a' });
  });

  test('several tokens are reported as such, and none stays in the URL', () => {
    for (const [url, authorization] of [
      ['/a?access_token=t&access_token=t', undefined],
      ['/a?access_token=t&access%5Ftoken=', undefined],
      ['/a?access_token=t', 'Bearer t'],
      ['/a?access_token=', 'bearer t'],
    ] as const) {
      const request = { url, headers: { authorization } } as unknown as Request;
      assert.equal(extractToken(request), 'several');
      assert.equal(request.url, '/a');
    }
  });
});
