import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { committed, readGolden } from './golden/compare.ts';
import { JsonForm, jsonAnswers } from './golden/json-form.ts';

const bundle = join(import.meta.dirname, '../../services/gateway/generated/openapi.json');
const form = new JsonForm(JSON.parse(readFileSync(bundle, 'utf8')) as ConstructorParameters<typeof JsonForm>[0]);
const recordings = [...committed()].flatMap(([service, ids]) => ids.map((id) => ({ id, text: readGolden(service, id)! })));

describe('answers in JSON', () => {
  test('all of the corpus are without blanks, and their keys in the order of the document', () => {
    assert.deepEqual(
      recordings.flatMap(({ id, text }) => form.faults(id, text)),
      [],
    );
  });

  test('every operation of the document is among them', () => {
    const answering = recordings.filter(({ text }) => jsonAnswers(text).length > 0).map(({ id }) => id);
    assert.deepEqual(
      form.operations.filter((operationId) => !answering.includes(operationId)),
      [],
    );
  });

  test('collections have no entity tag', () => {
    const exchanges = recordings.flatMap(({ id, text }) => text.split(/^### /m).map((exchange) => ({ id, exchange })));
    const collections = exchanges.filter(({ exchange }) => /^\{"total_count":/m.test(exchange));
    assert.ok(collections.length > 30);
    assert.deepEqual(
      collections.filter(({ exchange }) => /^etag:/m.test(exchange)).map(({ id }) => id),
      [],
    );
  });

  test('blanks and another order are noticed, also within', () => {
    const answered = (body: string) => `### 200 once\n\nGET /v1/me\n\nHTTP/1.1 200 OK\ncontent-type: application/json\n\n${body}\n`;
    const faultsOf = (body: string) => form.faults('getReceipt', answered(body)).length;
    assert.equal(faultsOf('{"gid":"a","created_at":"b","vat":{"amount":1,"ratio":0.2,"currency":"EUR"}}'), 0);
    assert.equal(faultsOf('{"gid": "a"}'), 1);
    assert.equal(faultsOf('{"created_at":"b","gid":"a"}'), 1);
    assert.equal(faultsOf('{"gid":"a","vat":{"currency":"EUR","amount":1}}'), 1);
    assert.equal(faultsOf('{"gid":"a"'), 1);
  });
});
