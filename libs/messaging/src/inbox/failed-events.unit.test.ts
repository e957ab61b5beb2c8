import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invalid, unavailable } from '@partner-ordering/kernel';
import { isPassing } from './failed-events.ts';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('an error that will pass by itself', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', '08006', '53300', '57P01', '57P03', '40001', '40P01', '55P03']) {
    test(`${code} is one`, () => assert.ok(isPassing(withCode(code))));
  }
  for (const code of ['23505', '22012', '42P01', '57014', 'ERR_ASSERTION']) {
    test(`${code} is none`, () => assert.ok(!isPassing(withCode(code))));
  }
  test('a lost connection without a code is one', () => assert.ok(isPassing(new Error('Connection terminated unexpectedly'))));
  test('a failure of kind unavailable is one', () => assert.ok(isPassing(unavailable())));
  test('the cause counts', () => assert.ok(isPassing(new Error('could not save', { cause: withCode('40P01') }))));
  test('a mistake in the code is none', () => {
    assert.ok(!isPassing(new TypeError('x is not a function')));
    assert.ok(!isPassing('a text'));
    assert.ok(!isPassing(invalid()));
  });
});
