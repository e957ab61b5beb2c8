import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';

describe('states of erased users', () => {
  let notifications: TestNotifications;
  let aheadMs = 0;
  before(async () => (notifications = await testNotifications({}, () => new Date(Date.now() + aheadMs))));
  after(() => notifications.stop());

  test('an erasure starts a job over stored events, unless all events from before it are already deleted', async () => {
    const { database } = notifications.service;
    const state = { firstname: 'Deleted', lastname: 'User', email: 'x@deleted.invalid', locale: 'en', is_erased: true };
    const jobsOf = (user: string) =>
      database.query({ text: `select from job where name = 'erase_from_events' and data->>'user' = $1`, values: [user] });
    const [old, recent] = [newGid(), newGid()];
    aheadMs = 32 * 86_400_000;
    await notifications.deliver('identity', { type: 'user', key: old, state });
    aheadMs = 30 * 86_400_000;
    await notifications.deliver('identity', { type: 'user', key: recent, state });
    // One pass runs at once, and another one an hour later.
    await eventually(async () => (await jobsOf(recent)).length === 1);
    assert.deepEqual(await jobsOf(old), []);
  });
});
