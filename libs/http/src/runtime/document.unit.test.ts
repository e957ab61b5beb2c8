import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answersJson, bodyKind, documentOf, operationOf, queryParameters, shownFields, type ApiDocument } from './document.ts';
import { fallback } from '../service/fallback.ts';
import notes from '../fixtures/openapi.json' with { type: 'json' };
import { validator } from '../request/validation.ts';

const document = notes as unknown as ApiDocument;
const operation = (method: string, path: string) => operationOf(document, { method, path });

/** The document with a change. */
const changed = (change: (copy: ApiDocument) => void): ApiDocument => {
  const copy = structuredClone(document);
  change(copy);
  return copy;
};

describe('what a document says', () => {
  test('a list shows the properties of its items, a single read those of all parts', () => {
    const summary = ['title', 'count', 'gid', 'href', 'created_at', 'modified_at'];
    assert.deepEqual(shownFields(document, operation('get', '/v1/notes')), summary);
    assert.deepEqual(shownFields(document, operation('get', '/v1/notes/{gid}')), [...summary, 'description']);
    assert.deepEqual(shownFields(document, operation('delete', '/v1/notes/{gid}')), []);
  });

  test('a body is JSON, a form, or none, and required or not', () => {
    const kind = (method: string, path: string) => bodyKind(document, operation(method, path));
    assert.deepEqual(kind('post', '/v1/notes'), { kind: 'json', required: true });
    assert.deepEqual(kind('post', '/v1/trials/{kind}'), { kind: 'json', required: false });
    assert.deepEqual(kind('post', '/oauth2/echo'), { kind: 'form', required: true });
    assert.deepEqual(kind('get', '/v1/notes'), { kind: 'none', required: false });
  });

  test('query parameters are those of the operation and of its path', () => {
    assert.deepEqual([...queryParameters(document, { method: 'post', path: '/v1/notes' })], ['dry_run']);
    assert.deepEqual([...queryParameters(document, { method: 'get', path: '/v1/notes/{gid}' })], []);
  });

  test('empty answers are no JSON', () => {
    assert.equal(answersJson(document, operation('get', '/v1/notes')), true);
    assert.equal(answersJson(document, operation('delete', '/v1/notes/{gid}')), false);
  });

  test("an operation's own document has the components it needs, those of components too, and no others", () => {
    const { paths, components } = documentOf(document, '/v1/notes', 'post');
    assert.deepEqual(Object.keys(paths), ['/v1/notes']);
    assert.deepEqual(Object.keys(paths['/v1/notes']!), ['post']);
    assert.deepEqual(Object.keys(components!['schemas']!).toSorted(), ['Error', 'Note', 'NoteCreate', 'NoteOptions', 'NoteSummary']);
    assert.deepEqual(Object.keys(documentOf(document, '/v1/notes/{gid}', 'put').paths['/v1/notes/{gid}']!), ['parameters', 'put']);
  });
});

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
