import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import { testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';

describe('webhooks are changed', () => {
  let notifications: TestNotifications;
  let manager: ApiClient;
  let path: string;
  let href: string;
  before(async () => {
    notifications = await testNotifications();
    ({ manager, path } = await notifications.organization());
  });
  beforeEach(async () => {
    href = await manager.create(path, { url: 'http://127.0.0.1:9009/hook', description: 'Ours', events: ['project.*'] });
  });
  after(() => notifications.stop());

  test('204 changes only the given fields, null clears', async () => {
    const { body: before } = await manager.get(href);
    assert.equal((await manager.put(href, { description: null, events: null })).status, 204);
    const { body } = await manager.get(href);
    assert.deepEqual({ ...body, modified_at: 0 }, { ...before, modified_at: 0, description: null, events: null });
    assert.ok(await notifications.isModified('webhook', body.gid));
  });

  test('204 disables with a reason and enables without one; a webhook that is already disabled keeps its time', async () => {
    const now = async () => (await manager.get(href)).body;
    assert.equal((await manager.put(href, { is_enabled: false })).status, 204);
    const { is_enabled, disabled_at, disabled_reason } = await now();
    assert.deepEqual([is_enabled, disabled_reason], [false, 'It was disabled by a manager or an admin.']);
    assert.ok(disabled_at);
    await manager.put(href, { is_enabled: false, description: 'Still' });
    assert.deepEqual([(await now()).disabled_at, (await now()).disabled_reason], [disabled_at, disabled_reason]);
    await manager.put(href, { is_enabled: true });
    const after = await now();
    assert.deepEqual([after.is_enabled, after.disabled_at, after.disabled_reason], [true, null, null]);
  });

  test('400 for a new address that must not be called, and nothing is changed; the present one is not looked at again', async () => {
    for (const url of ['https://169.254.169.254/', 'ftp://partner.example/', 'http://127.0.0.1:25/']) {
      const { status, body } = await manager.put(href, { url, description: 'Changed' });
      assert.deepEqual([status, body.error.details[0].path], [400, 'url'], url);
    }
    assert.equal((await manager.get(href)).body.description, 'Ours');
    const table = { text: `update webhook set url = 'http://127.0.0.1:25/' where gid = $1`, values: [href.split('/').at(-1)] };
    await notifications.service.database.query(table);
    assert.equal((await manager.put(href, { url: 'http://127.0.0.1:25/', description: 'Kept' })).status, 204);
  });

  test('204 deletes it with its secrets, then it is 404', async () => {
    assert.equal((await manager.delete(href)).status, 204);
    for (const answer of [await manager.get(href), await manager.get(`${href}/secret`), await manager.delete(href)])
      assert.equal(answer.status, 404);
    const secretRows = { text: 'select from webhook_secret where webhook_gid = $1', values: [href.split('/').at(-1)] };
    assert.deepEqual(await notifications.service.database.query(secretRows), []);
  });
});
