import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Slots, takeSlots } from './slots.ts';

test('each party has slots of its own, and a share of 0 allows any number', () => {
  const slots = new Slots(2);
  assert.deepEqual([slots.take('a'), slots.take('a'), slots.take('a'), slots.take('b')], [true, true, false, true]);
  slots.leave('a');
  assert.deepEqual([slots.take('a'), slots.take('a')], [true, false]);
  const endless = new Slots(0);
  assert.ok(Array.from({ length: 100 }, () => endless.take('a')).every(Boolean));
});

test('slots of several kinds are taken all or none, and given back once', () => {
  const [users, all] = [new Slots(2), new Slots(1)];
  const kinds = [
    [users, 'a'],
    [all, 'all'],
  ] as const;
  const leave = takeSlots(kinds);
  assert.ok(leave);
  assert.equal(takeSlots(kinds), undefined);
  assert.equal(users.take('a'), true, 'what was taken in vain is given back');
  leave();
  leave();
  assert.deepEqual([users.take('a'), users.take('a')], [true, false]);
});
