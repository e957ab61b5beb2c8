import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { routesOf, type Document, type Method, type Operation, type Route, type Schema } from './index.ts';

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const collection: Schema = { type: 'object', properties: { total_count: { type: 'integer' }, items: { type: 'array', items: {} } } };

/** The route that reads a copy. */
function options(
  more: Partial<Operation>,
  { path = '/v1/things/{thingGid}/copies/{gid}', method = 'get' as Method, schema = {} } = {},
): Route {
  const operation: Operation = { operationId: 'getCopy', responses: { '200': { description: '', ...json(schema) } }, ...more };
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name: name!, in: 'path', required: true }) as const);
  const document: Document = {
    openapi: '3.1.0',
    info: {},
    security: [{ oauth2: ['base'] }],
    components: {},
    paths: { [path]: { parameters: [...parameters], [method]: operation } },
  };
  return routesOf(document).get('getCopy')!;
}

test('x-effect says that a GET changes something or a POST nothing; anything else is refused', () => {
  const message = /getCopy: x-effect is true for a GET, or false for a POST/;
  for (const [method, effect] of [
    ['get', false],
    ['post', true],
    ['put', false],
    ['post', 'false'],
  ] as const)
    assert.throws(() => options({ 'x-effect': effect as boolean }, { method }), message);
  assert.deepEqual(
    [options({}), options({ 'x-effect': true }), options({}, { method: 'post' }), options({ 'x-effect': false }, { method: 'post' })].map(
      ({ hasEffect }) => hasEffect,
    ),
    [false, true, true, false],
  );
});

describe('what an operation of its own reads', () => {
  const parent = { resource: 'things', parameter: 'thingGid', field: 'thing' };

  test('a parameter of its parent that the path does not have is named, as that of a view is', () => {
    const misspelt = { ...parent, parameter: 'thingGuid' };
    const message = /^Error: getCopy: x-parent needs resource, parameter \(of the path\) and field$/;
    assert.throws(() => options({ 'x-reads': 'copies', 'x-parent': misspelt }), message);
    assert.throws(() => options({ 'x-resource': 'copies', 'x-parent': misspelt }, { schema: collection }), message);
    assert.throws(
      () => options({ 'x-reads': 'copies', 'x-parent': { resource: 'things', parameter: 'thingGid' } as typeof parent }),
      message,
    );
  });

  test('a parent of what names no resource is refused', () => {
    assert.throws(() => options({ 'x-parent': parent }), /getCopy: x-parent limits what x-resource or x-reads names/);
  });

  test('a role of managers without a parent, which would refuse everybody, is refused', () => {
    const manager = { 'x-resource': 'copies', 'x-role': 'manager' } as const;
    assert.throws(
      () => options(manager, { schema: collection }),
      /^Error: getCopy: the role manager needs x-parent, which names the parent$/,
    );
    assert.doesNotThrow(() => options({ ...manager, 'x-parent': parent }, { schema: collection }));
  });

  test('x-reads on a write, on a list, beside x-resource and without a path parameter is refused', () => {
    const message = /getCopy: x-reads marks a GET with an operation of its own that reads one resource/;
    assert.throws(() => options({ 'x-reads': 'copies' }, { method: 'put' }), message);
    assert.throws(() => options({ 'x-reads': 'copies' }, { schema: collection }), message);
    assert.throws(() => options({ 'x-reads': 'copies', 'x-resource': 'copies' }), message);
    assert.throws(
      () => options({ 'x-reads': 'copies' }, { path: '/v1/copy' }),
      /getCopy: a read of x-resource or x-reads needs a path parameter/,
    );
  });
});
