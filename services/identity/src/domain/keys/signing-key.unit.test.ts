import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyCipher, isRotationDue, newSigningKey, PUBLISH_LEAD_MS, ROTATE_AFTER_MS } from './signing-key.ts';
import { ACCESS_TOKEN_LIFETIME_MS } from '../session.ts';

const cipher = keyCipher({ read: () => 'what only this test encrypts with' });
const now = new Date('2026-03-01T12:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);

async function rotated() {
  const old = await newSigningKey(after(-ROTATE_AFTER_MS), after(-ROTATE_AFTER_MS), cipher);
  const next = await newSigningKey(now, after(PUBLISH_LEAD_MS), cipher);
  old.replace(next.signsFrom);
  return { old, next, keys: [next, old] };
}

describe('SigningKey', () => {
  test('a replaced key stays published while tokens signed with it live', async () => {
    const { old } = await rotated();
    assert.ok(old.isPublished(after(PUBLISH_LEAD_MS + ACCESS_TOKEN_LIFETIME_MS)));
    assert.ok(!old.isPublished(after(PUBLISH_LEAD_MS + 3 * ACCESS_TOKEN_LIFETIME_MS)));
  });

  test('a rotation is due without a key and at the age of the newest', async () => {
    const { old, keys } = await rotated();
    assert.ok(isRotationDue([], now));
    assert.ok(isRotationDue([old], now));
    assert.ok(!isRotationDue(keys, now));
    assert.ok(isRotationDue([old], after(-ROTATE_AFTER_MS)), 'once the newest is replaced');
  });

  test('the public half holds nothing of the private one', async () => {
    const { publicJwk } = await newSigningKey(now, now, cipher);
    assert.deepEqual(Object.keys(publicJwk).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });
});
