import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faults } from '../../faults.ts';
import { MAX_ATTEMPTS, followUpOf } from './retry.ts';

const now = new Date('2026-03-01T12:00:00Z');
const failed = (fields: object = {}) => ({
  failure: faults.wrong_status('', { http_status: 500 }),
  status: 500,
  retryAfter: null,
  ...fields,
});
const after = (failures: number, random = 0.5, fields: object = {}): number | string => {
  const followUp = followUpOf(failed(fields), { failures, now, random: () => random });
  return followUp.kind === 'again' ? (followUp.at.getTime() - now.getTime()) / 1000 : followUp.kind;
};

describe('outcomes of attempts', () => {
  test('2xx marks a delivery as delivered', () => {
    assert.deepEqual(followUpOf({ failure: null, status: 202, retryAfter: '5' }, { failures: 9, now, random: Math.random }), {
      kind: 'delivered',
    });
  });

  test('ten attempts are made within some 75 hours, then the delivery fails', () => {
    const pauses = Array.from({ length: MAX_ATTEMPTS }, (_, failures) => after(failures));
    assert.deepEqual(pauses, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, 'failed']);
    const hours = (pauses.slice(0, -1) as number[]).reduce((sum, pause) => sum + pause) / 3600;
    assert.ok(hours > 75 && hours < 76, String(hours));
  });

  test('pauses vary by a tenth, so that simultaneous failures are not repeated simultaneously', () => {
    assert.deepEqual(
      [after(1, 0), after(1, 0.999_999)].map((pause) => Math.round(pause as number)),
      [270, 330],
    );
  });

  test('Retry-After extends a pause, up to a day, in seconds and as a date', () => {
    assert.equal(after(0, 0.5, { retryAfter: '120' }), 120);
    assert.equal(after(1, 0.5, { retryAfter: '120' }), 300);
    assert.equal(after(0, 0.5, { retryAfter: 'Sun, 01 Mar 2026 13:00:00 GMT' }), 3600);
    assert.equal(after(0, 0.5, { retryAfter: '9999999' }), 86_400);
    for (const retryAfter of ['soon', '-5', '', 'Sun, 01 Mar 2020 13:00:00 GMT'])
      assert.equal(after(0, 0.5, { retryAfter }), 5, retryAfter);
  });

  test('410 fails a delivery at the first attempt', () => {
    assert.deepEqual(followUpOf(failed({ status: 410, retryAfter: '5' }), { failures: 0, now, random: Math.random }), {
      kind: 'failed',
      isGone: true,
    });
  });
});
