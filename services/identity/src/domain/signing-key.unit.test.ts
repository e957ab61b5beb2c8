import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessTokenLifetimeMs } from './session.ts';
import { isRotationDue, newSigningKey, publishLeadMs, rotateAfterMs, signingKeyAt } from './signing-key.ts';

const now = new Date('2026-03-01T12:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);

async function rotated() {
  const old = await newSigningKey(after(-rotateAfterMs), after(-rotateAfterMs));
  const next = await newSigningKey(now, after(publishLeadMs));
  old.replace(next.signsFrom);
  return { old, next, keys: [next, old] };
}

describe('SigningKey', () => {
  test('a new key is published before it signs', async () => {
    const { old, next, keys } = await rotated();
    assert.ok(next.isPublished(now));
    assert.equal(signingKeyAt(keys, now), old);
    assert.equal(signingKeyAt(keys, after(publishLeadMs - 1)), old);
    assert.equal(signingKeyAt(keys, after(publishLeadMs)), next);
  });

  test('a replaced key stays published while tokens signed with it live', async () => {
    const { old } = await rotated();
    assert.ok(old.isPublished(after(publishLeadMs + accessTokenLifetimeMs)));
    assert.ok(!old.isPublished(after(publishLeadMs + 3 * accessTokenLifetimeMs)));
  });

  test('a rotation is due without a key and at the age of the newest', async () => {
    const { old, keys } = await rotated();
    assert.ok(isRotationDue([], now));
    assert.ok(isRotationDue([old], now));
    assert.ok(!isRotationDue(keys, now));
  });

  test('the public half holds nothing of the private one', async () => {
    const { publicJwk } = await newSigningKey(now, now);
    assert.deepEqual(Object.keys(publicJwk).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });
});
