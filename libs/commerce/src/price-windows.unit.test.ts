import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overlaps, priceAt } from './price-windows.ts';

const day = (text: string | null): Date | null => (text === null ? null : new Date(`${text}T00:00:00Z`));
const validity = (from: string | null, until: string | null) => ({ validFrom: day(from), validUntil: day(until) });

test('a window holds its first second and not its end; outside of all windows there is no price', () => {
  const windows = [
    { amount_minor: 1, currency: 'EUR', valid_from: null, valid_until: '2026-03-01T00:00:00+0000' },
    { amount_minor: 2, currency: 'EUR', valid_from: '2026-03-01T00:00:00+0000', valid_until: '2026-04-01T00:00:00+0000' },
  ];
  const amountAt = (text: string) => priceAt({ amount_minor: 1, currency: 'EUR', windows }, new Date(text))?.amount_minor;

  assert.equal(amountAt('2026-02-28T23:59:59.999Z'), 1);
  assert.equal(amountAt('2026-03-01T00:00:00Z'), 2);
  assert.equal(amountAt('2026-03-31T23:59:59.999Z'), 2);
  assert.equal(amountAt('2026-04-01T00:00:00Z'), undefined);
});

test('a price without windows is valid at any time', () => {
  assert.equal(priceAt({ amount_minor: 5, currency: 'EUR' }, new Date(0))?.amount_minor, 5);
});

test('windows that meet do not overlap; one without limits overlaps every other', () => {
  assert.equal(overlaps(validity('2026-01-01', '2026-02-01'), validity('2026-02-01', null)), false);
  assert.equal(overlaps(validity('2026-02-01', null), validity(null, '2026-02-01')), false);
  assert.equal(overlaps(validity('2026-01-01', '2026-02-02'), validity('2026-02-01', null)), true);
  assert.equal(overlaps(validity(null, null), validity('2026-02-01', '2026-02-02')), true);
  assert.equal(overlaps(validity(null, '2026-01-01'), validity(null, '2025-01-01')), true);
});
