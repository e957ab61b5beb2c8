import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Document, Operation, Schema } from './document.ts';
import { mustAnswerAboutFiles, nameAll, nameFollowers } from './internal-documents.ts';
import { internalBreaches } from './internal-rules.ts';
import { neighbourOperations } from './neighbours.ts';
import { ruleBreaches } from './rules.ts';
import { servicesPage } from './services-page.ts';

const word = { type: 'object', additionalProperties: false, required: ['word'], properties: { word: { type: 'string' } } };
const operation = (operationId: string, extra: Partial<Operation> = {}): Operation => ({
  operationId,
  'x-callers': ['ordering'],
  responses: { '200': { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Word' } } } } },
  ...extra,
});
const document = (paths: Document['paths'], schema: Schema = word): Document => ({
  ...{ openapi: '3.1.0', info: { title: 'Words', version: '1' }, security: [{ service: [] }], paths },
  components: { schemas: { Word: schema } },
});

describe('nameFollowers', () => {
  const states = (): Document => document({ '/internal/state/{type}/{key}': { get: operation('getState', { 'x-callers': [] }) } });

  test('the followers of a service are those who may ask it for states', () => {
    const of = states();
    nameFollowers('catalog', of, ['identity', 'ordering']);
    assert.deepEqual(of.paths['/internal/state/{type}/{key}']?.get?.['x-callers'], ['identity', 'ordering']);
  });

  test('a followed service that does not answer getState is refused, and one that answers nobody', () => {
    assert.throws(() => nameFollowers('catalog', document({}), ['ordering']), /internal\/catalog.yaml: ordering follow/);
    assert.throws(() => nameFollowers('catalog', undefined, ['ordering']), /internal\/catalog.yaml: ordering follow/);
    assert.throws(() => nameFollowers('catalog', states(), []), /nobody follows/);
  });
});

test('callers that are called `all` are the gateway and all services but the one that answers', () => {
  const of = document({ '/internal/words': { get: operation('getWord', { 'x-callers': 'all' as never }) } });
  nameAll('catalog', of);
  const callers = of.paths['/internal/words']?.get?.['x-callers'] ?? [];
  assert.ok(callers.includes('gateway') && callers.includes('identity') && !callers.includes('catalog'), callers.join());
});

test('who publishes attachments answers which files are readable and held, and nobody else does', () => {
  const [readable, held] = ['findReadable', 'findHeld'].map((operationId) => ({ post: operation(operationId) }));
  const both = document({ '/internal/readable': readable!, '/internal/held': held! });
  mustAnswerAboutFiles('ordering', both, true);
  mustAnswerAboutFiles('catalog', document({}), false);
  assert.throws(() => mustAnswerAboutFiles('ordering', document({ '/internal/readable': readable! }), true), /ordering.yaml: findHeld/);
  assert.throws(() => mustAnswerAboutFiles('ordering', undefined, true), /findReadable and findHeld are missing/);
  assert.throws(() => mustAnswerAboutFiles('catalog', both, false), /catalog.yaml: .* does not publish/);
});

describe('internalBreaches', () => {
  test('callers are other services that are registered, at least one', () => {
    const paths = { '/internal/words': { get: operation('getWord', { 'x-callers': ['catalog', 'printing'] }) } };
    assert.deepEqual(internalBreaches('catalog', document(paths)), [
      'getWord: x-callers: catalog is no other service',
      'getWord: x-callers: printing is no other service',
    ]);
    const nobody = { '/internal/words': { get: operation('getWord', { 'x-callers': [] }) } };
    assert.deepEqual(internalBreaches('catalog', document(nobody)), ['getWord: x-callers names the services that may call it']);
  });

  test('a path outside of /internal, a POST with parameters, a GET that says it is idempotent and other methods are named', () => {
    const inPath = [{ name: 'of', in: 'path' as const, required: true, schema: { type: 'string' } }];
    const paths = {
      '/v1/words': { get: operation('getWord') },
      '/internal/words/{of}': { post: operation('addWord', { parameters: inPath }), put: operation('putWord') },
      '/internal/words': { get: operation('getWords', { 'x-idempotent': true }) },
    };
    assert.deepEqual(
      internalBreaches('catalog', document(paths)).map((breach) => breach.slice(0, breach.indexOf(':'))),
      ['getWord', 'putWord', 'addWord', 'getWords'],
    );
  });

  test('more time for an answer is more than any call has, in whole seconds, and no more than a minute', () => {
    const breachesOf = (seconds: number) =>
      internalBreaches('catalog', document({ '/internal/words': { post: operation('addWord', { 'x-attempt-seconds': seconds }) } }));
    for (const seconds of [0, 3, 4.5, 61]) assert.match(breachesOf(seconds).join(), /^addWord: x-attempt-seconds/);
    for (const seconds of [4, 60]) assert.deepEqual(breachesOf(seconds), []);
  });

  test('what only internal documents say is unknown in the others, and the other way round', () => {
    const paths = { '/internal/words': { get: operation('getWord') } };
    assert.deepEqual(ruleBreaches(document(paths), 'internal'), []);
    assert.deepEqual(ruleBreaches(document(paths)), ['getWord: no such extension: x-callers']);
  });
});

describe('neighbourOperations', () => {
  const paths = {
    '/internal/words/{of}': {
      get: operation('getWord', {
        parameters: [{ name: 'of', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { ...operation('').responses, '404': { description: '' } },
      }),
    },
    '/internal/words': {
      post: operation('addWord', {
        ...{ 'x-idempotent': true, 'x-attempt-seconds': 10 },
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Word' } } } },
      }),
    },
  };

  test('each operation has the type of its input and answer; where the document has a 404, there may be none', () => {
    const text = neighbourOperations(new Map([['catalog', document(paths)]]));
    assert.match(text, /getWord\(input: \{ of: string \}\): Promise<Word \| undefined>;/);
    assert.match(text, /addWord\(input: Word\): Promise<Word>;/);
    assert.match(text, /addWord: \{ method: 'POST', path: '\/internal\/words', isIdempotent: true, attemptMs: 10000 \}/);
    assert.match(text, /ordering: \{ catalog: \['getWord', 'addWord'\] \}/);
  });

  test('one name for two different things is refused', () => {
    const other = document(
      { '/internal/other': { get: operation('getOther') } },
      { type: 'object', properties: { of: { type: 'string' } } },
    );
    assert.throws(() => neighbourOperations(new Map(Object.entries({ catalog: document(paths), billing: other }))), /by Word/);
  });
});

describe('servicesPage', () => {
  const paths = { '/internal/words': { get: operation('getWord'), post: operation('addWord') } };
  const follower = { service: 'ordering', states: [{ owner: 'catalog', type: 'product', fields: ['title'] }], facts: [] };
  const page = servicesPage(new Map([['catalog', document(paths)]]), [follower]);

  test('each pair of services has one arrow with all that lies between them', () => {
    assert.match(page, /^ {2}ordering -->\|"getWord<br>addWord"\| catalog$/m);
    assert.match(page, /^ {2}catalog -->\|"product"\| ordering$/m);
    assert.doesNotMatch(page, /billing/);
  });

  test('each operation and each followed state has a row; only what may be repeated says so', () => {
    assert.match(page, /^\| catalog \| `getWord` \| `GET \/internal\/words` \| .* \| ordering \| yes \|$/m);
    assert.match(page, /^\| catalog \| `addWord` \| `POST \/internal\/words` \| .* \| ordering \| no \|$/m);
    assert.match(page, /^\| ordering \| `product` \| catalog \| `title` \|$/m);
  });
});
