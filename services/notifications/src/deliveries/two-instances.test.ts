import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Service } from '@partner-ordering/service';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver, type Receiver } from '@partner-ordering/testing';
import { testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { webhookOwner, type WebhookOwner } from '../fixtures/webhook-owner.ts';

describe('deliveries with two instances', () => {
  let notifications: TestNotifications;
  let organization: WebhookOwner;
  let receiver: Receiver;
  before(async () => {
    notifications = await testNotifications();
  });
  beforeEach(async () => {
    organization = await webhookOwner(notifications);
    receiver = await startReceiver();
  });
  after(() => notifications.stop());

  const query = <Row>(text: string, values: unknown[] = []) => notifications.service.database.query<Row>({ text, values });
  const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'] as string);
  /** A second instance that has polled for deliveries. */
  async function another(): Promise<Service> {
    const service = await notifications.startInstance();
    const claiming = `select from pg_stat_activity where datname = current_database() and application_name = 'notifications deliveries' and query like '%waiting_webhook%'`;
    await eventually(async () => (await query(claiming)).length === 2);
    return service;
  }

  test('a delivery is sent once by two instances', async (t) => {
    const other = await another();
    t.after(() => Promise.all([other.stop(), receiver.close()]));
    for (let count = 0; count < 200; count++) await organization.publishFact(newGid());
    await organization.eventsAreKept(200);
    // Due only now, so that both instances find the deliveries at the same moment.
    const webhook = await organization.webhook(receiver.url);
    await organization.recover(webhook);
    const delivered = async () =>
      (await organization.manager.get(`${webhook}/deliveries`, { parameters: { query: ['status', '==', 'delivered'], limit: 1 } })).body
        .total_count;
    await eventually(async () => (await delivered()) === 200);
    assert.deepEqual([ids().length, new Set(ids()).size], [200, 200]);
  });

  test('a delivery that a stopping instance had in flight is repeated by the other one with the same id', async (t) => {
    const other = await another();
    t.after(() => receiver.close());
    receiver.answer = () => undefined;
    const inFlight = async (service: Service) => Number(/^webhook_attempts_in_flight\{.*\} (\d+)$/m.exec(await service.metrics())![1]);
    let eventCount = 0;
    for (; (await inFlight(other)) === 0 || (await inFlight(notifications.service)) === 0; eventCount++) {
      assert.ok(eventCount < 50, 'both take some');
      const otherOwner = await webhookOwner(notifications);
      await otherOwner.webhook(receiver.url);
      await otherOwner.publishFact(newGid());
      await eventually(() => receiver.received.length === eventCount + 1);
    }
    const lostCount = await inFlight(other);
    receiver.answer = (_request, response) => response.end();
    await other.stop();
    await eventually(() => receiver.received.length === eventCount + lostCount);
    assert.deepEqual([new Set(ids()).size, new Set(ids().slice(eventCount)).size], [eventCount, lostCount]);
  });
});
