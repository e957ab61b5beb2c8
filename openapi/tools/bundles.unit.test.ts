import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { serviceNames } from '@partner-ordering/kernel';
import { type Document, type Operation, routesOf, type Schema } from '@partner-ordering/openapi';
import { root } from './documents.ts';
import { publicBundle } from './public-bundle.ts';
import { ruleBreaches } from './rules.ts';

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string) => ({ content: { 'application/json': { schema: reference(name) } } });
const read = (operationId: string, extra: Partial<Operation> = {}): Operation => ({
  operationId,
  responses: { '200': { description: '', ...json('Thing') } },
  ...extra,
});
const thing: Schema = { type: 'object', required: ['gid'], properties: { gid: { type: 'string' } } };

function document(paths: Document['paths'], schemas: Record<string, Schema> = { Thing: thing }): Document {
  return { openapi: '3.1.0', info: { title: 'Things', version: '1' }, security: [{ oauth2: ['base'] }], paths, components: { schemas } };
}

test('one path and method in two documents is refused', () => {
  const one = document({ '/v1/things': { get: read('listThings') } });
  assert.throws(
    () =>
      publicBundle(
        new Map([
          ['catalog', one],
          ['ordering', one],
        ]),
      ),
    /GET \/v1\/things is in two documents/,
  );
});

test('a list of values is open in answers and closed in requests', () => {
  const withStatus = (status: Schema): Schema => ({ type: 'object', required: ['status'], properties: { status } });
  const write = { operationId: 'createThing', requestBody: json('ThingCreate'), responses: { '201': { description: '' } } };
  const values = ['open', 'paid'];
  const schemas = {
    Thing: withStatus(reference('Status')),
    ThingCreate: withStatus(reference('Status')),
    Status: { type: 'string', enum: values },
  };
  const { components } = publicBundle(
    new Map([['catalog', document({ '/v1/things': { get: read('listThings'), post: write } }, schemas)]]),
  );
  const { Status, StatusWrite, ThingCreate } = components.schemas!;
  assert.deepEqual([Status!.enum, Status!['x-extensible-enum'], Status!.description], [undefined, values, 'Known values: `open`, `paid`.']);
  assert.deepEqual([StatusWrite, ThingCreate], [schemas.Status, withStatus(reference('StatusWrite'))]);
});

test('a GET changes nothing and any other request does, but for those that say so', () => {
  const files = serviceNames.flatMap((name) => ['openapi.json', 'internal/openapi.json'].map((file) => join(name, 'generated', file)));
  const documents = files.map((file) => readFileSync(join(root, 'services', file), 'utf8'));
  const routes = documents.flatMap((text) => [...routesOf(JSON.parse(text) as Document).values()]);
  const others = routes.filter(({ method, hasEffect }) => hasEffect === (method === 'get'));
  // Not `findHeld`: what nobody holds is deleted, so a restored service must not answer it.
  assert.deepEqual([...new Set(others.map(({ operationId }) => operationId))].toSorted(), [
    'dryRunProject',
    'findReadable',
    'findVisible',
    'getUploadForm',
    'importPrices',
    'introspectToken',
    'openAuthorizationPage',
  ]);
});

test('a title or name that a service takes is a label, and the public document has no format of ours', () => {
  const textOf = (name: string) => readFileSync(join(root, 'services', name, 'generated/openapi.json'), 'utf8');
  const schemas = serviceNames.flatMap((name) => Object.entries((JSON.parse(textOf(name)) as Document).components.schemas ?? {}));
  const taken = schemas.flatMap(([schema, { properties = {} }]) =>
    ['title', 'name', 'firstname', 'lastname']
      .filter((field) => properties[field]?.minLength !== undefined)
      .map((field) => [`${schema}.${field}`, properties[field]!.format]),
  );
  assert.ok(taken.length > 10);
  assert.deepEqual(Object.fromEntries(taken), Object.fromEntries(taken.map(([field]) => [field, 'label'])));
  assert.ok(!textOf('gateway').includes('"label"'));
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

  test('an x-expects that names no format is named', () => {
    const expecting = (name: string) => document({}, { Month: { type: 'string', 'x-expects': name } });
    assert.deepEqual(ruleBreaches(expecting('month')), []);
    assert.match(ruleBreaches(expecting('a month')).join(), /^x-expects: a month is not one of email, /);
  });
});
