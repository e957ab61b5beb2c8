import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { askedAgainWhenBusy, type ApiClient, type ApiResponse } from '@partner-ordering/testing';
import { Operations, type Operation } from './document.ts';
import { orderOf } from './orders.ts';
import { bodyOf, makeBelongings, pathOf, queryOf, type Belongings } from './requests.ts';
import { startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

describe('hostile input', () => {
  let system: TestSystem;
  let operations: Operations;
  let bakery: Belongings;
  let admin: ApiClient;
  let user: ApiClient;
  before(async () => {
    system = await startTestSystem();
    [operations, bakery, admin, user] = await Promise.all([
      Operations.of(system.url),
      makeBelongings(system),
      system.signIn('admin@example.com'),
      system.signIn('user@example.com'),
    ]);
  });
  after(() => system?.stop());

  const taking = (isForm: boolean): Operation[] => operations.all.filter((operation) => operation.body && operation.isForm === isForm);
  const collections = (): Operation[] =>
    operations.all.filter(({ method, parameters }) => method === 'GET' && parameters.some(({ name }) => name === 'query'));
  const countOf = async (client: ApiClient) => (await client.get('/v1/projects/total_count')).body.total_count as number;

  /** 400 in the words of the contract. */
  function assertRefused({ status, body }: ApiResponse, what: string): void {
    assert.equal(status, 400, `${what}: ${status} ${JSON.stringify(body)}`);
    assert.deepEqual([body.error.code, body.error.message], [400, 'Data missing or invalid'], what);
    assert.ok(body.error.details.length > 0, what);
    for (const { path, message } of body.error.details) assert.deepEqual([typeof path, typeof message], ['string', 'string'], what);
  }

  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  const bodies: [string, string][] = [
    ['broken JSON', '{"title": '],
    ['JSON with more behind it', '{} {}'],
    ['nothing', ''],
    ['a number', '1'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['an unknown field', '{"no_such_field": 1}'],
    ['__proto__', '{"__proto__": {"isAdmin": true}}'],
    ['constructor.prototype', '{"constructor": {"prototype": {"isAdmin": true}}}'],
    ['a NUL', '{"title": "a\\u0000b"}'],
    ['depth', `{"title": ${deep(10_000)}}`],
    ['bytes that are not UTF-8', '{"title": "\u00ff'],
  ];
  for (const [what, text] of bodies) {
    test(`400 for ${what} as the body of every operation that takes one`, async () => {
      for (const operation of taking(false).filter(({ isBodyOptional }) => text !== '' || !isBodyOptional)) {
        const answer = await askedAgainWhenBusy(() => admin.send(operation.method, pathOf(operation.path, bakery), { body: text }));
        assertRefused(answer, `${operation.operationId} with ${what}`);
      }
    });
  }

  test('the OAuth endpoints refuse what is no form in words of their own', async () => {
    for (const operation of taking(true)) {
      for (const text of [
        '',
        '{"grant_type":"password"}',
        'grant_type',
        'token=a&token=b',
        'token=%00',
        'token=%ff%fe',
        '%',
        `token=${'x'.repeat(100_000)}`,
      ]) {
        const answer = await system.oauth(operation.path, {});
        const raw = await system
          .bearer(undefined)
          .post(operation.path, text, { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
        for (const { status, body, headers } of [answer, raw]) {
          assert.ok([400, 401].includes(status), `${operation.path} ${text.slice(0, 20)}: ${status} ${JSON.stringify(body)}`);
          assert.deepEqual([typeof body.error, headers.get('cache-control')], ['string', 'no-store']);
        }
      }
    }
  });

  test('413 for a body of more than 1 MiB, 415 for another content type', async () => {
    for (const operation of taking(false)) {
      const path = pathOf(operation.path, bakery);
      const big = JSON.stringify({ title: 'x'.repeat(operation.operationId === 'runBatch' ? 6_000_000 : 1_100_000) });
      assert.equal((await admin.send(operation.method, path, { body: big })).status, 413, operation.operationId);
      const headers = { 'content-type': 'text/plain' };
      assert.equal((await admin.send(operation.method, path, { body: '{}', headers })).status, 415, operation.operationId);
    }
  });

  let nested: unknown = ['gid', '==', 'x'];
  for (let level = 0; level < 60; level++) nested = ['OR', [nested]];
  const queries: [string, unknown][] = [
    ['60 levels', JSON.stringify(nested)],
    ['60 brackets', deep(60)],
    ['broken JSON', '['],
    ['a text', '"gid"'],
    ['an object', '{"__proto__": {"a": 1}}'],
    ['an unknown field', [['password_hash', '==', 'x']]],
    ['SQL for a field', [['gid" or 1=1 --', '==', 'x']]],
    ['__proto__ for a field', [['__proto__', '==', 'x']]],
    ['constructor for an operator', [['gid', 'constructor', 'x']]],
    ['an unknown operator', [['gid', 'sounds like', 'x']]],
    ['an object for a value', [['gid', '==', { $ne: null }]]],
    ['an empty OR', ['OR', []]],
    ['51 expressions', Array.from({ length: 51 }, () => ['gid', '==', 'x'])],
    ['a NUL', '[["gid","==","a\\u0000b"]]'],
  ];
  for (const [what, query] of queries) {
    test(`400 for ${what} as the query of every collection`, async () => {
      for (const operation of collections()) {
        const answer = await admin.get(pathOf(operation.path, bakery), { parameters: { query } });
        assertRefused(answer, `${operation.operationId} with ${what}`);
      }
    });
  }

  test('414 for a query longer than any that is documented', async () => {
    const query = [['gid', 'in', Array.from({ length: 1_100 }, () => bakery.project)]];
    const { status, body } = await admin.get('/v1/projects', { parameters: { query } });
    assert.deepEqual([status, body.error.code], [414, 414]);
  });

  test('quotes, percent signs and underscores are only characters', async () => {
    for (const text of [`'; drop table project; --`, '%', '_', '\\', '"', `' or '1'='1`, '\u202e', '🥐'.repeat(50)]) {
      const query = ['title', '~=', text];
      assert.equal((await admin.get('/v1/categories', { parameters: { query } })).body.total_count, 0, text);
      for (const operation of collections()) {
        const takes = (name: string) => operation.parameters.some((parameter) => parameter.name === name);
        const path = pathOf(operation.path, bakery);
        if (takes('search')) assert.equal((await admin.get(path, { parameters: { search: text } })).status, 200, `${path} ${text}`);
        for (const name of ['orderBy', 'sort', 'limit', 'offset'].filter(takes))
          assertRefused(await admin.get(path, { parameters: { [name]: text } }), `${path}?${name}=${text}`);
      }
    }
    const title = `100 % _cotton_ 'n' "more" \\o/`;
    await admin.create('/v1/categories', { title });
    for (const part of ['100 %', '_cotton_', `'n'`, `"more"`, '\\o/'])
      assert.equal((await admin.get('/v1/categories', { parameters: { query: ['title', 'like', part] } })).body.total_count, 1, part);
  });

  test('404 for anything that is no gid in a path', async () => {
    const bad = ['x', `'`, '%27%20or%201=1', '..%2f..%2fadmin', '%00', '%F0%9F%A5%90', '__proto__', 'null', '-1', 'x'.repeat(255)];
    for (const operation of operations.all.filter(({ path, isPublic }) => path.includes('{') && !path.includes('{url}') && !isPublic)) {
      const real = pathOf(operation.path, bakery).split('/');
      const places = operation.path.split('/').flatMap((part, place) => (part.startsWith('{') ? [place] : []));
      for (const [place, text] of places.flatMap((each) => bad.map((one) => [each, one] as const))) {
        const path = real.with(place, text).join('/');
        const body = operation.body === undefined ? {} : { body: bodyOf(operation.operationId, bakery) };
        const { status, body: answer } = await askedAgainWhenBusy(() => admin.send(operation.method, path, body));
        // A NUL cannot be part of any resource's name, nor can a path be encoded wrongly.
        const expected = text === '%00' ? [400, 404] : [404];
        assert.ok(expected.includes(status), `${operation.method} ${path.slice(0, 80)}: ${status} ${JSON.stringify(answer)}`);
        assert.equal(answer.error.code, status);
      }
    }
  });

  test('nothing is changed by what is refused', async () => {
    const [before, project] = [await countOf(user), (await user.get(`/v1/projects/${bakery.project}`)).body];
    for (const changes of [
      { price: { amount: 1 } },
      { product: { gid: 'x' } },
      { quantity: 2 },
      { options: { due: 99, mode: 'multi' } },
      { state: 'paid' },
    ])
      assertRefused(await user.post('/v1/projects', orderOf(bakery.offer, changes)), JSON.stringify(changes));
    for (const changes of [
      { title: 'New', state: 'waiting_for_proposal' },
      { status: 'canceled' },
      { status: 'paid' },
      { title: 'New', quantity: 3 },
    ])
      assertRefused(await user.put(`/v1/projects/${bakery.project}`, changes), JSON.stringify(changes));
    assert.equal(await countOf(user), before);
    assert.deepEqual((await user.get(`/v1/projects/${bakery.project}`)).body, project);
  });

  test('the same parameter twice, or one that is not documented, is 400', async () => {
    const reader = await system.signIn('admin@example.com', 'base upload_files');
    for (const { path, parameters, operationId } of operations.all.filter(({ method, isPublic }) => method === 'GET' && !isPublic)) {
      const real = pathOf(path, bakery);
      assertRefused(await reader.get(real, { parameters: { ...queryOf(operationId, bakery), no_such_parameter: 1 } }), path);
      const [known] = parameters.filter((parameter) => parameter.in === 'query');
      if (known) assertRefused(await reader.get(`${real}?${known.name}=1&${known.name}=2`), `${path} ${known.name} twice`);
    }
  });
});
