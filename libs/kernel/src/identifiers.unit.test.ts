import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGid, newGid } from './identifiers.ts';

test('identifiers of a process ascend, within a millisecond and after the clock is set back, and end in random digits', ({ mock }) => {
  const now = Date.now();
  mock.timers.enable({ apis: ['Date'], now: now + 60_000 });
  const gids = Array.from({ length: 300 }, newGid);
  mock.timers.setTime(now);
  gids.push(...Array.from({ length: 300 }, newGid));
  assert.deepEqual(gids, [...new Set(gids)].toSorted());
  assert.ok(gids.every(isGid));
  const random = gids.map((gid) => gid.slice(-10));
  assert.equal(new Set(random).size, gids.length);
});
