import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recoveryJob, recoveryOf } from './recovery.ts';

describe('recovery jobs', () => {
  const [early, late] = [new Date('2026-11-20T10:00:00.000Z'), new Date('2026-11-20T10:00:01.500Z')];
  const since = '2026-11-19T10:00:00Z';

  test('a repeated recovery, without an end or with the same one, is the same job with the later end', () => {
    for (const until of [undefined, null, '2026-11-20T09:00:00Z']) {
      const [first, second] = [early, late].map((now) =>
        recoveryJob(recoveryOf('w', { since, ...(until !== undefined && { until }) }, now)),
      );
      assert.equal(first!.key, second!.key);
      assert.equal(second!.data.until, until ? '2026-11-20T09:00:00.000Z' : late.toISOString());
    }
  });

  test('a recovery with another time, kind or webhook is another job, and so is its next step', () => {
    const recovery = recoveryOf('w', { since }, early);
    const others = [
      recoveryOf('w', { since: '2026-11-18T10:00:00Z' }, early),
      recoveryOf('w', { since, until: '2026-11-20T09:00:00Z' }, early),
      recoveryOf('w', { since, include_unsent: true }, early),
      recoveryOf('other', { since }, early),
      { ...recovery, afterPosition: 500 },
    ];
    assert.equal(new Set([recovery, ...others].map((recovery) => recoveryJob(recovery).key)).size, 6);
  });
});
