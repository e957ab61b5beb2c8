import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryWhenBusy, type ApiClient } from '@partner-ordering/testing';
import { sharedBelongings } from './belongings-system.ts';
import { pathOf } from './requests.ts';

const { system, operations, bakery, admin } = await sharedBelongings();
const operators = ['==', '>=', '~=', 'in', 'intersect'];
const values = [null, true, 1e308, '', '\ud800', '%_\\', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z', [null], {}];

/** Schemathesis generates no query of our language, so this test does. */
test('200 or 400 with its reason for any value of any searchable field by any operator, and never a fault of ours', async () => {
  const clients = [admin, await system.signIn('user@example.com')];
  const { body: schema } = await admin.get('/v1/schema/query');
  const cases = operations.all
    .filter(({ method, path }) => method === 'GET' && path in schema)
    .flatMap(({ path }) => (schema[path].searchable as string[]).map((field) => [pathOf(path, bakery), field] as const))
    .flatMap(([path, field]) =>
      operators.flatMap((operator) => values.map((value) => [path, JSON.stringify([field, operator, value])] as const)),
    )
    .flatMap(([path, query]) => clients.map((client): [ApiClient, string, string] => [client, path, query]));
  assert.ok(cases.length > 1_000);
  const waiting = cases.values();
  const faults: string[] = [];
  const work = async (): Promise<void> => {
    for (const [client, path, query] of waiting) {
      const { status, body } = await retryWhenBusy(() => client.get(path, { parameters: { query } }));
      const isRight = [200, 403, 404].includes(status) || (status === 400 && body.error.details.length > 0);
      if (!isRight) faults.push(`${path} ${query} answered ${status} ${JSON.stringify(body).slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  assert.deepEqual(faults, []);
});
