import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from '../orders.ts';
import { startTestSystem } from '../system.ts';
import { demoGids, type TestSystem } from '../test-system.ts';

describe('the protocol, through the gateway', () => {
  let system: TestSystem;
  let user: ApiClient;
  before(async () => {
    system = await startTestSystem();
    user = await system.signIn('user@example.com');
  });
  after(() => system?.stop());

  test('the root introduces itself in JSON or XML, to everybody', async () => {
    const anonymous = system.bearer(undefined);
    const { body } = await anonymous.get('/');
    assert.deepEqual(Object.keys(body), ['name', 'say', 'version']);
    for (const path of ['/', '/v1', '/v1/']) {
      const { status, headers, body: xml } = await anonymous.get(path, { headers: { accept: 'application/xml' } });
      assert.equal(status, 200);
      assert.match(headers.get('content-type')!, /^application\/xml/);
      for (const [name, value] of Object.entries(body)) assert.ok(xml.includes(`<${name}>${value}</${name}>`), xml);
    }
  });

  test('a batch acts in order, across services, and a failed action does not stop the rest', async () => {
    const offer = await findOffer(user);
    const actions = [
      { relative_url: '/v1/me?fields=firstname', method: 'GET' },
      { relative_url: '/projects', method: 'POST', body: JSON.stringify(orderOf(offer, { title: 'From a batch' })) },
      { relative_url: '/projects/nothing', method: 'GET' },
      { relative_url: '/v1/projects/total_count', method: 'GET' },
    ];
    const { status, body } = await user.post('/v1/batch', actions);
    assert.equal(status, 200);
    assert.deepEqual(
      body.map((each: { status: number }) => each.status),
      [200, 201, 404, 200],
    );
    assert.equal(JSON.parse(body[0].body).firstname, 'Uwe');
    assert.deepEqual(JSON.parse(body[3].body), { total_count: 1 });
    const created = body[1].headers.location ?? body[1].headers.Location;
    assert.equal((await user.get(created)).body.title, 'From a batch');
  });

  test('a batch with an Idempotency-Key acts once', async () => {
    const offer = await findOffer(user);
    const actions = [{ relative_url: '/projects', method: 'POST', body: JSON.stringify(orderOf(offer)) }];
    const headers = { 'idempotency-key': 'a batch' };
    const [first, second] = [await user.post('/v1/batch', actions, { headers }), await user.post('/v1/batch', actions, { headers })];
    const located = ({ body }: typeof first) => body[0].headers.location ?? body[0].headers.Location;
    assert.ok(located(first));
    assert.equal(located(second), located(first));
  });

  test('HEAD says what GET would, without a body', async () => {
    const [{ body: list }] = [await user.get('/v1/products', { parameters: { limit: 1 } })];
    const { href } = list.items[0];
    const [get, head] = [await user.get(href), await user.send('HEAD', href, {})];
    assert.deepEqual([head.status, head.body], [200, '']);
    assert.equal(head.headers.get('etag'), get.headers.get('etag'));
    assert.equal((await user.send('HEAD', '/v1/products/nothing', {})).status, 404);
  });

  test('a known ETag is answered with 304, an old one refuses a change with 412', async () => {
    const href = await user.create('/v1/projects', orderOf(await findOffer(user)));
    const tag = (await user.get(href)).headers.get('etag')!;
    assert.equal((await user.get(href, { headers: { 'if-none-match': tag } })).status, 304);
    assert.equal((await user.put(href, { title: 'First' }, { headers: { 'if-match': tag } })).status, 204);
    assert.equal((await user.put(href, { title: 'Second' }, { headers: { 'if-match': tag } })).status, 412);
  });

  test('the token may stand in the query instead, and nothing keeps such an answer', async () => {
    const anonymous = system.bearer(undefined);
    const parameters = { access_token: user.token };
    const { status, headers } = await anonymous.get('/v1/me', { parameters });
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal((await user.get('/v1/me', { parameters })).status, 400);
  });

  test('401 tells those without a token apart from those with a bad one', async () => {
    const none = await system.bearer(undefined).get('/v1/projects');
    assert.deepEqual([none.status, none.body.error, none.headers.get('www-authenticate')], [401, 'access_denied', 'Bearer']);
    const bad = await system.bearer('made up').get('/v1/projects');
    assert.deepEqual([bad.status, bad.body.error], [401, 'invalid_grant']);
    assert.equal(bad.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
  });

  test('a request id is kept or made, and returned by every service', async () => {
    for (const path of ['/v1', '/v1/me', '/v1/products', '/v1/projects']) {
      const headers = { 'x-request-id': 'partner-7' };
      assert.equal((await user.get(path, { headers })).headers.get('x-request-id'), 'partner-7', path);
      assert.ok((await user.get(path)).headers.get('x-request-id'), path);
    }
  });

  test('the bundle of all documents is served, with the documentation', async () => {
    const { status, body } = await system.bearer(undefined).get('/v1/openapi.json');
    assert.equal(status, 200);
    for (const path of ['/oauth2/token', '/v1/me', '/v1/products', '/v1/projects', '/v1/batch']) assert.ok(body.paths[path], path);
    assert.equal(
      Object.keys(body.paths).some((path) => path.startsWith('/internal')),
      false,
    );
    assert.match((await system.bearer(undefined).get('/docs')).body, /<html/);
  });

  test('what is searchable and orderable is told, and is what the services take', async () => {
    // Some collections are for admins, or for others only with a query of their own.
    const admin = await system.signIn('admin@example.com');
    const kinds = [[/^is_/, true], [/_(at|date)$/, '2026-01-01T00:00:00+0000'], [/^(?!stat(us|e)$)/, 'x']] as const; // prettier-ignore
    const { status, body } = await user.get('/v1/schema/query');
    assert.equal(status, 200);
    const paths = Object.keys(body).filter((path) => !path.includes('{'));
    assert.ok(paths.length > 5);
    for (const path of paths) {
      for (const field of body[path].orderable) {
        const answer = await admin.get(path, { parameters: { orderBy: field, sort: 'asc', limit: 1 } });
        assert.equal(answer.status, 200, `${path} by ${field}: ${JSON.stringify(answer.body)}`);
      }
      for (const field of body[path].searchable) {
        const value = kinds.find(([names]) => names.test(field))?.[1] ?? null;
        const answer = await admin.get(path, { parameters: { query: [field, '!=', value] } });
        assert.equal(answer.status, 200, `${path} with ${field}: ${JSON.stringify(answer.body)}`);
      }
    }
  });

  test('what only services may ask is not routed, and the documented paths are all there is', async () => {
    for (const path of ['/internal/revocations', `/internal/state/principal/${demoGids.users.user}`, '/v1/nothing'])
      assert.equal((await user.get(path)).status, 404, path);
    const { status, headers } = await user.send('PATCH', '/v1/me', {});
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, PUT']);
  });
});
