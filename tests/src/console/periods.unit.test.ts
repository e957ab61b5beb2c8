import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

interface Price {
  gid: string;
  organization: { gid: string } | null;
  product: { gid: string };
  options: { mode: string; due: number; skill: null };
  amount: number;
  currency: string;
  valid_from: string | null;
  valid_until: string | null;
}

const { inPeriods, standingPrice } = (await import(join(import.meta.dirname, '../../../console/src/staff/prices/periods.ts'))) as {
  inPeriods: (prices: readonly Price[]) => Price[];
  standingPrice: (promotion: Price, prices: readonly Price[]) => Price | undefined;
};

const [start, end] = ['2027-01-04T00:00:00+0000', '2027-02-01T00:00:00+0000'];
const price = (gid: string, amount: number, from: string | null, until: string | null, due = 2): Price => ({
  gid,
  organization: null,
  product: { gid: 'logo' },
  options: { mode: 'solo', due, skill: null },
  amount,
  currency: 'EUR',
  valid_from: from,
  valid_until: until,
});

test('a promotion stands between the two periods of the standing price, and names it', () => {
  const [before, promotion, after] = [price('1', 100, null, start), price('9', 80, start, end), price('5', 100, end, null)];
  const other = price('3', 50, null, null, 5);
  const shown = inPeriods([before, other, after, promotion]);
  assert.deepEqual(shown, [before, promotion, after, other]);
  assert.deepEqual(
    shown.map((one) => standingPrice(one, shown)?.gid),
    [undefined, '1', undefined, undefined],
  );
});

test('a period between two different prices, or for other options, is no promotion', () => {
  const promotion = price('2', 80, start, end);
  for (const after of [price('3', 90, end, null), price('3', 100, end, null, 5), { ...price('3', 100, end, null), currency: 'CHF' }])
    assert.equal(standingPrice(promotion, [price('1', 100, null, start), promotion, after]), undefined);
});
