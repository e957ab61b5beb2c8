import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Places } from './places.ts';

/** Six places. `held` lists who has had a place, in order; `pass` moves the time. */
function places() {
  let nowMs = 100_000;
  const limited = new Places(6, () => nowMs);
  const held: string[] = [];
  return {
    held,
    take(...parties: string[]) {
      const hold = () => void held.push(parties.join(' and '));
      if (limited.take(parties)) hold();
      else limited.wait(parties, hold);
    },
    leave: (...parties: string[]) => limited.leave(parties),
    pass: (ms: number) => void (nowMs += ms),
  };
}

const times = (count: number, work: () => void): void => Array.from({ length: count }, work) as never;

describe('places', () => {
  test('one organization alone gets all places; while another waits, it gets no more than half', () => {
    const { held, take, leave } = places();
    times(8, () => take('a'));
    assert.equal(held.length, 6);
    times(2, () => take('b'));
    times(2, () => leave('a'));
    assert.deepEqual(held.splice(6), ['b', 'b']);
    leave('b');
    assert.deepEqual(held.splice(6), ['a'], 'nobody else waits');
  });

  test('those who wait get a place in order, and members of two organizations count for both', () => {
    const { held, take, leave } = places();
    times(3, () => take('a', 'b'));
    times(3, () => take('c'));
    for (const parties of [['b'], ['d'], ['e'], ['d']]) take(...parties);
    times(3, () => leave('c'));
    assert.deepEqual(held.splice(6), ['d', 'e', 'd']);
    leave('a', 'b');
    assert.deepEqual(held.splice(6), ['b']);
  });

  test('a member of two busy organizations gets a place after a second, others no more than half', () => {
    const { held, take, leave, pass } = places();
    for (const party of ['a', 'b']) times(3, () => take(party));
    take('a', 'b');
    for (const party of ['a', 'b', 'a', 'b', 'b']) take(party);
    pass(900);
    for (const party of ['a', 'b']) leave(party);
    assert.deepEqual(held.splice(6), ['a', 'b'], 'those behind, since each leaves room for one of them');
    pass(101);
    leave('a');
    assert.deepEqual(held.splice(6), ['a and b']);
    leave('b');
    assert.deepEqual(held.splice(6), [], 'b has three, and nobody more room than that');
  });

  test('an organization for which another has waited long gets no more than half for ten seconds', () => {
    const { held, take, leave, pass } = places();
    times(6, () => take('a'));
    take('b');
    pass(251);
    times(6, () => leave('a'));
    leave('b');
    times(6, () => take('a'));
    assert.deepEqual(held.splice(6), ['b', 'a', 'a', 'a']);
    leave('a');
    assert.deepEqual(held.splice(6), ['a']);
    take('b');
    assert.deepEqual(held.splice(6), ['b'], 'a place is left for others');
    pass(4_000);
    times(2, () => take('c'));
    pass(6_000);
    assert.deepEqual(held.splice(6), ['c', 'c']);
    leave('c');
    take('a');
    assert.deepEqual(held.splice(6), ['a']);
  });
});
