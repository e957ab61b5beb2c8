import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../../..');
const document = JSON.parse(readFileSync(join(root, 'services/gateway/generated/openapi.json'), 'utf8')) as {
  components: { schemas: { EventFilter: { enum: string[] } } };
};

test('the console offers for webhooks exactly the events of the API', async () => {
  const { eventGroups } = (await import(join(root, 'console/src/webhooks/events.ts'))) as { eventGroups: Record<string, string[]> };
  const offered = Object.entries(eventGroups).flatMap(([group, names]) => [...names, '*'].map((name) => `${group}.${name}`));
  assert.deepEqual(offered.sort(), document.components.schemas.EventFilter.enum.sort());
});
