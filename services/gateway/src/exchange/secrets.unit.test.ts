import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Document, secretOperations } from '@partner-ordering/openapi';

const document = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')) as Document;

// Answers that are not stored, such as an upload form, are found by that.
test('the operations whose answers show a token are known from the document', () => {
  const found = secretOperations(document);
  for (const name of ['issueToken', 'getInvitation', 'listInvitations']) assert.ok(found.has(name), name);
  for (const name of ['listProjects', 'getProject', 'listUsers', 'listProducts', 'listReceipts', 'getJwks'])
    assert.ok(!found.has(name), name);
});
