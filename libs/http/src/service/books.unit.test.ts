import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { raw, type Resource } from '@partner-ordering/data';
import { booksOf } from './books.ts';

const of = (name: string, isCounted?: boolean) =>
  ({ source: { name, from: raw(`${name} x`) }, ...(isCounted !== undefined && { isCounted }) }) as Resource;

describe('the rules of the books of a service', () => {
  test('are its own and one for each resource whose number of rows is kept', () => {
    const own = { totals: 'select 1' };
    const books = booksOf({ books: own, resources: { notes: of('note', true), pages: of('page'), drafts: of('draft', false) } })!;
    assert.deepEqual(Object.keys(books), ['totals', 'note_count']);
    assert.equal(books['totals'], own.totals);
    assert.match(books['note_count']!, /counted = 'note'.* from note x/);
  });

  test('are those of kept numbers alone where it has none of its own', () => {
    assert.deepEqual(Object.keys(booksOf({ resources: { notes: of('note', true), pages: of('page', true) } })!), [
      'note_count',
      'page_count',
    ]);
  });

  test('are none without both, so that nothing is checked at night', () => {
    assert.equal(booksOf({ resources: { pages: of('page') } }), undefined);
  });
});
