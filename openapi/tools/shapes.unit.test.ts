import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { closed, eventsOf } from '@partner-ordering/testing';
import type { Document, Schema } from '@partner-ordering/openapi';
import { servedDocument } from './served.ts';
import { shapeBreaches } from './shapes.ts';

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const object = (properties: Record<string, Schema>, additions: Schema = { additionalProperties: false }): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...additions,
});
const json = (name: string) => ({ content: { 'application/json': { schema: reference(name) } } });
const form = (name: string) => ({ content: { 'multipart/form-data': { schema: reference(name) } } });
const answerOf = (name: string) => ({ '200': { description: '', ...json(name) } });
const option = { default: 10, required: true };
const optionsContent = { 'application/json': { schema: reference('Options'), example: { items: [option] } } };
const SUBSCRIPTIONS = '/v1/orgs/{orgGid}/webhooks';

/** A bundle with every shape that the served document rewrites. */
const bundle = (): Document =>
  ({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', contact: { url: '/docs/' } },
    servers: [{ url: '/' }],
    paths: {
      '/v1/things/{gid}': {
        parameters: [{ $ref: '#/components/parameters/gid' }],
        get: { operationId: 'getThing', security: [{ oauth2: [] }], responses: answerOf('Thing') },
        put: { operationId: 'updateThing', requestBody: json('ThingUpdate'), responses: { '204': { description: '' } } },
      },
      '/v1/files/{url}': {
        parameters: [{ name: 'url', in: 'path', required: true, schema: text }],
        get: {
          operationId: 'getFile',
          responses: {
            '200': {
              description: '',
              content: { 'application/xml': { schema: reference('Error') }, 'text/xml': { schema: reference('Error') } },
            },
          },
        },
      },
      '/v1/options': { get: { operationId: 'getOptions', responses: { '200': { description: '', content: optionsContent } } } },
      '/v1/storage': { post: { operationId: 'uploadFile', requestBody: form('Upload'), responses: { '204': { description: '' } } } },
      [SUBSCRIPTIONS]: { post: { operationId: 'createWebhook', requestBody: json('Money'), responses: answerOf('Money') } },
    },
    webhooks: { 'thing.made': { post: { operationId: 'onThingMade', requestBody: json('MadeEvent'), responses: {} } } },
    components: {
      schemas: {
        Gid: { ...text, 'x-optional': true },
        Error: object({ code: text }),
        Money: object({ amount: { type: 'number' } }),
        Options: object({ items: { type: 'array', items: { oneOf: [reference('Option'), { type: 'null' }] } } }),
        Option: object({ default: { type: 'integer' }, required: { type: 'boolean' } }),
        Summary: { type: 'object', required: ['gid'], properties: { gid: reference('Gid') } },
        Thing: {
          unevaluatedProperties: false,
          allOf: [
            reference('Summary'),
            { type: 'object', required: ['price'], properties: { price: { oneOf: [reference('Money'), { type: 'null' }] } } },
          ],
        },
        ThingUpdate: object({ price: reference('Money') }),
        ShortThing: object({ gid: reference('Gid') }),
        MadeEvent: object({ thing: reference('ThingInEvents') }),
        ThingInEvents: { oneOf: [reference('Thing'), reference('ShortThing')] },
        Upload: object({ file: { type: 'string', format: 'binary', maxLength: 9 } }, { additionalProperties: text }),
      },
      parameters: { gid: { name: 'gid', in: 'path', required: true, schema: text } },
      securitySchemes: { oauth2: { type: 'oauth2', flows: { password: { tokenUrl: '/oauth2/token', scopes: {} } } } },
    },
  }) as unknown as Document;

