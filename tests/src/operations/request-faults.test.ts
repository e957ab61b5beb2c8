import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { constraintsOf, nullsOf } from '../constraints.ts';
import { pathOf, queryOf } from '../requests.ts';
import { sharedBelongings } from '../belongings-system.ts';
import { faultTables } from '../../../workspace/fault-tables.ts';

/** Every text that is said of a broken constraint. What a field must be is told in words of its own. */
const texts = [
  /^is required$/,
  /^is not a known field$/,
  /^must not be empty$/,
  /^must not contain the same item twice$/,
  /^must have at (?:least|most) \d+ (?:characters|items|fields)$/,
  /^must be (?:text|true or false|an object|a list|an email address)(?: or null)?$/,
  /^must be a (?:whole )?number(?: from -?[\d.]+ to [\d.]+| of at (?:least|most) -?[\d.]+)?(?: or null)?$/,
  /^must be (?:one of [\w.*, ]+|\w+)(?: or null)?$/,
  /^must be (?:a currency code of three capital letters, such as EUR|a language code such as en or fr_FR)(?: or null)?$/,
  /^must be (?:a country code of two capital letters, such as FR|a host name such as orders\.partner\.example)(?: or null)?$/,
  /^must be a web address (?:with \{gid\} )?such as \S+, without a user name or password(?: or null)?$/,
  /^must be (?:one to four letters or digits|a month, such as 2026-11)(?: or null)?$/,
];

type Fault = (path: string, params?: object) => object;
const faults = Object.assign({}, ...(await faultTables()).map(([, table]) => table)) as Readonly<Record<string, Fault>>;

/** The words are those of this kind, and they follow from a declared code and its parameters. */
function assertDeclaredFault(detail: { path: string; code: string; message: string; params?: object }, name: string): void {
  assert.ok(
    texts.some((text) => text.test(detail.message)),
    name,
  );
  assert.deepEqual(detail, JSON.parse(JSON.stringify(faults[detail.code]?.(detail.path, detail.params) ?? null)), name);
}

/** Lists of a query have commas between their items. */
const listsAsText = (parameters: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]));

const { operations, bakery, admin } = await sharedBelongings();

/** Goes through every constraint that the document puts on what clients send: a new one is met as soon as it is there. */
describe('every constraint of every request, broken once', () => {
  test('400 with one detail, at the field, in plain words: bodies', async () => {
    let seen = 0;
    // A batch's actions are checked by the gateway, which has tests of its own.
    for (const { operationId, method, path, body, isForm } of operations.all.filter((one) => one.operationId !== 'runBatch')) {
      if (body === undefined || isForm) continue;
      for (const { label, at, value } of constraintsOf(operations, body)) {
        const answer = await admin.send(method, pathOf(path, bakery), {
          body: JSON.stringify(value),
          headers: { 'content-type': 'application/json' },
        });
        const name = `${operationId} ${label}: ${JSON.stringify(answer.body).slice(0, 300)}`;
        // A field that is empty may be written back empty.
        if (method === 'PUT' && label.endsWith(' is null') && answer.status === 204) continue;
        assert.equal(answer.status, 400, name);
        const [detail, ...otherDetails] = answer.body.error.details;
        assert.deepEqual([detail.path, otherDetails], [at, []], name);
        assertDeclaredFault(detail, name);
        seen++;
      }
    }
    assert.ok(seen > 300, `${seen} constraints`);
  });

  test('null is taken wherever the document allows it', async () => {
    let seen = 0;
    for (const { operationId, method, path, body, isForm } of operations.all) {
      if (body === undefined || isForm || operationId === 'runBatch') continue;
      for (const { label, value } of nullsOf(operations, body)) {
        const { body: answer } = await admin.send(method, pathOf(path, bakery), {
          body: JSON.stringify(value),
          headers: { 'content-type': 'application/json' },
        });
        assert.deepEqual(answer.error.details, [faults['unknown_field']!('unknown_field')], `${operationId} ${label}`);
        seen++;
      }
    }
    assert.ok(seen > 100, `${seen} fields`);
  });

  test('400 with one detail, at the parameter, in plain words: queries', async () => {
    let seen = 0;
    for (const { operationId, method, path, parameters, body } of operations.all) {
      // A page says in its own way what is wrong.
      if (method !== 'GET' || body !== undefined || path.startsWith('/v1/storage') || path.startsWith('/oauth2/')) continue;
      const good = queryOf(operationId, bakery);
      for (const { name, schema } of parameters.filter((parameter) => parameter.in === 'query')) {
        for (const { label, at, value } of constraintsOf(operations, { properties: { [name]: schema! } }, true)) {
          const answer = await admin.get(pathOf(path, bakery), {
            parameters: { ...good, ...listsAsText(value as Record<string, unknown>) },
          });
          const description = `${operationId} ${label}: ${JSON.stringify(answer.body).slice(0, 300)}`;
          assert.equal(answer.status, 400, description);
          assert.deepEqual(
            answer.body.error.details.map((detail: { path: string }) => detail.path),
            [at],
            description,
          );
          assertDeclaredFault(answer.body.error.details[0], description);
          seen++;
        }
      }
    }
    assert.ok(seen > 50, `${seen} constraints`);
  });
});
