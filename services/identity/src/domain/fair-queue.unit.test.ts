import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fairQueue, QueueFull } from './fair-queue.ts';

/** Work that ends when it is told to, and who began, in order. */
function workshop(options: Parameters<typeof fairQueue>[0]) {
  const queue = fairQueue(options);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (client: string) =>
    queue.run(client, () => {
      begun.push(client);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endOne = async () => {
    ends.shift()!();
    await new Promise(setImmediate);
  };
  return { begun, enter, endOne };
}

const full = (isOwn: boolean, waiting: number) => (error: unknown) =>
  error instanceof QueueFull && error.isOwn === isOwn && error.waiting === waiting;

describe('a fair queue', () => {
  test('as much runs at once as it may, and clients take turns, however much one of them has waiting', async () => {
    const { begun, enter, endOne } = workshop({ concurrency: 2, mostWaiting: 10, mostWaitingOfOne: 5 });
    for (const client of ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'b']) void enter(client);
    assert.deepEqual(begun, ['a', 'a']);
    for (let ended = 0; ended < 6; ended += 1) await endOne();
    assert.deepEqual(begun, ['a', 'a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  test('it refuses a client once all places are taken and nobody has more', async () => {
    const { begun, enter, endOne } = workshop({ concurrency: 1, mostWaiting: 3, mostWaitingOfOne: 2 });
    const waiting = ['a', 'a', 'b', 'c'].map(enter);
    await assert.rejects(enter('d'), full(false, 3));
    await endOne();
    waiting.push(enter('a'));
    await assert.rejects(enter('a'), full(false, 3));
    for (let left = 0; left < 4; left += 1) await endOne();
    await Promise.all(waiting);
    assert.deepEqual(begun, ['a', 'a', 'b', 'c', 'a']);
  });

  test('a client may have only so much waiting', async () => {
    const { enter, endOne } = workshop({ concurrency: 1, mostWaiting: 3, mostWaitingOfOne: 2 });
    const waiting = ['a', 'a', 'a'].map(enter);
    await assert.rejects(enter('a'), full(true, 2));
    for (let left = 0; left < 3; left += 1) await endOne();
    await Promise.all(waiting);
  });

  test('a client with less waiting takes the last place of the one with most, whose work has not begun', async () => {
    const { begun, enter, endOne } = workshop({ concurrency: 1, mostWaiting: 4, mostWaitingOfOne: 3 });
    const first = ['a', 'a', 'a', 'a', 'b'].map(enter);
    const refused = [first[3]!, first[2]!].map((one) => assert.rejects(one, full(true, 4)));
    const others = ['c', 'd'].map(enter);
    await Promise.all(refused);
    await assert.rejects(enter('e'), full(false, 4));
    for (let left = 0; left < 5; left += 1) await endOne();
    await Promise.all([first[0], first[1], first[4], ...others]);
    assert.deepEqual(begun, ['a', 'a', 'b', 'c', 'd']);
  });

  test('work that fails makes room as well, and its error comes through', async () => {
    const queue = fairQueue({ concurrency: 1, mostWaiting: 1, mostWaitingOfOne: 1 });
    const fail = () => queue.run('a', () => Promise.reject(new Error('broken')));
    await Promise.all([assert.rejects(fail(), /^Error: broken$/), assert.rejects(fail(), /^Error: broken$/)]);
    assert.equal(await queue.run('a', async () => 'done'), 'done');
  });
});
