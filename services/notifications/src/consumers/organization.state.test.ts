import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver, type Receiver } from '@partner-ordering/testing';
import { organizationState, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { webhookOwner } from '../fixtures/webhook-owner.ts';

describe('deleted organizations', () => {
  let notifications: TestNotifications;
  let receiver: Receiver;
  before(async () => {
    notifications = await testNotifications();
    receiver = await startReceiver();
  });
  after(async () => {
    await notifications.stop();
    await receiver.close();
  });

  for (const [title, state] of [
    [
      'a deleted organization gets no more events: its webhooks are disabled, and waiting deliveries are canceled',
      { ...organizationState(), is_deleted: true },
    ],
    ['an organization whose state is removed gets no more events either', null],
  ] as const)
    test(title, async () => {
      receiver.answer = ({ url }, response) => void response.writeHead(url === '/hook?gone' ? 410 : 500).end();
      const [organization, other] = [await webhookOwner(notifications), await webhookOwner(notifications)];
      const [webhook, others] = [await organization.webhook(receiver.url), await other.webhook(receiver.url)];
      const isOff = await organization.webhook(receiver.url, { is_enabled: false });
      const gone = await organization.webhook(`${receiver.url}?gone`);
      const awaitRepair = async () => {
        const parameters = {
          query: [
            ['organization.gid', '==', organization.gid],
            ['awaits_repair', '==', true],
          ],
        };
        return (await notifications.admin.get('/v1/webhooks', { parameters })).body.items.length;
      };
      await organization.publishFact(newGid());
      await organization.delivery(webhook, ({ attempts }) => attempts === 1);
      await eventually(async () => (await awaitRepair()) === 1);
      await notifications.deliver('identity', { type: 'organization', key: organization.gid, state });
      const isEnabled = async () => {
        const text = 'select is_enabled from webhook where gid = $1';
        return (await notifications.service.database.query<{ is_enabled: boolean }>({ text, values: [webhook.split('/').at(-1)] }))[0]!
          .is_enabled;
      };
      await eventually(async () => !(await isEnabled()));
      assert.equal(await awaitRepair(), 0);
      // Restores the organization, whose webhooks then show the reason.
      await notifications.deliver('identity', { type: 'organization', key: organization.gid, state: organizationState() });
      await organization.delivery(webhook, ({ status }) => status === 'canceled');
      const reasonOf = async (path: string) => (await organization.manager.get(path)).body.disabled_reason;
      for (const path of [webhook, gone]) assert.equal(await reasonOf(path), 'Its organization was deleted.');
      assert.equal(await reasonOf(isOff), 'It was disabled by a manager or an admin.');
      assert.equal((await other.manager.get(others)).body.is_enabled, true);
    });

  test('a webhook that was enabled while its organization was deleted gets no event', async () => {
    const [organization, other] = [await webhookOwner(notifications), await webhookOwner(notifications)];
    const webhooks = [await organization.webhook(receiver.url), await other.webhook(receiver.url)].map((path) => path.split('/').at(-1));
    const isKnown = `update shared_state set state = jsonb_set(state, '{is_deleted}', 'true') where type = 'organization' and key = $1`;
    await notifications.service.database.query({ text: isKnown, values: [organization.gid] });
    for (const owner of [organization, other]) await owner.publishFact(newGid());
    const text = `select status = 'canceled' as "isCanceled" from delivery where webhook_gid = $1`;
    for (const [index, webhook] of webhooks.entries())
      await eventually(async () => {
        assert.deepEqual(await notifications.service.database.query({ text, values: [webhook] }), [{ isCanceled: index === 0 }]);
      });
  });
});
