import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Document, Operation, Schema } from '@partner-ordering/openapi';
import { mustAnswerAboutFiles, nameAll, nameFollowers } from './internal-documents.ts';
import { serviceOperations } from './service-operations.ts';
import { ruleBreaches } from './rules.ts';

const word = { type: 'object', additionalProperties: false, required: ['word'], properties: { word: { type: 'string' } } };
const operation = (operationId: string, extra: Partial<Operation> = {}): Operation => ({
  operationId,
  'x-callers': ['ordering'],
  responses: { '200': { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Word' } } } } },
  ...extra,
});
const document = (paths: Document['paths'], schema: Schema = word): Document => ({
  openapi: '3.1.0',
  info: { title: 'Words', version: '1' },
  security: [{ service: [] }],
  paths,
  components: { schemas: { Word: schema } },
});

describe('nameFollowers', () => {
  const states = (): Document => document({ '/internal/state/{type}/{key}': { get: operation('getState', { 'x-callers': [] }) } });

  test('the followers of a service may ask it for states', () => {
    const statesDocument = states();
    nameFollowers('catalog', statesDocument, ['identity', 'ordering']);
    assert.deepEqual(statesDocument.paths['/internal/state/{type}/{key}']?.get?.['x-callers'], ['identity', 'ordering']);
  });

  test('a followed service that does not answer getState is refused', () => {
    assert.throws(() => nameFollowers('catalog', document({}), ['ordering']), /internal\/catalog.yaml: ordering follow/);
    assert.throws(() => nameFollowers('catalog', undefined, ['ordering']), /internal\/catalog.yaml: ordering follow/);
  });
});

test('the callers `all` are the gateway and all services but the one that answers', () => {
  const wordsDocument = document({ '/internal/words': { get: operation('getWord', { 'x-callers': 'all' as never }) } });
  nameAll('catalog', wordsDocument);
  const callers = wordsDocument.paths['/internal/words']?.get?.['x-callers'] ?? [];
  assert.ok(callers.includes('gateway') && callers.includes('identity') && !callers.includes('catalog'), callers.join());
});

test('only a service that publishes attachments answers which files are readable and held', () => {
  const [readable, held] = ['findReadable', 'findHeld'].map((operationId) => ({ post: operation(operationId) }));
  const bothDocument = document({ '/internal/readable': readable!, '/internal/held': held! });
  mustAnswerAboutFiles('ordering', bothDocument, true);
  mustAnswerAboutFiles('catalog', document({}), false);
  assert.throws(() => mustAnswerAboutFiles('ordering', document({ '/internal/readable': readable! }), true), /ordering.yaml: findHeld/);
  assert.throws(() => mustAnswerAboutFiles('ordering', undefined, true), /findReadable and findHeld are missing/);
  assert.throws(() => mustAnswerAboutFiles('catalog', bothDocument, false), /catalog.yaml: .* does not publish/);
});

describe('ruleBreaches of an internal document', () => {
  test('a POST with parameters, a GET with a body and other methods are named', () => {
    const inPath = [{ name: 'of', in: 'path' as const, required: true, schema: { type: 'string' } }];
    const requestBody = { content: {} };
    const paths = {
      '/internal/words/{of}': { post: operation('addWord', { parameters: inPath }), put: operation('putWord') },
      '/internal/words': { get: operation('getWords', { requestBody }), post: operation('addWords', { requestBody }) },
    };
    assert.deepEqual(
      ruleBreaches(document(paths), 'internal').map((breach) => breach.slice(0, breach.indexOf(':'))),
      ['putWord', 'addWord', 'getWords'],
    );
  });

  test('an extension of internal documents is unknown in the others', () => {
    const paths = { '/internal/words': { get: operation('getWord') } };
    assert.deepEqual(ruleBreaches(document(paths), 'internal'), []);
    assert.deepEqual(ruleBreaches(document(paths)), ['getWord: no such extension: x-callers']);
  });
});

describe('serviceOperations', () => {
  const paths = {
    '/internal/words/{of}': {
      get: operation('getWord', {
        parameters: [{ name: 'of', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { ...operation('').responses, '404': { description: '' } },
      }),
    },
    '/internal/words': {
      post: operation('addWord', {
        'x-idempotent': true,
        'x-attempt-seconds': 10,
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Word' } } } },
      }),
    },
  };

  test('one name for two different schemas is refused', () => {
    const other = document(
      { '/internal/other': { get: operation('getOther') } },
      { type: 'object', properties: { of: { type: 'string' } } },
    );
    assert.throws(() => serviceOperations(new Map(Object.entries({ catalog: document(paths), billing: other }))), /by Word/);
  });
});
