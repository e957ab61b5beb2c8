import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from 'express';
import type { NamedRoute } from '@partner-ordering/openapi';
import { noContent, ok } from '../response/replies.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { representations } from './representation.ts';

const schema = { type: 'object', properties: { title: { type: 'string' } } };
const get = { operationId: 'getNote', responses: { 200: { content: { 'application/json': { schema } } } } };
const route = { method: 'get', path: '/v1/notes/{gid}', operationId: 'getNote', public: true, noun: 'note' } as NamedRoute;
const request = { method: 'PUT', path: '/v1/notes/1', headers: { prefer: 'return=representation' }, claims: {} } as unknown as Request;

test('204 stays the answer of a write that took effect when its resource cannot be read, which is logged', async () => {
  const warnings: unknown[] = [];
  const runtime = {
    document: { components: {}, paths: { [route.path]: { get } } },
    log: { warn: (fault: unknown) => warnings.push(fault) },
  };
  const shownBy = async (answer: () => ReturnType<typeof ok>) =>
    (await representations(runtime as unknown as Runtime, [{ route, answer: async () => answer() }])(request, noContent()))?.status;
  assert.equal(await shownBy(() => ok({ title: 'Read' })), 200);
  assert.equal(
    await shownBy(() => {
      throw new Error('no connection is free');
    }),
    undefined,
  );
  assert.equal(warnings.length, 1);
});
