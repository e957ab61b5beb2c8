import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import { organizationState, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';

describe('listAllWebhooks', () => {
  let notifications: TestNotifications;
  let own: { gid: string; manager: ApiClient; path: string };
  let other: { gid: string; manager: ApiClient; path: string };
  const hrefs: Record<'enabled' | 'first' | 'second', string> = { enabled: '', first: '', second: '' };
  before(async () => {
    notifications = await testNotifications();
    [own, other] = [await notifications.organization(), await notifications.organization()];
    hrefs.enabled = await own.manager.create(own.path, { url: 'http://127.0.0.1:9009/' });
    hrefs.first = await own.manager.create(own.path, { url: 'http://127.0.0.1:9009/', is_enabled: false });
    hrefs.second = await other.manager.create(other.path, { url: 'http://127.0.0.1:9009/', is_enabled: false });
  });
  after(() => notifications.stop());

  const found = async (caller: ApiClient, parameters = {}) =>
    (await caller.get('/v1/webhooks', { parameters: { sort: 'asc', ...parameters } })).body.items.map(({ href }: { href: string }) => href);

  test('200 shows a manager the webhooks of their organizations, an admin all, and a member none', async () => {
    const { enabled, first, second } = hrefs;
    const managerOfBoth = await notifications.signIn({ manages: [own.gid, other.gid] });
    assert.deepEqual(await found(own.manager), [enabled, first]);
    assert.deepEqual(await found(managerOfBoth), [enabled, first, second]);
    assert.deepEqual(await found(notifications.admin), [enabled, first, second]);
    assert.deepEqual(await found(await notifications.signIn({ memberOf: [own.gid] })), []);
  });

  test('200 with the organization of each, as in the list of the organization', async () => {
    const { is_deleted: _, ...reference } = organizationState();
    const organization = { gid: own.gid, href: `/v1/organizations/${own.gid}`, ...reference };
    for (const path of ['/v1/webhooks', own.path]) {
      const { items } = (await own.manager.get(path)).body;
      assert.deepEqual(items[0], (await own.manager.get(hrefs.first)).body);
      assert.deepEqual(items[0].organization, organization);
    }
  });

  test('200 by whether and when they were disabled, and by organization', async () => {
    const { enabled, first, second } = hrefs;
    const { admin } = notifications;
    assert.deepEqual(await found(admin, { query: ['is_enabled', '==', false], orderBy: 'disabled_at' }), [first, second]);
    assert.deepEqual(await found(admin, { query: ['disabled_at', '==', null] }), [enabled]);
    assert.deepEqual(await found(admin, { query: ['organization.gid', '==', other.gid] }), [second]);
    assert.deepEqual(await found(admin, { query: ['awaits_repair', '==', false] }), [enabled, first, second]);
  });
});
