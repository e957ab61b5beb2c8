import assert from 'node:assert/strict';
import { test } from 'node:test';
import { avatarOf, drawAvatar } from './avatar.ts';

test('an avatar is drawn once, however often it is asked for', async () => {
  const [first, again, other] = await Promise.all(
    ['avatar-4a44-1f.png', 'avatar-4a44-1f.png', 'avatar-4a44-20.png'].map((name) => drawAvatar(avatarOf(name)!)),
  );
  assert.equal(first, again);
  assert.notDeepEqual(first, other);
});
