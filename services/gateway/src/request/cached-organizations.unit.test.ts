import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedOrganizations } from './rate-limits.ts';

test("a user's organizations are requested at most once a minute; the old ones count until the answer", async () => {
  let nowMs = 0;
  const answers = [['bakery'], null, ['bakery', 'studio']];
  const asked: string[] = [];
  const organizationsOf = cachedOrganizations(
    (user) => {
      const answer = answers[asked.push(user) - 1];
      return answer ? Promise.resolve(answer) : Promise.reject(new Error('down'));
    },
    () => nowMs,
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(organizationsOf('kim'), []);
  await settled();
  for (const atMs of [0, 59_999]) assert.deepEqual([(nowMs = atMs), organizationsOf('kim')], [atMs, ['bakery']]);
  assert.equal(asked.length, 1);
  nowMs = 60_000;
  assert.deepEqual(organizationsOf('kim'), ['bakery']);
  await settled();
  assert.deepEqual([organizationsOf('kim'), asked.length], [['bakery'], 2], 'identity was down');
  nowMs = 120_000;
  organizationsOf('kim');
  await settled();
  assert.deepEqual(
    [organizationsOf('kim'), asked],
    [
      ['bakery', 'studio'],
      ['kim', 'kim', 'kim'],
    ],
  );
});
