import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invalid, unavailable } from '@partner-ordering/kernel';
import { isPassing } from './failed-events.ts';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('temporary errors', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', '08006', '53300', '57P01', '57P03', '40001', '40P01', '55P03']) {
    test(`${code} is a temporary error`, () => assert.ok(isPassing(withCode(code))));
  }
  for (const code of ['23505', '22012', '42P01', '57014', 'ERR_ASSERTION']) {
    test(`${code} is no temporary error`, () => assert.ok(!isPassing(withCode(code))));
  }
  test('a lost connection without a code is a temporary error', () =>
    assert.ok(isPassing(new Error('Connection terminated unexpectedly'))));
  test('a failure of kind unavailable is a temporary error', () => assert.ok(isPassing(unavailable())));
  test('the cause of an error counts', () => assert.ok(isPassing(new Error('could not save', { cause: withCode('40P01') }))));
  test('a mistake in the code is no temporary error', () => {
    assert.ok(!isPassing(new TypeError('x is not a function')));
    assert.ok(!isPassing('a text'));
    assert.ok(!isPassing(invalid()));
  });
});