/** Changes that bring one refused shape into the served document, each with its breach. */
const changes: [string, (document: Document, schemas: Record<string, Schema>) => unknown, RegExp][] = [
  ['webhooks', (document) => (document.webhooks = {}), /^webhooks: /],
  ['two operations of one name', ({ paths }) => (paths['/v1/files/{url}']!.get!.operationId = 'onThingMade'), /^onThingMade: two/],
  [
    'two parts of an object',
    (_, schemas) => (schemas['Thing'] = { allOf: [reference('Money'), reference('Money')] }),
    /^components\.schemas\.Thing: /,
  ],
  ['alternatives', (_, schemas) => (schemas['ThingInEvents'] = { oneOf: [reference('Thing'), reference('Money')] }), /ThingInEvents: open/],
  ['unevaluatedProperties', (_, { Thing }) => (Thing!['unevaluatedProperties'] = false), /^components\.schemas\.Thing: /],
  ['a closed answer', (_, { Thing }) => (Thing!.additionalProperties = false), /^Thing: what is answered is open/],
  ['a closed list of values', (_, { Thing }) => (Thing!.properties!['gid'] = { enum: ['a', 'b'] }), /^Thing: a list of values/],
  ['a body that does not say what it is', (_, { ThingUpdate }) => delete ThingUpdate!.additionalProperties, /^ThingUpdate: what is taken/],
  ['a length of binary content', (_, { Upload }) => (Upload!.properties!['file']!['maxLength'] = 9), /Upload\.properties\.file: binary/],
  ['a form that says that it is open', (_, { Upload }) => (Upload!.additionalProperties = true), /^Upload: a form says nothing/],
  [
    'an object without a name',
    (_, { Thing }) => (Thing!.properties!['of'] = object({ gid: text }, {})),
    /Thing\.properties\.of: an object/,
  ],
  ['a name of languages', (_, schemas) => (schemas['Error'] = text), /schemas\.Error: a name/],
  ['a name that differs by its case', (_, schemas) => (schemas['GID'] = text), /GID differs/],
  ['a parameter of the name of a schema', ({ components }) => (components['parameters']!['gid'] = {}), /differs/],
  ['two types of XML', ({ paths }) => (paths['/v1/files/{url}']!.get!.responses['200']!.content!['text/xml'] = {}), /two types of XML/],
  ['a parameter `url`', ({ paths }) => delete (paths['/v1/files/{url}']!.parameters![0] as never)['x-go-name'], /x-go-name/],
  [
    'an example that reads as a schema',
    ({ paths }) => (paths['/v1/options']!.get!.responses['200']!.content!['application/json']!.example = { items: [option] }),
    /application\/json: an example with/,
  ],
  ['words for our own tools', (_, { Thing }) => (Thing!['x-optional'] = true), /Thing: words for/],
  ['no server', (document) => (document.servers = []), /^servers/],
  [
    'two successes of one operation',
    ({ paths }) => (paths['/v1/things/{gid}']!.put!.responses['200'] = { description: '' }),
    /^updateThing: it has one success, not 200 and 204$/,
  ],
  ['a relative address of the contact', (document) => (document.info['contact'] = { url: '/docs/' }), /^info\.contact: an address/],
  ['a relative server', (document) => (document.servers = [{ url: '/' }]), /^servers\.0: an address/],
  [
    'a relative address of tokens',
    ({ components }) => ((components['securitySchemes']!['oauth2'] as { flows: { password: object } }).flows.password = { tokenUrl: '/' }),
    /password: an address/,
  ],
];

describe('the shapes of the served document', () => {
  test('every refused shape is rewritten in the served document', () => {
    assert.ok(shapeBreaches(bundle()).length > 10);
    assert.deepEqual(shapeBreaches(servedDocument(bundle())), []);
  });

  for (const [title, change, breach] of changes)
    test(`${title}: refused`, () => {
      const document = servedDocument(bundle());
      change(document, document.components.schemas!);
      const breaches = shapeBreaches(document);
      assert.equal(breaches.length, 1, breaches.join('\n'));
      assert.match(breaches[0]!, breach);
    });

  test('an object in parts keeps its nullable fields, and a schema of requests and answers gets a closed copy', () => {
    const { Thing, ThingUpdate, MoneyWrite } = servedDocument(bundle()).components.schemas!;
    const price = { oneOf: [reference('Money'), { type: 'null' }] };
    assert.deepEqual(Thing, { type: 'object', required: ['gid', 'price'], properties: { gid: reference('Gid'), price } });
    assert.deepEqual(ThingUpdate, object({ price: reference('MoneyWrite') }));
    assert.deepEqual(MoneyWrite, object({ amount: { type: 'number' } }));
  });

  test('alternatives in an answer become one object in which only common fields are required', () => {
    const { Thing, ThingInEvents } = servedDocument(bundle()).components.schemas!;
    assert.deepEqual(ThingInEvents, { ...Thing, required: ['gid'] });
  });

  test('an example that reads as a schema goes to the fields', () => {
    const { Option } = servedDocument(bundle()).components.schemas!;
    assert.deepEqual(Option!.properties, { default: { type: 'integer', examples: [10] }, required: { type: 'boolean', examples: [true] } });
  });

  test('a closed answer has no other fields, and a form still does', () => {
    const served = servedDocument(bundle());
    const { schemas } = closed(served).components;
    assert.deepEqual(schemas!['Thing'], { ...served.components.schemas!['Thing'], additionalProperties: false });
    assert.equal(schemas!['Upload']!.additionalProperties, undefined);
  });

  test('the operation that adds a webhook has the schema of each event', () => {
    assert.deepEqual(eventsOf(servedDocument(bundle())), [{ type: 'thing.made', schema: reference('MadeEvent'), example: undefined }]);
  });
});
