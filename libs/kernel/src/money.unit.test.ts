import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decimalsOf, moneyDetails, toMajor, toMinor } from './money.ts';

describe('toMinor', () => {
  const cases: [number, string, number | undefined][] = [
    [12.5, 'EUR', 1250],
    [0.29, 'EUR', 29],
    [1.15, 'EUR', 115],
    [8.2, 'EUR', 820],
    [0, 'EUR', 0],
    [-3.07, 'EUR', -307],
    [999_999_999.99, 'EUR', 99_999_999_999],
    [1200, 'JPY', 1200],
    [1.234, 'KWD', 1234],
    [1.2345, 'CLF', 12345],
    [12.345, 'EUR', undefined],
    [0.001, 'EUR', undefined],
    [0.1 + 0.2, 'EUR', undefined],
    [1.5, 'JPY', undefined],
    [1.2345, 'KWD', undefined],
    [1e300, 'EUR', undefined],
    [Number.MAX_SAFE_INTEGER, 'EUR', undefined],
    [Number.NaN, 'EUR', undefined],
    [Number.POSITIVE_INFINITY, 'EUR', undefined],
  ];
  for (const [amount, currency, minor] of cases) {
    test(`${amount} ${currency} is ${minor === undefined ? 'refused' : `${minor} minor units`}`, () =>
      assert.equal(toMinor(amount, currency), minor));
  }

  test('every amount of two decimals from toMajor is converted back', () => {
    for (let minor = 0; minor < 200_000; minor += 7) assert.equal(toMinor(toMajor(minor, 'EUR'), 'EUR'), minor);
    for (let minor = 1; minor < 1e15; minor = minor * 3 + 1) assert.equal(toMinor(toMajor(minor, 'KWD'), 'KWD'), minor);
  });
});

test('decimals are 2 but for the currencies that have 0, 3 or 4', () => {
  assert.deepEqual(['EUR', 'USD', 'XXX', 'KRW', 'TND', 'UYW'].map(decimalsOf), [2, 2, 2, 0, 3, 4]);
});

test('money is in a current currency, or in the withdrawn one that is there already', () => {
  const refused = (currency: string, present?: string): boolean => moneyDetails({ amount: 1.5, currency }, '', present).length > 0;
  const withdrawn = ['HRK', 'BGN', 'ANG', 'ZWL', 'SLL', 'CUC'];
  assert.deepEqual(
    [...withdrawn, 'EUR', 'XCG', 'ZWG', 'SLE', 'XAU', 'XTS'].filter((currency) => refused(currency)),
    [...withdrawn, 'XAU', 'XTS'],
  );
  assert.deepEqual([refused('HRK', 'HRK'), refused('HRK', 'BGN')], [false, true]);
  assert.deepEqual(withdrawn.map(decimalsOf), [2, 2, 2, 2, 2, 2]);
});
