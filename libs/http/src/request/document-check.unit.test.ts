import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request, Response } from 'express';
import openApiValidator from 'express-openapi-validator/package.json' with { type: 'json' };
import type { Document } from '@partner-ordering/openapi';
import { documentCheck } from './document-check.ts';

const operation = {
  operationId: 'getNote',
  parameters: [
    { name: 'gid', in: 'path', required: true, schema: { type: 'string', maxLength: 3 } },
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
  ],
  responses: { '200': { description: 'A note' } },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: { '/v1/notes/{gid}': { get: operation } },
  components: {},
};

/** A request as Express hands it to a route. */
const requestOf = (gid: string, query: Record<string, string> = {}): Request => {
  const address = `/v1/notes/${gid}?${new URLSearchParams(query).toString()}`;
  const app = { enabled: () => true, param: () => undefined };
  const parts = { method: 'GET', url: address, originalUrl: address, path: `/v1/notes/${gid}`, baseUrl: '', headers: {}, params: { gid } };
  return { ...parts, query, app } as unknown as Request;
};

test('each request of an operation is checked with its own parameters, the later ones without a search for the operation', async () => {
  const check = documentCheck(document as unknown as Document, false);
  const passed = async (request: Request) => (await check(request, {} as Response, () => undefined), [request.params, request.query]);
  await assert.rejects(passed(requestOf('long')), { status: 400 });
  const later = requestOf('b', { limit: '2' });
  // The search reads the path of the address.
  later.originalUrl = '/elsewhere?limit=2';
  assert.deepEqual(await passed(later), [{ gid: 'b' }, { limit: 2 }]);
  assert.deepEqual(await passed(requestOf('a', { limit: '1' })), [{ gid: 'a' }, { limit: 1 }]);
  await assert.rejects(passed(requestOf('c', { limit: 'x' })), { status: 400 });
});

test('the validator is the version whose private parts were tested', () => assert.equal(openApiValidator.version, '5.6.2'));
