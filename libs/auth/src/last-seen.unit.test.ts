import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { MOST_USERS, openLastSeen } from './sessions.ts';

function collecting(report: (users: readonly string[]) => Promise<unknown> = () => Promise.resolve()) {
  const reported: string[][] = [];
  const errors: unknown[] = [];
  const clock = { nowMs: 0 };
  const seen = openLastSeen({
    report: (users) => (reported.push([...users]), report(users)),
    nowMs: () => clock.nowMs,
    onError: (error) => errors.push(error),
    collectMs: 1,
  });
  const note = (...users: string[]): void => users.forEach((user) => seen.note(user));
  return { note, stop: seen.stop, reported, errors, clock };
}

test('one call reports several users, and each user at most once a minute', async () => {
  const { note, reported, clock } = collecting();
  note('kim', 'robin', 'kim', 'kim');
  await eventually(() => assert.deepEqual(reported, [['kim', 'robin']]));
  clock.nowMs = 59_999;
  note('kim', 'sol');
  await eventually(() => assert.deepEqual(reported.slice(1), [['sol']]));
  clock.nowMs = 60_000;
  note('kim', 'sol', 'robin');
  await eventually(() => assert.deepEqual(reported.slice(2), [['kim', 'robin']]));
});

test('one call names at most 1,000 users, and the next call waits for its answer', async () => {
  const answers: (() => void)[] = [];
  const { note, reported } = collecting(() => new Promise<void>((resolve) => answers.push(resolve)));
  note(...Array.from({ length: 2 * MOST_USERS + 500 }, (_, user) => String(user)));
  for (const calls of [1, 2, 3]) {
    await eventually(() => assert.equal(answers.length, calls));
    if (calls === 1) note('late');
    answers[calls - 1]!();
  }
  assert.deepEqual(
    reported.map(({ length }) => length),
    [1_000, 1_000, 501],
  );
});

test('a user is reported again a minute after a failed call, and only the first of several failures reaches onError', async () => {
  const state = { isDown: true };
  const { note, reported, errors, clock } = collecting(() => (state.isDown ? Promise.reject(new Error('down')) : Promise.resolve()));
  note('kim');
  await eventually(() => assert.equal(errors.length, 1));
  note('robin');
  await eventually(() => assert.equal(reported.length, 2));
  state.isDown = false;
  note('kim', 'sol');
  await eventually(() => assert.deepEqual(reported, [['kim'], ['robin'], ['sol']]));
  clock.nowMs = 60_000;
  note('kim');
  await eventually(() => assert.deepEqual(reported.at(-1), ['kim']));
  assert.equal(errors.length, 1);
});

test('no user is reported after the stop', async () => {
  const { note, stop, reported } = collecting();
  note('kim');
  stop();
  const other = collecting();
  other.note('robin');
  await eventually(() => assert.equal(other.reported.length, 1));
  assert.deepEqual(reported, []);
});
