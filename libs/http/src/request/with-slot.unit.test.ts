import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Slots } from '@partner-ordering/kernel';
import { ProtocolRefusal } from '../response/errors.ts';
import { withSlot } from './with-slot.ts';

test('429 for work beyond the slots of its party; work that has failed gives its slot back', async () => {
  const slots = new Slots(1);
  const { promise, reject } = Promise.withResolvers<void>();
  const first = withSlot(slots, 'a', () => promise);
  await assert.rejects(
    withSlot(slots, 'a', () => Promise.resolve()),
    (error) => error instanceof ProtocolRefusal && error.status === 429,
  );
  reject(new Error('failed'));
  await assert.rejects(first, /failed/);
  assert.equal(await withSlot(slots, 'a', () => Promise.resolve(1)), 1);
});
