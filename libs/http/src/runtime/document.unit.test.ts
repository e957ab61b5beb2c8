import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { notesDocument as notes } from '@partner-ordering/testing/notes';
import type { ApiDocument } from './document.ts';
import { fallback } from '../request/fallback.ts';
import { validator } from '../request/validation.ts';

const document = notes as unknown as ApiDocument;

/** The document with a change. */
const changed = (change: (copy: ApiDocument) => void): ApiDocument => {
  const copy = structuredClone(document);
  change(copy);
  return copy;
};

describe('a mistake in a document is noticed at start', () => {
  const start = (of: ApiDocument, method = 'post', path = '/v1/notes') => validator(of, { method, path }, true);

  test('a reference to nothing', () => {
    assert.throws(() => start(changed((copy) => delete copy.components!['schemas']!['NoteOptions'])), /refers to #\/components\/schemas\/NoteOptions, which it/); // oxfmt-ignore
    assert.throws(() => start(changed((copy) => delete copy.components!['responses'])), /refers to #\/components\/responses\/Error/);
  });

  test('a route that the document does not have', () => {
    assert.throws(() => start(document, 'put'), /The document has no PUT \/v1\/notes/);
    assert.throws(() => start(document, 'get', '/v1/nothing'), /The document has no GET \/v1\/nothing/);
  });
});

test('404 and not 405 for a path that only looks like one with a full stop', () => {
  const paths = { '/.well-known/x.json': { get: {} } } as unknown as ApiDocument['paths'];
  const statusOf = (path: string) => {
    let status: unknown;
    fallback(paths)({ path } as never, {} as never, (error) => (status = (error as unknown as { status: number }).status));
    return status;
  };
  assert.deepEqual(
    ['/.well-known/x.json', '/.well-known/x.json/', '/xwell-known/x.json', '/.well-known/xajson'].map(statusOf),
    [405, 405, 404, 404],
  );
});
