import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Places } from './places.ts';

/** Ten places. `held` lists who has had a place, in order, and `waiting` counts the others; `pass` moves the time. */
function places() {
  let nowMs = 100_000;
  const limited = new Places(10, () => nowMs);
  const held: string[] = [];
  const leaves: { name: string; leave: () => void }[] = [];
  return {
    held,
    /** Each name has the parties, then a slash and the operation: `a and b/list`. */
    take: (...names: string[]) =>
      names.map((name) => {
        const [parties, operation = ''] = name.split('/');
        return limited.take({ parties: parties!.split(' and '), operation }, (leave) => {
          held.push(name);
          leaves.push({ name, leave });
        });
      }),
    /** The first with this name leaves its place. */
    leave(...names: string[]) {
      for (const name of names) {
        const index = leaves.findIndex((each) => each.name === name);
        leaves.splice(index, 1)[0]!.leave();
      }
    },
    pass: (ms: number) => void (nowMs += ms),
  };
}

const times = (count: number, name: string): string[] => Array.from({ length: count }, () => name);

describe('places', () => {
  test('a party holds no more places than it leaves free, so that each new one finds some', () => {
    const { held, take, leave } = places();
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
    const { held, take, leave } = places();
    take('a', ...times(4, 'b'), ...times(3, 'a and b'));
    assert.deepEqual(held.splice(0), ['a', ...times(4, 'b'), 'a and b', 'a and b']);
    take('b', 'a');
    leave('b');
    assert.deepEqual(held.splice(0), ['a and b'], 'as a, which holds three of which four are free, and has waited longest');
  });

  test('slow calls have half of the places, of which a party holds no more than it leaves free, and other calls pass them', () => {
    const { held, take, leave, pass } = places();
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
    const { held, take, leave, pass } = places();
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

  test('each second of waiting counts as one held place less', () => {
    const { held, take, leave, pass } = places();
    take('a', ...Array.from({ length: 9 }, (_none, index) => `b${index}`), 'a/read', 'c');
    leave('b0');
    assert.deepEqual(held.splice(10), ['c'], 'who holds none');
    pass(1_000);
    take('d');
    leave('b1');
    assert.deepEqual(held.splice(10), ['a/read']);
  });

  test('no place goes to who stops waiting', () => {
    const { held, take, leave } = places();
    const stops = take(...times(6, 'a'));
    assert.deepEqual(stops.slice(0, 5), times(5, 'a').fill(undefined!));
    stops[5]!();
    leave('a');
    assert.equal(held.length, 5);
  });
});
