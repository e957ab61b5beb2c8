import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Resource } from '@partner-ordering/data';
import { notes, organizations } from '@partner-ordering/testing/notes';
import type { Document, Operation } from '@partner-ordering/openapi';
import { checkReads } from './resource-visibility.ts';

describe('what a document has read', () => {
  const resources = { notes: notes as Resource, organizations: organizations as Resource };
  const within = { resource: 'organizations', parameter: 'orgGid', field: 'owner' };
  const check = (more: Partial<Operation>) => () => {
    const get: Operation = { operationId: 'getNote', responses: {}, ...more };
    const document: Document = {
      openapi: '3.1.0',
      info: {},
      components: {},
      paths: { '/v1/orgs/{orgGid}/notes/{gid}': { get }, '/v1/notes': {} },
    };
    return checkReads({ document, resources });
  };

  test('is what the service has', () => {
    for (const more of [{}, { 'x-resource': 'notes' }, { 'x-reads': 'notes', 'x-within': within }])
      assert.doesNotThrow(check(more), JSON.stringify(more));
  });

  test('is named where the service has no such resource, of a view, of an operation of its own or as a parent', () => {
    assert.throws(check({ 'x-resource': 'note' }), /^Error: getNote: the service has no resource note$/);
    assert.throws(check({ 'x-reads': 'constructor' }), /^Error: getNote: the service has no resource constructor$/);
    const misspelt = { ...within, resource: 'organisations' };
    assert.throws(check({ 'x-reads': 'notes', 'x-within': misspelt }), /^Error: getNote: the service has no resource organisations$/);
  });

  test('is named where it cannot be found by the field of its parent', () => {
    const misspelt = { ...within, field: 'owned' };
    assert.throws(check({ 'x-reads': 'notes', 'x-within': misspelt }), /^Error: getNote: notes cannot be found by owned$/);
  });
});
