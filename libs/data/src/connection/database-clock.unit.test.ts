import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { databaseClock, type Queryable } from './database.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');

/** A database whose clock is ahead of this machine's by `aheadMs`, and whose answers need `answersInMs`. */
function startClocks(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: NOW });
  let passedMs = 0;
  t.mock.method(performance, 'now', () => passedMs);
  const remote = { aheadMs: 0, answersInMs: 0, isAway: false };
  const query = async (): Promise<unknown[]> => {
    if (remote.isAway) throw new Error('away');
    const ms = NOW + passedMs + remote.aheadMs;
    passedMs += remote.answersInMs;
    return [{ ms }];
  };
  const clock = databaseClock();
  return {
    remote,
    follow: () => clock.follow!({ query } as Queryable),
    aheadMs: () => clock().getTime() - NOW - passedMs,
    pass: async () => {
      passedMs += 10_000;
      t.mock.timers.tick(10_000);
      await turn();
    },
  };
}

test('the time is that of the machine, then of the database as it moves, also while that is away, until the end', async (t) => {
  const { remote, follow, aheadMs, pass } = startClocks(t);
  assert.equal(aheadMs(), 0);
  remote.aheadMs = -400_000;
  const leave = await follow();
  assert.equal(aheadMs(), -400_000);
  remote.isAway = true;
  await pass();
  assert.equal(aheadMs(), -400_000);
  Object.assign(remote, { isAway: false, aheadMs: 60_000 });
  await pass();
  assert.equal(aheadMs(), 60_000);
  leave();
  remote.aheadMs = 0;
  await pass();
  assert.equal(aheadMs(), 60_000);
});

test('a slow answer moves the time only by what it surely is wrong', async (t) => {
  const { remote, follow, aheadMs, pass } = startClocks(t);
  Object.assign(remote, { aheadMs: 900, answersInMs: 1_000 });
  await follow();
  assert.equal(aheadMs(), 0);
  remote.aheadMs = 5_000;
  await pass();
  assert.equal(aheadMs(), 4_000);
  remote.aheadMs = -5_000;
  await pass();
  assert.equal(aheadMs(), -5_000);
});

test('a start is refused while the database is away', async (t) => {
  const { remote, follow } = startClocks(t);
  remote.isAway = true;
  await assert.rejects(follow(), /away/);
});
