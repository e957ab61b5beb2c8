import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follows } from '../../generated/events.ts';
import document from '../../generated/openapi.json' with { type: 'json' };

test('every type of event that partners can choose is a fact that is followed, and the other way round', () => {
  const chosen = document.components.schemas.EventFilter.enum.filter((type) => !type.endsWith('.*'));
  const followed = Object.values(follows.facts).flatMap(({ types }) => types as readonly string[]);
  assert.deepEqual(followed.toSorted(), chosen.toSorted());
});
