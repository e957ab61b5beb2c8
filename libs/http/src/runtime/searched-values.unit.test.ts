import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Document, Operation } from '@partner-ordering/openapi';
import { searchedValues } from './searched-values.ts';

const json = (schema: object) => ({ responses: { '200': { content: { 'application/json': { schema } } } } });
const collection = (items: object) => json({ properties: { total_count: {}, items: { type: 'array', items } } });
const read = (operation: object, more: Partial<Operation> = {}) => ({
  get: { operationId: 'x', ...operation, ...more } as Operation,
});

const searchable = ['status', 'kind', 'title', 'owner.role', 'members.role', 'absent', 'constructor'];
const document: Document = {
  openapi: '3.1.0',
  info: {},
  paths: {
    '/v1/notes': read(collection({ $ref: '#/components/schemas/NoteSummary' }), { 'x-resource': 'notes', 'x-searchable': searchable }),
    '/v1/notes/total_count': read(json({ properties: { total_count: {} } }), { 'x-resource': 'notes', 'x-searchable': searchable }),
    '/v1/notes/{gid}': read(json({ $ref: '#/components/schemas/Note' }), { 'x-resource': 'notes' }),
    '/v1/sheets': read(collection({ properties: { status: { type: 'string' }, kind: { type: 'string' } } }), {
      'x-resource': 'sheets',
      'x-searchable': ['status', 'kind'],
    }),
    '/v1/sheets/{gid}': read(json({ properties: { status: { $ref: '#/components/schemas/Status' } } }), { 'x-resource': 'sheets' }),
    '/v1/mine': read(collection({ $ref: '#/components/schemas/NoteSummary' }), { 'x-searchable': ['status', 'kind'] }),
  },
  components: {
    schemas: {
      Status: { type: 'string', enum: ['open', 'closed'] },
      Role: { type: 'string', enum: ['user', 'manager'] },
      NoteSummary: {
        properties: {
          title: { type: 'string' },
          status: { description: 'How it is.', $ref: '#/components/schemas/Status' },
          owner: { oneOf: [{ type: 'object', properties: { role: { $ref: '#/components/schemas/Role' } } }, { type: 'null' }] },
        },
      },
      Note: {
        allOf: [
          { $ref: '#/components/schemas/NoteSummary' },
          {
            properties: {
              kind: { type: ['string', 'null'], enum: ['long', 'short', null] },
              members: { type: 'array', items: { properties: { role: { $ref: '#/components/schemas/Role' } } } },
            },
          },
        ],
      },
    },
  },
};
const valuesAt = (path: string) => searchedValues(document, document.paths[path]!['get']!);

const all = {
  status: ['open', 'closed'],
  kind: ['long', 'short'],
  'owner.role': ['user', 'manager'],
  'members.role': ['user', 'manager'],
};

test('a searchable field that is an enum has its values, without null; others have none', () =>
  assert.deepEqual(valuesAt('/v1/notes'), all));

test('a total_count has the values of the other reads of its resource', () => assert.deepEqual(valuesAt('/v1/notes/total_count'), all));

test('a read without a resource has the values of the fields that it shows', () =>
  assert.deepEqual(valuesAt('/v1/mine'), { status: ['open', 'closed'] }));

test('a field that a collection shows as plain text has no values, even if a single read shows an enum', () =>
  assert.deepEqual(valuesAt('/v1/sheets'), {}));
