import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raw, type Resource } from '@partner-ordering/data';
import { integrityChecksOf } from './integrity-checks.ts';

const of = (name: string, isCounted?: boolean) =>
  ({ source: { name, from: raw(`${name} x`) }, ...(isCounted !== undefined && { isCounted }) }) as Resource;

test('the integrity checks of a service are its own and one for each resource whose number of rows is kept', () => {
  const [own, resources] = [{ totals: 'select 1' }, { notes: of('note', true), pages: of('page'), drafts: of('draft', false) }];
  const checks = integrityChecksOf({ integrityChecks: own, resources });
  assert.deepEqual(Object.keys(checks), ['totals', 'note_count']);
  assert.equal(checks['totals'], own.totals);
  assert.match(checks['note_count']!, /counted = 'note'.* from note x/);
});
