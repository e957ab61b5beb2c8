import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { slotTakers } from '@partner-ordering/testing';
import { ConnectionQueue } from './connection-queue.ts';

/** Ten slots of a queue whose time `pass` moves. */
function tenSlots() {
  let nowMs = 100_000;
  const queue = new ConnectionQueue(10, () => nowMs);
  return { ...slotTakers(queue), pass: (ms: number) => void (nowMs += ms) };
}

const times = (count: number, name: string): string[] => Array.from({ length: count }, () => name);

describe('connections', () => {
  test('slow calls have half of the slots, of which a party holds no more than it leaves free, and other calls pass them', () => {
    const { held, take, leave, pass } = tenSlots();
    take(...times(3, 'a/list'), ...times(2, 'b/list'));
    pass(251);
    take('a/list', 'b/list', 'b/read', 'c/list', 'c/list');
    assert.deepEqual(held.splice(5), ['b/read', 'c/list', 'c/list']);
    leave('c/list', 'c/list', 'b/read');
    assert.deepEqual(held.splice(5), []);
    leave('a/list');
    assert.deepEqual(held.splice(5), [], 'a and b hold two each, and one is free');
    leave('b/list');
    assert.deepEqual(held.splice(5), ['b/list']);
    leave('a/list');
    assert.deepEqual(held.splice(5), ['a/list']);
  });

  test('calls of an operation that was slow count as slow for ten seconds', () => {
    const { held, take, leave, pass } = tenSlots();
    const beSlow = (party: string) => {
      take(`${party}/list`);
      pass(251);
      leave(`${party}/list`);
    };
    for (const party of ['a', 'b']) beSlow(party);
    held.length = 0;
    take(...times(4, 'a/list'), ...times(3, 'b/list'));
    assert.deepEqual(held.splice(0), [...times(3, 'a/list'), 'b/list']);
    leave(...times(3, 'a/list'), 'b/list');
    assert.deepEqual(held.splice(0), ['b/list', 'a/list', 'b/list']);
    leave('b/list', 'a/list', 'b/list');
    pass(10_001);
    take(...times(4, 'a/list'), ...times(3, 'b/list'));
    assert.deepEqual(held.splice(0), [...times(4, 'a/list'), ...times(3, 'b/list')]);
  });
});
