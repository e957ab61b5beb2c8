import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolRefusal } from '../response/errors.ts';
import { createSlots, takeSlots, withSlot } from './slots.ts';

test('each key has slots of its own, and a limit of 0 allows any number', () => {
  const slots = createSlots(2);
  assert.deepEqual([slots.take('a'), slots.take('a'), slots.take('a'), slots.take('b')], [true, true, false, true]);
  slots.leave('a');
  assert.deepEqual([slots.take('a'), slots.take('a')], [true, false]);
  const endless = createSlots(0);
  assert.ok(Array.from({ length: 100 }, () => endless.take('a')).every(Boolean));
});

test('slots of several kinds are taken all or none, and given back once', () => {
  const [users, all] = [createSlots(2), createSlots(1)];
  const slotKeys = [
    [users, 'a'],
    [all, 'all'],
  ] as const;
  const leave = takeSlots(slotKeys);
  assert.ok(leave);
  assert.equal(takeSlots(slotKeys), undefined);
  assert.equal(users.take('a'), true, 'what was taken in vain is given back');
  leave();
  leave();
  assert.deepEqual([users.take('a'), users.take('a')], [true, false]);
});

test('429 for work beyond the slots of its key; work that has failed gives its slot back', async () => {
  const slots = createSlots(1);
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
