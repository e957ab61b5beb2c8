import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follows } from '../../../generated/events.ts';
import { eventTypes } from './webhook.ts';

test('every type of event that partners can choose is a fact that is followed, and the other way round', () => {
  const followed = Object.values(follows.facts).flatMap(({ types }) => types as readonly string[]);
  // Of unseen messages only mails come.
  assert.deepEqual(followed.toSorted(), [...eventTypes, 'project.messages_unseen'].toSorted());
});
