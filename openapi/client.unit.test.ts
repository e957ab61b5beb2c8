import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareClient } from './client.ts';
import type { Document } from './document.ts';

test('a creation whose x-location is no path of the document is refused', () => {
  const responses = { '201': { description: '', headers: { Location: { schema: { type: 'string' } } } } };
  const post = { operationId: 'copyThing', 'x-location': '/v1/nowhere/{gid}', responses };
  const document: Document = { openapi: '3.1.0', info: {}, paths: { '/v1/copies': { post } }, components: {} };
  assert.throws(() => prepareClient(document), /copyThing: x-location names no path of the document/);
});
