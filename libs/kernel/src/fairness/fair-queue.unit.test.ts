import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { slotTakers } from '@partner-ordering/testing';
import { FairQueue } from './fair-queue.ts';

/** Ten slots of a queue whose time `pass` moves. */
function tenSlots() {
  let nowMs = 100_000;
  const queue = new FairQueue({ total: 10, share: 5, nowMs: () => nowMs });
  return { ...slotTakers(queue), pass: (ms: number) => void (nowMs += ms) };
}

const times = (count: number, name: string): string[] => Array.from({ length: count }, () => name);

describe('a queue for slots', () => {
  test('a party holds no more slots than it leaves free, so that each new one finds some', () => {
    const { held, take, leave } = tenSlots();
    take(...times(12, 'a'));
    assert.deepEqual(held.splice(0), times(5, 'a'));
    take(...times(12, 'b'));
    assert.deepEqual(held.splice(0), times(3, 'b'));
    take(...times(12, 'c'));
    assert.deepEqual(held.splice(0), ['c']);
    take('d', 'e');
    assert.deepEqual(held.splice(0), ['d']);
    leave('a');
    assert.deepEqual(held.splice(0), ['e']);
    leave('b', 'a');
    assert.deepEqual(held.splice(0), ['c'], 'two are free, and c holds the fewest');
  });

  test('a member of two organizations counts for both, and waits only as long as the one that holds fewer', () => {
    const { held, take, leave } = tenSlots();
    take('a', ...times(4, 'b'), ...times(3, 'a and b'));
    assert.deepEqual(held.splice(0), ['a', ...times(4, 'b'), 'a and b', 'a and b']);
    take('b', 'a');
    leave('b');
    assert.deepEqual(held.splice(0), ['a and b'], 'as a, which holds three of which four are free, and has waited longest');
  });

  test('each second of waiting counts as one held slot less', () => {
    const { held, take, leave, pass } = tenSlots();
    take('a', ...Array.from({ length: 9 }, (_none, index) => `b${index}`), 'a/read', 'c');
    leave('b0');
    assert.deepEqual(held.splice(10), ['c'], 'who holds none');
    pass(1_000);
    take('d');
    leave('b1');
    assert.deepEqual(held.splice(10), ['a/read']);
  });

  test('no slot goes to who stops waiting', () => {
    const { held, take, leave } = tenSlots();
    const stops = take(...times(6, 'a'));
    assert.deepEqual(stops.slice(0, 5), times(5, 'a').fill(undefined!));
    stops[5]!();
    leave('a');
    assert.equal(held.length, 5);
  });
});
