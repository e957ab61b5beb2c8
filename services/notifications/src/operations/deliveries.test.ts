import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver, type ApiClient, type Receiver } from '@partner-ordering/testing';
import { addEvents, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { webhookOwner, type WebhookOwner } from '../fixtures/webhook-owner.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('deliveries of a webhook', () => {
  let notifications: TestNotifications;
  let organization: WebhookOwner;
  let manager: ApiClient;
  let receiver: Receiver;
  let webhook: string;
  before(async () => {
    notifications = await testNotifications();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    organization = await webhookOwner(notifications);
    ({ manager } = organization);
    webhook = await organization.webhook(receiver.url);
  });
  afterEach(() => receiver.close());
  after(() => notifications.stop());

  const fail = (...ids: string[]) => {
    receiver.answer = ({ headers }, response) => {
      const fails = ids.length === 0 || ids.includes(headers['webhook-id'] as string);
      response.writeHead(fails ? 500 : 204).end();
    };
  };
  const ids = () => receiver.received.map(({ headers }) => headers['webhook-id']);
  const settled = (count: number) =>
    eventually(async () => {
      const found = await organization.deliveries(webhook);
      return found.filter(({ status }) => status === 'delivered').length === count && found;
    });

  const isAttempted = (count: number) =>
    eventually(async () => {
      const found = await organization.deliveries(webhook);
      return found.length === count && found.every(({ attempts }) => attempts === 1);
    });

  test('200 filters and counts deliveries by status, event id and event type', async () => {
    const project = newGid();
    const bad = newGid();
    const first = await organization.publishFact(project, 'project.created');
    await organization.publishFact(newGid(), 'project.paid');
    await settled(2);
    fail();
    const failing = await organization.publishFact(bad, 'project.paid');
    await eventually(async () => (await organization.deliveries(webhook, ['event', '==', failing]))[0]?.attempts === 1);
    const found = async (query: unknown[]) => (await organization.deliveries(webhook, query)).map(({ event }) => event.id);
    assert.deepEqual(await found(['event', '==', first]), [first]);
    assert.deepEqual(await found(['type', '==', 'project.created']), [first]);
    assert.deepEqual(await found(['status', '==', 'waiting']), [failing]);
    assert.deepEqual(
      await found([
        ['status', '==', 'delivered'],
        ['type', '==', 'project.created'],
      ]),
      [first],
    );
    const { body } = await manager.get(`${webhook}/deliveries`, { parameters: { limit: 1 } });
    assert.deepEqual([body.total_count, body.items.length, body.items[0].event.id, 'attempt_log' in body.items[0]], [3, 1, failing, false]);
  });

  test("404 for a delivery of another webhook, and for another organization's delivery under the caller's own path", async () => {
    await organization.publishFact(newGid());
    const gid = (await settled(1))[0]!.gid;
    const other = `${await organization.webhook(receiver.url, { is_enabled: false })}/deliveries/${gid}`;
    assert.deepEqual([(await manager.get(other)).status, (await manager.post(`${other}/redeliver`)).status], [404, 404]);
    const otherOwner = await webhookOwner(notifications);
    const otherPath = webhook.replace(organization.gid, otherOwner.gid);
    for (const client of [notifications.admin, otherOwner.manager]) {
      for (const path of ['', `/${gid}`]) assert.equal((await client.get(`${otherPath}/deliveries${path}`)).status, 404, path);
      assert.equal((await client.post(`${otherPath}/deliveries/${gid}/redeliver`)).status, 404);
      assert.equal((await client.post(`${otherPath}/recover`, { since: minutesAgo(1) })).status, 404);
    }
  });

  test('204 redelivers a delivered event with the same id and one more attempt', async () => {
    const id = await organization.publishFact(newGid());
    const { href } = (await settled(1))[0]!;
    assert.equal((await manager.post(`${href}/redeliver`)).status, 204);
    await eventually(() => receiver.received.length === 2);
    assert.deepEqual(ids(), [id, id]);
    const again = await organization.delivery(webhook, ({ status, attempts }) => status === 'delivered' && attempts === 2);
    assert.deepEqual(
      again.attempt_log.map(({ number }) => number),
      [1, 2],
    );
    fail();
    await manager.post(`${href}/redeliver`);
    const { next_attempt_at: next, failure } = await organization.delivery(webhook, ({ status }) => status === 'failed');
    assert.deepEqual([next, failure], [null, 'It answered 500'], 'one attempt, and no more');
  });

  test('204 redelivers before all waiting deliveries of a failing webhook', async () => {
    fail();
    await organization.publishFact(newGid());
    await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    const answers: (() => void)[] = [];
    receiver.answer = (_request, response) => void answers.push(() => response.writeHead(500).end());
    for (let count = 0; count < 3; count++) await organization.publishFact(newGid());
    const waiting = await eventually(async () => {
      const found = await organization.deliveries(webhook);
      return answers.length === 1 && found.length === 4 && found;
    });
    assert.equal((await manager.post(`${waiting[3]!.href}/redeliver`)).status, 204);
    answers[0]!();
    await eventually(() => answers.length === 2);
    assert.equal(ids()[2], waiting[3]!.event.id);
    answers[1]!();
  });

  test('waiting deliveries of a disabled webhook are canceled and can be recovered with the same ids', async () => {
    fail();
    const eventIds: string[] = [];
    for (let count = 0; count < 3; count++) eventIds.push(await organization.publishFact(newGid()));
    await isAttempted(3);
    await manager.put(webhook, { is_enabled: false });
    const canceled = await eventually(async () => {
      const found = await organization.deliveries(webhook, ['status', '==', 'canceled']);
      return found.length === 3 && found;
    });
    assert.ok(canceled.every(({ settled_at, next_attempt_at }) => settled_at !== null && next_attempt_at === null));
    await manager.put(webhook, { is_enabled: true });
    fail(newGid());
    assert.equal((await manager.post(`${webhook}/recover`, { since: minutesAgo(1) })).status, 204);
    await settled(3);
    assert.deepEqual(ids().slice(3).toSorted(), eventIds);
  });

  test('waiting deliveries of a deleted webhook are canceled, and no more are sent', async () => {
    fail();
    for (let count = 0; count < 2; count++) await organization.publishFact(newGid());
    await isAttempted(2);
    await manager.delete(webhook);
    const text = 'select status from delivery where webhook_gid = $1';
    const statuses = async () => {
      const values = [webhook.split('/').at(-1)];
      return (await notifications.service.database.query<{ status: string }>({ text, values })).map(({ status }) => status);
    };
    await eventually(async () => (await statuses()).join() === 'canceled,canceled');
    const others = await organization.webhook(receiver.url.replace('/hook', '/other'));
    const later = await organization.publishFact(newGid());
    await eventually(() => ids().includes(later));
    assert.deepEqual([(await statuses()).length, (await organization.deliveries(others)).length], [2, 1]);
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/hook', '/hook', '/other'],
    );
  });

  test('events during the time in which a webhook is disabled are listed as canceled and can be recovered', async () => {
    await manager.put(webhook, { is_enabled: false, events: ['project.updated'] });
    const [project, eventIds] = [newGid(), [] as string[]];
    for (let count = 0; count < 2; count++) eventIds.push(await organization.publishFact(project));
    await organization.publishFact(project, 'project.paid');
    const deliveries = await eventually(async () => {
      const found = await organization.deliveries(webhook);
      return found.length === 2 && found;
    });
    assert.deepEqual(
      deliveries.map(({ event, status, attempts }) => [event.id, status, attempts]),
      eventIds.map((id) => [id, 'canceled', 0]),
    );
    assert.ok(deliveries.every(({ settled_at }) => settled_at !== null));
    await manager.put(webhook, { is_enabled: true });
    assert.equal((await manager.post(`${webhook}/recover`, { since: minutesAgo(1) })).status, 204);
    await settled(2);
    assert.deepEqual(ids().toSorted(), eventIds);
  });

  test('204 recovers failed deliveries of a period, and with include_unsent events that the webhook never got', async () => {
    const [project, other] = [newGid(), newGid()];
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const early = await organization.publishFact(project, 'project.created', {}, at(50));
    const eventIds = [
      await organization.publishFact(project, 'project.updated', {}, at(40)),
      await organization.publishFact(other, 'project.paid', {}, at(30)),
    ];
    const late = await organization.publishFact(project, 'project.paid', {}, at(5));
    const days = 24 * 60;
    const takenInLate = await organization.publishFact(other, 'project.paid', {}, at(10 * days));
    await settled(5);
    const newWebhook = await organization.webhook(receiver.url.replace('/hook', '/new'), { events: ['project.updated', 'project.paid'] });
    const recover = async (body: object) => assert.equal((await manager.post(`${newWebhook}/recover`, body)).status, 204);
    const toAdded = () => receiver.received.filter(({ path }) => path === '/new').map(({ headers }) => headers['webhook-id'] as string);
    await recover({ since: minutesAgo(45), until: minutesAgo(10) });
    const jobs = { text: `select from job where name = 'recover_deliveries'`, values: [] };
    await eventually(async () => (await notifications.service.database.query(jobs)).length === 0);
    assert.deepEqual(await organization.deliveries(newWebhook), [], 'nothing that it was never told of');
    await recover({ since: minutesAgo(45), until: minutesAgo(10), include_unsent: true });
    await eventually(() => toAdded().length === 2);
    assert.deepEqual(toAdded().toSorted(), eventIds.toSorted());
    await recover({ since: minutesAgo(60), until: null, include_unsent: true });
    await eventually(() => toAdded().length === 3);
    assert.equal(toAdded().at(-1), late);
    assert.ok(!toAdded().includes(early), 'of a type that it is not told of');
    await recover({ since: minutesAgo(11 * days), until: minutesAgo(9 * days), include_unsent: true });
    await eventually(() => toAdded().includes(takenInLate));
  });

  test('a replay to a new webhook delivers each event once, in several steps', async () => {
    await manager.put(webhook, { events: ['receipt.paid'] });
    const { database } = notifications.service;
    const event = { type: 'project.updated', data: '{}', occurredAt: new Date(Date.now() - 3_600_000) };
    const eventIds: string[] = [];
    for (const batch of [0, 1]) {
      for (let count = 0; count < 10; count++) eventIds.push(await organization.publishFact(newGid()));
      await organization.eventsAreKept(10 + batch * 2_010);
      if (batch === 0) await addEvents(database, organization.gid, 2_000, event);
    }
    const newWebhook = await organization.webhook(receiver.url);
    await organization.recover(newWebhook);
    await eventually(() => receiver.received.length === 20);
    assert.deepEqual(ids().toSorted(), eventIds.toSorted());
  });

  test("an erased user is removed from sent events and from receivers' answers", async () => {
    receiver.answer = (_request, response) => response.end(receiver.received.at(-1)!.body);
    const person = { gid: newGid(), firstname: 'Robin', lastname: 'Reed', email: 'robin@example.com' };
    await organization.publishFact(newGid(), 'project.created', { payload: JSON.stringify({ owner: person }) });
    const { body, attempt_log: log } = await organization.delivery(webhook, ({ status }) => status === 'delivered');
    assert.ok(body.includes('Robin') && log[0]!.response!.body.includes('Robin'));
    const erased = { ...person, firstname: 'Deleted', lastname: 'User', email: 'none@deleted.invalid', locale: 'en', is_erased: true };
    await notifications.deliver('identity', { type: 'user', key: person.gid, state: erased });
    const delivery = await eventually(async () => {
      const [found] = await organization.deliveries(webhook);
      const { body: now } = await manager.get(found!.href);
      return !JSON.stringify(now).includes('Robin') && now;
    });
    assert.deepEqual([delivery.attempt_log[0].status, delivery.attempt_log[0].response], [200, null]);
  });

  test('400 for a time in the future', async () => {
    const { status, body } = await manager.post(`${webhook}/recover`, { since: minutesAgo(-5) });
    assert.deepEqual([status, body.error.details[0].path], [400, 'since']);
  });
});
