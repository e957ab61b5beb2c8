import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { startReceiver, type Receiver } from '@partner-ordering/testing';
import { pino } from 'pino';
import { startNotifications, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { webhookOwner } from '../fixtures/webhook-owner.ts';

describe('TEST_WEBHOOK_ORIGIN', () => {
  let notifications: TestNotifications;
  let [receiver, other]: Receiver[] = [];
  before(async () => {
    [receiver, other] = [await startReceiver(), await startReceiver()];
    notifications = await testNotifications({ allowsPrivateTargets: false, testWebhookOrigin: new URL(receiver.url).origin });
  });
  after(() => Promise.all([receiver?.close(), other?.close(), notifications?.stop()]));

  test('a webhook at the test origin gets events, although private addresses are not allowed', async () => {
    const organization = await webhookOwner(notifications);
    const webhook = await organization.webhook(receiver!.url);
    const id = await organization.publishFact(newGid(), 'project.published');
    await organization.delivery(webhook, ({ status }) => status === 'delivered');
    assert.deepEqual(
      receiver!.received.map(({ headers }) => headers['webhook-id']),
      [id],
    );
  });

  test('400 without a request for a webhook at another port, over TLS or at another name of the machine', async () => {
    const { manager, path } = await notifications.organization();
    const { url } = receiver!;
    const refused = [other!.url, url.replace('http:', 'https:'), url.replace('127.0.0.1', 'localhost'), url.replace('127.0.0.1', '[::1]')];
    const before = receiver!.received.length;
    for (const origin of refused) {
      assert.equal((await manager.post(path, { url: origin })).body.error.details[0].path, 'url', origin);
      const { body } = await manager.post(`${path}/check`, { url: origin });
      assert.equal(body.is_delivered ?? false, false, origin);
    }
    assert.deepEqual([receiver!.received.length, other!.received], [before, []]);
  });

  test('a warning at the start names the test origin, since every manager may send requests to it', async () => {
    for (const testWebhookOrigin of ['http://orders-test:8099', undefined]) {
      const warnings: { origin?: string; msg: string }[] = [];
      const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line) as (typeof warnings)[number]) });
      const { stop } = await startNotifications({ log }, { testWebhookOrigin });
      await stop();
      const originWarnings = warnings.filter(({ msg }) => msg.includes('TEST_WEBHOOK_ORIGIN'));
      assert.deepEqual(
        originWarnings.map(({ origin }) => origin),
        testWebhookOrigin ? [testWebhookOrigin] : [],
      );
    }
  });
});
