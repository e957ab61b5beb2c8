import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Resource } from '@partner-ordering/data';
import { notes, organizations } from '@partner-ordering/testing/notes';
import type { Document, Operation } from '@partner-ordering/openapi';
import { checkReads } from './resource-visibility.ts';

describe('the check of the reads of a document', () => {
  const resources = { notes: notes as Resource, organizations: organizations as Resource };
  const parent = { resource: 'organizations', parameter: 'orgGid', field: 'owner' };
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

  test('a read of a resource that the service has is accepted', () => {
    for (const more of [{}, { 'x-resource': 'notes' }, { 'x-reads': 'notes', 'x-parent': parent }])
      assert.doesNotThrow(check(more), JSON.stringify(more));
  });

  test('a read or a parent whose resource the service lacks is named', () => {
    assert.throws(check({ 'x-resource': 'note' }), /^Error: getNote: the service has no resource note$/);
    assert.throws(check({ 'x-reads': 'constructor' }), /^Error: getNote: the service has no resource constructor$/);
    const misspelt = { ...parent, resource: 'organisations' };
    assert.throws(check({ 'x-reads': 'notes', 'x-parent': misspelt }), /^Error: getNote: the service has no resource organisations$/);
  });

  test('a read whose resource lacks the field of its parent is named', () => {
    const misspelt = { ...parent, field: 'owned' };
    assert.throws(check({ 'x-reads': 'notes', 'x-parent': misspelt }), /^Error: getNote: notes cannot be found by owned$/);
  });
});
