import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedBelongings } from '../belongings-system.ts';

const { admin } = await sharedBelongings();

test('the searchable and orderable fields of the query schema are accepted by every collection', async () => {
  // Some collections are for admins only, or need a query of others.
  const kinds = [
    [/^(is|awaits)_/, true],
    [/_(at|date)$/, '2026-01-01T00:00:00+0000'],
    [/^(?!(status|state|awaits|mark|kind|options\.mode)$)/, 'x'],
  ] as const;
  const { status, body } = await admin.get('/v1/schema/query');
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
