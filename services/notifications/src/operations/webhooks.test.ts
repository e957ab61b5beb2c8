import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { Resolve } from '@partner-ordering/outbound';
import type { ApiClient } from '@partner-ordering/testing';
import { organizationState, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';

/** Names of a world of their own. */
const names: Record<string, string> = {
  'partner.example': '93.184.216.34',
  'inside.example': '10.0.0.7',
  'metadata.example': '169.254.169.254',
};

const resolve: Resolve = async (hostname) => {
  const address = names[hostname];
  if (!address) throw new Error('ENOTFOUND');
  return [{ address, family: 4 }];
};

/** The reasons for refusing addresses; libs/outbound has tests of every address. */
const refused: Record<string, string> = {
  'partner.example/hook': 'not_a_web_address',
  'http://partner.example/hook': 'not_https',
  'https://inside.example/': 'name_not_resolved',
  'https://metadata.example/': 'name_not_resolved',
};

describe('webhooks are added', () => {
  let notifications: TestNotifications;
  let manager: ApiClient;
  let path: string;
  before(async () => {
    notifications = await testNotifications({ allowsPrivateTargets: false, resolve });
    ({ manager, path } = await notifications.organization());
  });
  after(() => notifications.stop());

  test('201 for one that begins disabled, of all events and with both signatures in their own order', async () => {
    const href = await manager.create(path, { url: 'https://partner.example/', signatures: ['v1a', 'v1'], is_enabled: false });
    const { body } = await manager.get(href);
    assert.deepEqual([body.events, body.signatures, body.is_enabled], [null, ['v1', 'v1a'], false]);
    assert.deepEqual([body.disabled_at, body.disabled_reason], [body.created_at, 'It was disabled by a manager or an admin.']);
  });

  test('400 for an address that must not be called, with the reason', async () => {
    for (const [url, code] of Object.entries(refused)) {
      const { status, body } = await manager.post(path, { url });
      const [detail] = body.error.details;
      assert.deepEqual([status, detail.path, detail.code], [400, 'url', code], url);
    }
  });

  test('404 for a webhook of another organization at a path of the own one', async () => {
    const gid = (await manager.create(path, { url: 'https://partner.example/hook' })).split('/').at(-1);
    const other = await notifications.organization();
    const target = `${other.path}/${gid}`;
    for (const caller of [other.manager, notifications.admin])
      for (const [method, at, body] of [
        ['GET', target],
        ['PUT', target, { description: 'Mine' }],
        ['DELETE', target],
        ['GET', `${target}/secret`],
        ['POST', `${target}/rotate_secret`],
      ] as [string, string, object?][])
        assert.equal((await caller.send(method, at, { body })).status, 404, `${method} ${at}`);
  });

  test('201 for an organization and a manager that only identity knows of yet', async () => {
    const gid = newGid();
    const late = await notifications.signIn();
    const principal = { gid: late.gid, roles: ['user'], is_enabled: true, memberships: [{ organization: gid, is_manager: true }] };
    notifications.leaveToOwner(
      { type: 'organization', key: gid, state: organizationState() },
      { type: 'principal', key: late.gid, state: principal },
    );
    assert.equal((await late.post(`/v1/orgs/${gid}/webhooks`, { url: 'https://partner.example/' })).status, 201);
  });

  test('400 for the 51st of an organization, and for all but one of ten at once when there are 49', async () => {
    const other = await notifications.organization();
    const add = (name: string) => other.manager.post(other.path, { url: `https://partner.example/${name}` });
    for (let count = 0; count < 49; count++) assert.equal((await add(String(count))).status, 201);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => add(`more/${index}`)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array<number>(9).fill(400)]);
    const [detail] = answers.find(({ status }) => status === 400)!.body.error.details;
    assert.deepEqual([detail.path, detail.code, detail.params], ['url', 'too_many_webhooks', { max: 50 }]);
    assert.equal((await manager.post(path, { url: 'https://partner.example/' })).status, 201, 'others go on');
  });
});
