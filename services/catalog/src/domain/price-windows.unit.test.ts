import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isValidAt, overlaps } from './price-windows.ts';

const day = (text: string | null): Date | null => (text === null ? null : new Date(`${text}T00:00:00Z`));
const validity = (from: string | null, until: string | null) => ({ validFrom: day(from), validUntil: day(until) });

test('a window holds its first second and not its end; without limits it holds every time', () => {
  const march = validity('2026-03-01', '2026-04-01');
  const at = (text: string) => isValidAt(march, new Date(text));
  assert.deepEqual(['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z', '2026-03-31T23:59:59.999Z', '2026-04-01T00:00:00Z'].map(at), [
    false,
    true,
    true,
    false,
  ]);
  assert.ok(isValidAt(validity(null, null), new Date(0)));
});

test('windows that meet do not overlap; one without limits overlaps every other', () => {
  assert.equal(overlaps(validity('2026-01-01', '2026-02-01'), validity('2026-02-01', null)), false);
  assert.equal(overlaps(validity('2026-02-01', null), validity(null, '2026-02-01')), false);
  assert.equal(overlaps(validity('2026-01-01', '2026-02-02'), validity('2026-02-01', null)), true);
  assert.equal(overlaps(validity(null, null), validity('2026-02-01', '2026-02-02')), true);
  assert.equal(overlaps(validity(null, '2026-01-01'), validity(null, '2025-01-01')), true);
});
