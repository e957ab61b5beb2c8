import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { raw, type Resource } from '@partner-ordering/data';
import { integrityChecksOf } from './integrity-checks.ts';

const of = (name: string, isCounted?: boolean) =>
  ({ source: { name, from: raw(`${name} x`) }, ...(isCounted !== undefined && { isCounted }) }) as Resource;

describe('the integrity checks of a service', () => {
  test('are its own and one for each resource whose number of rows is kept', () => {
    const own = { totals: 'select 1' };
    const checks = integrityChecksOf({
      integrityChecks: own,
      resources: { notes: of('note', true), pages: of('page'), drafts: of('draft', false) },
    })!;
    assert.deepEqual(Object.keys(checks), ['totals', 'note_count']);
    assert.equal(checks['totals'], own.totals);
    assert.match(checks['note_count']!, /counted = 'note'.* from note x/);
  });

  test('are those of kept numbers alone where it has none of its own', () => {
    assert.deepEqual(Object.keys(integrityChecksOf({ resources: { notes: of('note', true), pages: of('page', true) } })!), [
      'note_count',
      'page_count',
    ]);
  });

  test('are none without both, so that nothing is checked at night', () => {
    assert.equal(integrityChecksOf({ resources: { pages: of('page') } }), undefined);
  });
});
