import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver, type Receiver } from '@partner-ordering/testing';
import type { Service } from '@partner-ordering/service';
import { testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { webhookOwner, type WebhookOwner } from '../fixtures/webhook-owner.ts';

describe('dispatchers', () => {
  let notifications: TestNotifications;
  let organization: WebhookOwner;
  let receiver: Receiver;
  before(async () => {
    notifications = await testNotifications();
    organization = await webhookOwner(notifications);
    receiver = await startReceiver();
  });
  after(() => receiver.close());

  const waiting = (service: Service) =>
    service.database.query({
      text: `select next_attempt_at <= now() as is_due, failures from delivery where status = 'waiting'`,
      values: [],
    });

  test('delivery metrics are exported with and without waiting deliveries', async () => {
    const metric = async (name: string) => {
      const text = await notifications.service.metrics();
      return Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'm').exec(text)?.[1]);
    };
    assert.deepEqual([await metric('webhook_deliveries_waiting'), await metric('webhook_delivery_oldest_seconds')], [0, 0]);
    const answers: (() => void)[] = [];
    receiver.answer = (_request, response) => void answers.push(() => response.end());
    await organization.webhook(receiver.url);
    for (let count = 0; count < 2; count++) await organization.publishFact(organization.gid);
    await eventually(() => answers.length === 2);
    assert.deepEqual([await metric('webhook_deliveries_waiting'), await metric('webhook_attempts_in_flight')], [2, 2]);
    answers.forEach((answer) => answer());
    await eventually(async () => (await metric('webhook_deliveries_waiting')) === 0);
    assert.equal(await metric('webhook_attempt_duration_seconds_count'), 2);
  });

  test('a stop finishes and records attempts within its grace time; hanging ones are released and do not count', async () => {
    let answer: (() => void) | undefined;
    receiver.answer = ({ headers }, response) => {
      if (headers['webhook-id'] === ends) answer = () => response.end();
    };
    const before = receiver.received.length;
    const ends = await organization.publishFact(newGid());
    await organization.publishFact(newGid());
    await eventually(() => receiver.received.length === before + 2);
    const stopped = stopKeepingDatabase(notifications);
    answer!();
    const openSockets = await stopped;
    assert.deepEqual(openSockets, [{ is_due: true, failures: 0 }]);
  });

  /** Stops the service; resolves with the rest of its queue, read before the database closes. */
  async function stopKeepingDatabase(service: TestNotifications): Promise<unknown[]> {
    const { database } = service.service;
    let left: unknown[] = [];
    const close = database.close;
    database.close = async () => {
      left = await waiting(service.service);
      await close();
    };
    await service.stop();
    return left;
  }
});
