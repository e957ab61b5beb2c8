import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Document, Schema } from './document.ts';
import { literal, objectShape, typeOf } from './schema-types.ts';

const schemas: Record<string, Schema> = {
  Money: { type: 'object', required: ['amount'], properties: { amount: { type: 'number' }, note: { type: 'string' } } },
  Whole: { allOf: [{ $ref: '#/components/schemas/Money' }, { required: ['tax'], properties: { tax: { type: ['number', 'null'] } } }] },
};
const document = { openapi: '3.1.0', info: {}, paths: {}, components: { schemas } } satisfies Document;
const money = { $ref: '#/components/schemas/Money' };

const cases: [string, Schema, string][] = [
  ['a type array keeps null, last', { type: ['null', 'string'] }, 'string | null'],
  ['a nullable reference keeps null', { oneOf: [money, { type: 'null' }] }, 'Money | null'],
  ['nullable items keep null', { type: ['array', 'null'], items: { type: ['string', 'null'] } }, '(string | null)[] | null'],
  ['an enum is a union of literals', { type: ['string', 'null'], enum: ['a', "it's", null] }, "'a' | 'it\\'s' | null"],
  ['a constant is its literal', { const: 'bearer' }, "'bearer'"],
  ['allOf around one reference is the reference', { allOf: [money], description: 'Net.' }, 'Money'],
  ['a map is a Record', { type: 'object', additionalProperties: money }, 'Record<string, Money>'],
  [
    'an inline object quotes keys that are no identifiers',
    { properties: { 'product.gid': { type: 'string' } } },
    "{ 'product.gid'?: string }",
  ],
  ['an object without known fields is unknown inside', { type: 'object' }, 'Record<string, unknown>'],
  ['alternatives that only constrain are no types', { type: 'string', anyOf: [{ minLength: 1 }] } as Schema, 'string'],
];

describe('typeOf', () => {
  for (const [title, schema, expected] of cases) {
    test(title, () => assert.equal(typeOf(document, schema), expected));
  }
});

test('allOf merges fields and what is required', () => {
  const shape = objectShape(document, schemas['Whole'] as Schema);
  assert.deepEqual(Object.keys(shape?.properties ?? {}), ['amount', 'note', 'tax']);
  assert.deepEqual([...(shape?.required ?? [])].sort(), ['amount', 'tax']);
});

test('a literal is TypeScript in the style of the house', () => {
  assert.equal(literal({ method: 'get', list: ['a'], 'x-y': null }), "{ method: 'get', list: ['a'], 'x-y': null }");
});
