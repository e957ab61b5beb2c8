import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Document, Operation, Schema } from './document.ts';
import { expand } from './expand.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import { publicBundle } from './public-bundle.ts';
import { ruleBreaches } from './rules.ts';

const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string) => ({ content: { 'application/json': { schema: named(name) } } });
const read = (operationId: string, extra: Partial<Operation> = {}): Operation => ({
  operationId,
  responses: { '200': { description: '', ...json('Thing') } },
  ...extra,
});
const thing: Schema = { type: 'object', required: ['gid'], properties: { gid: { type: 'string' } } };

function document(paths: Document['paths'], schemas: Record<string, Schema> = { Thing: thing }): Document {
  return { openapi: '3.1.0', info: { title: 'Things', version: '1' }, security: [{ oauth2: ['base'] }], paths, components: { schemas } };
}

const errors = ['BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'Conflict', 'PreconditionFailed', 'TooManyRequests', 'Unexpected'];
const common: Document = {
  ...document({}),
  components: {
    parameters: Object.fromEntries(['query', 'orderBy', 'sort', 'offset', 'limit'].map((name) => [name, { name, in: 'query' }])),
    responses: Object.fromEntries(errors.map((name) => [name, { description: name }])),
    headers: { ETag: {}, Link: {} },
  },
};

describe('expand', () => {
  test('a list gets the parameters of the query language, its total_count only query', () => {
    const paths = {
      '/v1/things': { get: read('listThings', { 'x-searchable': ['gid'], 'x-orderable': ['gid'] }) },
      '/v1/things/total_count': { get: read('countThings', { 'x-searchable': ['gid'] }) },
    };
    expand(document(paths), common);
    assert.equal(paths['/v1/things'].get.parameters?.length, 5);
    assert.deepEqual(paths['/v1/things/total_count'].get.parameters, [{ $ref: '#/components/parameters/query' }]);
  });

  test('a list has the header Link, its total_count and a single read have not', () => {
    const paths = {
      '/v1/things': { get: read('listThings', { 'x-searchable': ['gid'], 'x-orderable': ['gid'] }) },
      '/v1/things/total_count': { get: read('countThings', { 'x-searchable': ['gid'] }) },
      '/v1/things/{gid}': { get: read('getThing') },
    };
    expand(document(paths), common);
    const headers = Object.values(paths).map(({ get }) => Object.keys(get.responses['200']?.headers ?? {}));
    assert.deepEqual(headers, [['Link'], [], ['ETag']]);
  });

  test('errors follow from method, path and security, and what the document says stays', () => {
    const own = { description: 'Its own.' };
    const put = { operationId: 'updateThing', responses: { '204': { description: '' }, '404': own } };
    const open = { operationId: 'confirm', security: [], responses: { '204': { description: '' } } };
    expand(document({ '/v1/things/{gid}': { put }, '/v1/p/confirm': { post: open } }), common);
    assert.deepEqual(Object.keys(put.responses), ['204', '400', '401', '403', '404', '412', '429', 'default']);
    assert.equal(put.responses['404'], own);
    assert.deepEqual(Object.keys(open.responses), ['204', '400', '429', 'default']);
  });
});

describe('publicBundle', () => {
  const other: Schema = { type: 'object', properties: { name: { type: 'string' } } };
  const internal = {
    '/internal/state/{type}': { get: read('getState', { responses: { '200': { description: '', ...json('Secret') } } }) },
  };
  const one = document(
    { '/v1/things': { get: read('listThings', { 'x-resource': 'things' }) }, ...internal },
    { Thing: thing, Secret: thing },
  );

  test('nothing of /internal is in it, nor its schemas or the extensions of the house', () => {
    const bundle = publicBundle(new Map([['catalog', one]]));
    assert.deepEqual(Object.keys(bundle.paths), ['/v1/things']);
    assert.deepEqual(Object.keys(bundle.components.schemas ?? {}), ['Thing']);
    assert.equal(bundle.paths['/v1/things']?.get?.['x-resource'], undefined);
  });

  test('equal components are there once, different ones of one name get the name of their service', () => {
    const same = document({ '/v1/same': { get: read('listSame') } });
    const different = document({ '/v1/different': { get: read('listDifferent') } }, { Thing: other });
    const bundle = publicBundle(new Map(Object.entries({ catalog: one, identity: same, ordering: different })));
    assert.deepEqual(bundle.components.schemas, { OrderingThing: other, Thing: thing });
    assert.match(JSON.stringify(bundle.paths['/v1/different']), /OrderingThing/);
  });

  test('one path and method in two documents is refused', () => {
    const documents = new Map(Object.entries({ catalog: one, ordering: one }));
    assert.throws(() => publicBundle(documents), /GET \/v1\/things is in two documents/);
  });
});

test('the routing table has literal segments before parameters and nothing of /internal', () => {
  const paths = {
    '/v1/prices/{gid}': { get: read('getPrice') },
    '/v1/prices/for': { get: read('getPriceFor') },
    '/internal/x': { get: read('x') },
  };
  const text = gatewayRoutes(new Map([['catalog', document(paths)]]));
  assert.deepEqual(
    [...text.matchAll(/operationId: '(\w+)'/g)].map(([, id]) => id),
    ['getPriceFor', 'getPrice'],
  );
});

describe('ruleBreaches', () => {
  test('a field of an answer that may be missing is named', () => {
    const optional = {
      ...thing,
      properties: { ...thing.properties, name: { type: 'string' }, seen: { type: 'string', 'x-optional': true } },
    };
    const [breach, ...others] = ruleBreaches(document({ '/v1/things/{gid}': { get: read('getThing') } }, { Thing: optional }));
    assert.match(breach ?? '', /^Thing\.name: /);
    assert.deepEqual(others, []);
  });

  test('an object of a request that does not say whether it has other fields is named', () => {
    const write = { operationId: 'createThing', requestBody: json('Thing'), responses: { '204': { description: '' } } };
    const breaches = (schema: Schema) => ruleBreaches(document({ '/v1/things': { post: write } }, { Thing: schema }));
    assert.deepEqual(breaches({ ...thing, additionalProperties: false }), []);
    assert.match(breaches(thing).join(), /^Thing: an object of a request says additionalProperties/);
  });

  test('a collection is searchable and orderable by gid, created_at and modified_at, its total_count by what it is', () => {
    const breaches = (searchable: string[], orderable: string[], counted = searchable) =>
      ruleBreaches(
        document({
          '/v1/items': { get: read('listItems', { 'x-searchable': searchable, 'x-orderable': orderable }) },
          '/v1/items/total_count': { get: read('countItems', { 'x-searchable': counted }) },
        }),
      );
    const all = ['gid', 'created_at', 'modified_at'];
    assert.deepEqual(breaches(all, all), []);
    assert.deepEqual(breaches(['gid', 'created_at'], all), ['listItems: x-searchable lacks modified_at']);
    assert.deepEqual(breaches(all, ['gid', 'created_at']), ['listItems: x-orderable lacks modified_at']);
    assert.deepEqual(breaches(all, all, ['gid']), ['countItems: a total_count is searchable by what its list is']);
  });

  test('an extension that nobody knows is named', () => {
    const paths = { '/v1/things': { get: read('listThings', { 'x-seachable': ['gid'] } as Partial<Operation>) } };
    assert.deepEqual(ruleBreaches(document(paths)), ['listThings: no such extension: x-seachable']);
  });
});
