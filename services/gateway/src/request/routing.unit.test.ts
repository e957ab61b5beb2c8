import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes as documented } from '../../generated/routes.ts';
import { routes } from '../fixtures/test-gateway.ts';
import { createRouter } from './routing.ts';

const router = createRouter(routes);

function operation(method: string, path: string): string {
  const match = router.match(method, path);
  return match.kind === 'route' ? match.route.operationId : match.kind;
}

test('a literal segment wins over a parameter', () => {
  assert.equal(operation('GET', '/v1/projects/total_count'), 'countProjects');
  assert.equal(operation('GET', '/v1/projects/0192'), 'getProject');
});

test('an encoded slash stays inside its segment', () => {
  assert.equal(operation('GET', '/v1/files/a%2Fb%2fc.png'), 'signFile');
  assert.equal(operation('GET', '/v1/files/a/b'), 'unknown');
});

test('a parameter is never empty and paths are compared to the letter', () => {
  for (const path of ['/v1/projects/', '/V1/projects', '/v1//projects', '//v1/projects', '/v1/projects/1/2', '']) {
    assert.equal(operation('GET', path), 'unknown', path);
  }
});

test('broken percent-encoding is distinguished from an unknown path', () => {
  for (const part of ['%', '%zz', '%ff', 'a%2']) assert.equal(operation('GET', `/v1/projects/${part}`), 'malformed', part);
});

test('HEAD goes where GET goes, other methods are not allowed and named', () => {
  assert.equal(operation('HEAD', '/v1/projects/1'), 'getProject');
  assert.deepEqual(router.match('PATCH', '/v1/projects/1'), { kind: 'methodNotAllowed', allow: 'DELETE, GET, HEAD, PUT' });
  assert.deepEqual(router.match('PUT', '/v1/projects/total_count'), { kind: 'methodNotAllowed', allow: 'GET, HEAD' });
});

test('a GET that writes has no HEAD', () => {
  const path = '/v1/organizations/1/prices/fetch';
  for (const method of ['HEAD', 'PUT'])
    assert.deepEqual(createRouter(documented).match(method, path), { kind: 'methodNotAllowed', allow: 'GET' }, method);
});
