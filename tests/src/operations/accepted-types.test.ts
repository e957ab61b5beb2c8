import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBelongings } from '../belongings-system.ts';
import type { Operation } from '../document.ts';
import { pathOf, queryOf } from '../requests.ts';

const { system, operations, bakery, admin } = await sharedBelongings();
const unknownGid = '019a0000-0000-7000-8000-00000000ffff';

/** Calls an operation. A read finds its resource; a write names none and has no body, so it changes nothing, whatever the answer is. */
async function call(
  { method, path, operationId, isForm }: Operation,
  accept?: string,
): Promise<[status: number, type: string | undefined]> {
  const isRead = method === 'GET';
  const url = new URL(isRead ? pathOf(path, bakery) : path.replaceAll(/\{\w+\}/g, unknownGid), system.url);
  for (const [name, value] of Object.entries(isRead ? queryOf(operationId, bakery) : {}))
    url.searchParams.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value));
  const form = isForm && { 'content-type': 'application/x-www-form-urlencoded' };
  // Without `Accept` fetch sends `*/*`, which is the same.
  const headers = { authorization: `Bearer ${admin.token!}`, ...form, ...(accept !== undefined && { accept }) };
  const response = await fetch(url, { method, headers, redirect: 'manual' });
  // A stream has no end.
  await response.body?.cancel();
  return [response.status, response.headers.get('content-type')?.split(';')[0]];
}

/** Sends `Accept` to every operation: a new one is met as soon as it is in the document. */
describe('accepted media types', () => {
  const parameters = (type: string) => `${type};charset=UTF-8;v="1,2"`;

  test('no parameter of a media range changes an answer, of any operation', async () => {
    for (const operation of operations.all) {
      const types = operation.types.length > 0 ? operation.types : ['application/json'];
      const plainAnswer = await call(operation, types[0]);
      assert.notEqual(plainAnswer[0], 406, operation.operationId);
      assert.deepEqual(await call(operation, parameters(types[0]!)), plainAnswer, operation.operationId);
      for (const type of types.slice(1)) {
        const [otherAnswer, withParameters] = [await call(operation, type), await call(operation, parameters(type))];
        assert.deepEqual(withParameters, otherAnswer, `${operation.operationId} ${type}`);
        if (!type.includes('*') && otherAnswer[0] === 200) assert.equal(otherAnswer[1], type, operation.operationId);
      }
    }
  });

  test('406 without reading the body if JSON is not accepted; pages, files and empty answers ignore the header', async () => {
    const gatewayOperations = ['getProtectedResourceMetadata', 'getOpenApi', 'getQuerySchema', 'runBatch'];
    const onlyJson = ({ types, operationId, statuses }: Operation) =>
      types.includes('application/json') && !statuses.includes('204') && !gatewayOperations.includes(operationId);
    for (const operation of operations.all)
      assert.equal(
        (await call(operation, 'application/json;charset=UTF-8;q=0, image/*'))[0] === 406,
        onlyJson(operation),
        operation.operationId,
      );
  });
});
