import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from '@partner-ordering/kernel';
import { waitForSlot } from './concurrency.ts';

test('a request that waits for ten seconds is refused for a second; one that gets a slot before runs', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const queue = new FairQueue({ share: 1, nowMs: () => 0 });
  const begun: [string, number][] = [];
  const take = (name: string) => waitForSlot(queue, 'user', (refusedForMs) => begun.push([name, refusedForMs]));
  const end = take('first');
  take('second');
  t.mock.timers.tick(5_000);
  take('third');
  end();
  end();
  t.mock.timers.tick(9_999);
  assert.deepEqual(begun, [
    ['first', 0],
    ['second', 0],
  ]);
  t.mock.timers.tick(1);
  assert.deepEqual(begun[2], ['third', 1_000]);
});
