import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formOf, requiredParameter } from './form.ts';
import { Refusal } from './refusal.ts';

const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
const isInvalidRequest = (error: unknown) => error instanceof Refusal && error.name === 'invalid_request' && error.code === 400;

describe('formOf', () => {
  test('it reads the text of a form', () => {
    const expected = [
      ['username', 'a+b@example.com'],
      ['scope', 'base files'],
    ];
    assert.deepEqual([...formOf({ headers, body: 'username=a%2Bb%40example.com&scope=base+files' })], expected);
  });

  const bad: Record<string, string> = {
    'a repeated parameter': 'username=a&username=b',
    'a repeated parameter of the same value': 'username=a&username=a',
    'a parameter repeated without a value': 'username=&username=a',
    'a NUL character': 'username=a%00',
  };
  for (const [name, body] of Object.entries(bad)) {
    test(`400 invalid_request for ${name}`, () => {
      assert.throws(() => formOf({ headers, body }), isInvalidRequest);
    });
  }

  test('400 invalid_request for another content type or none', () => {
    for (const contentType of ['application/json', 'multipart/form-data', undefined]) {
      assert.throws(() => formOf({ headers: { 'content-type': contentType }, body: 'a=b' }), isInvalidRequest);
    }
  });

  test('a parameter without a value counts as omitted', () => {
    assert.throws(() => requiredParameter(formOf({ headers, body: 'token=' }), 'token'), isInvalidRequest);
  });
});
