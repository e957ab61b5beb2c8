import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signer } from './signatures.ts';

const [first, second] = ['first'.repeat(8), 'second'.repeat(8)];

test('the first key signs, every key verifies, and a removed key does not', () => {
  let text = first;
  let ms = 0;
  const ring = signer({ read: () => text, nowMs: () => ms });
  const change = (now: string): void => void ((text = now), (ms += 1_000));
  const old = ring.sign('read', 'a file');
  change(`${first}\n${second}\n`);
  assert.equal(ring.sign('read', 'a file'), old);
  change(`${second}\n${first}\n`);
  const recent = ring.sign('read', 'a file');
  assert.notEqual(recent, old);
  assert.deepEqual(
    [old, recent].map((signature) => ring.isSigned('read', 'a file', signature)),
    [true, true],
  );
  change(second);
  assert.deepEqual(
    [old, recent].map((signature) => ring.isSigned('read', 'a file', signature)),
    [false, true],
  );
});

test('broken new keys leave the previous ones valid, and are reported without being shown', () => {
  let text = first;
  let ms = 0;
  const errors: string[] = [];
  const ring = signer({ read: () => text, nowMs: () => ms, onError: (error) => void errors.push((error as Error).message) });
  const old = ring.sign('upload', 'a form');
  for (text of ['short', '', 'short']) {
    ms += 1_000;
    assert.ok(ring.isSigned('upload', 'a form', old));
  }
  assert.deepEqual(errors, ['FILES_SIGNING_KEYS: must have a key of at least 32 bytes on each line']);
});
