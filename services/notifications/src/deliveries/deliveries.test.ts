import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver, type Received, type Receiver } from '@partner-ordering/testing';
import { Webhook } from 'standardwebhooks';
import { claimDue, type ClaimedDelivery } from '../domain/deliveries/claim-due.ts';
import { recordOutcomes } from '../domain/deliveries/record-outcomes.ts';
import { faults } from '../faults.ts';
import { testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { webhookOwner, type WebhookOwner } from '../fixtures/webhook-owner.ts';

const [SECOND_MS, MINUTE_MS] = [1_000, 60_000];
/** The time from the claim of a delivery until it is due again. */
const CLAIMED_MS = 55_000;

describe('webhook deliveries', () => {
  let notifications: TestNotifications;
  let organization: WebhookOwner;
  let receiver: Receiver;
  let laterMs = 0;
  before(async () => {
    notifications = await testNotifications({}, () => new Date(Date.now() + laterMs));
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    organization = await webhookOwner(notifications);
  });
  afterEach(() => receiver.close());
  after(() => notifications.stop());

  const idsOf = (received: readonly Received[]) => received.map(({ headers }) => headers['webhook-id']);
  const failAll = () => {
    receiver.answer = (_request, response) => void response.writeHead(500).end();
  };
  /** Resolves when this many attempts are in flight, and the outcomes of all others are recorded. */
  const areInFlight = (count: number) =>
    eventually(async () =>
      (await notifications.service.metrics()).includes(`webhook_attempts_in_flight{service="notifications"} ${count}\n`),
    );

  test('a delivery is signed and has the body of the feed, and the log has its request and answer', async () => {
    receiver.answer = (_request, response) => response.writeHead(202, { 'x-seen': 'yes' }).end('taken');
    const webhook = await organization.webhook(receiver.url);
    const id = await organization.publishFact(newGid(), 'project.created', {
      payload: '{"project":{"title":"Plakat für März","price":1.5}}',
    });
    const { body, attempt_log: log, event, ...delivery } = await organization.delivery(webhook, ({ status }) => status === 'delivered');
    const [received, ...more] = receiver.received;
    assert.deepEqual(more, []);
    const { secret } = (await organization.manager.get(`${webhook}/secret`)).body;
    new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>);
    const feed = await fetch(`${notifications.url}/v1/orgs/${organization.gid}/events`, {
      headers: { authorization: `Bearer ${organization.manager.token}` },
    });
    const fed = await feed.text();
    assert.ok(fed.includes(received!.body), `${fed} has ${received!.body}`);
    assert.equal(body, received!.body);
    assert.deepEqual([event.id, event.type, event.sequence], [id, 'project.created', 1]);
    assert.deepEqual([delivery.attempts, delivery.next_attempt_at, delivery.failure], [1, null, null]);
    assert.ok(delivery.settled_at);
    const [first] = log;
    assert.deepEqual([log.length, first!.number, first!.status, first!.url, first!.failure], [1, 1, 202, receiver.url, null]);
    assert.deepEqual([first!.response!.body, first!.response!.headers['x-seen']], ['taken', 'yes']);
    assert.deepEqual(Object.keys(first!.request_headers), ['content-type', 'webhook-id', 'webhook-timestamp']);
  });

  test('a webhook gets the types that it names and no others, a disabled one gets nothing', async () => {
    const at = (path: string) => receiver.url.replace('/hook', path);
    await organization.webhook(at('/all'));
    await organization.webhook(at('/paid'), { events: ['project.paid'] });
    await organization.webhook(at('/projects'), { events: ['project.*', 'receipt.paid'] });
    await organization.webhook(at('/none'), { is_enabled: false });
    const other = await webhookOwner(notifications);
    await other.webhook(at('/other'));
    const project = newGid();
    await organization.publishFact(project, 'project.created');
    await organization.publishFact(project, 'project.paid');
    await organization.publishFact(project, 'prices.imported', { import: newGid() });
    await eventually(() => receiver.received.length === 6);
    const paths = receiver.received.map(({ path, body }) => `${path} ${(JSON.parse(body) as { type: string }).type}`).toSorted();
    assert.deepEqual(paths, [
      '/all prices.imported',
      '/all project.created',
      '/all project.paid',
      '/paid project.paid',
      '/projects project.created',
      '/projects project.paid',
    ]);
  });

  test('Retry-After delays the next attempt', async () => {
    receiver.answer = (_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end();
    const webhook = await organization.webhook(receiver.url);
    await organization.publishFact(newGid());
    const delivery = await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    const { next_attempt_at: next, attempt_log: log, status } = delivery;
    assert.equal(status, 'waiting');
    for (const { failure, failure_code, failure_params } of [delivery, log[0]!])
      assert.deepEqual([failure, failure_code, failure_params], ['It answered 503', 'wrong_status', { http_status: 503 }]);
    assert.ok(Math.abs(Date.parse(next!) - Date.parse(log[0]!.at) - 3_600_000) <= 2 * SECOND_MS, next!);
  });

  test('a long event is delivered whole and identically to each webhook', async () => {
    for (let count = 0; count < 3; count++) await organization.webhook(receiver.url);
    const id = await organization.publishFact(newGid(), 'project.updated', {
      payload: JSON.stringify({ text: 'x'.repeat(1024 * 1024) }),
    });
    await eventually(() => receiver.received.length === 3);
    const [body, ...others] = new Set(receiver.received.map((received) => received.body));
    assert.deepEqual([others, (JSON.parse(body!) as { id: string }).id, body!.length > 1024 * 1024], [[], id, true]);
  });

  test('an organization has only a few long events in flight, which leaves room for others', async (t) => {
    const hanging = await startReceiver();
    t.after(() => hanging.close());
    const answers: (() => void)[] = [];
    hanging.answer = (_request, response) => void answers.push(() => response.end());
    for (let count = 0; count < 2; count++) await organization.webhook(hanging.url);
    const payload = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    for (let count = 0; count < 6; count++) await organization.publishFact(newGid(), 'project.updated', { payload });
    await organization.eventsAreKept(6);
    await eventually(() => answers.length === 8);
    const other = await webhookOwner(notifications);
    const slow = await startReceiver();
    t.after(() => slow.close());
    slow.answer = () => undefined;
    await other.webhook(slow.url);
    for (let count = 0; count < 8; count++) await other.publishFact(newGid());
    await eventually(() => slow.received.length === 8);
    assert.equal(answers.length, 8);
    hanging.answer = (_request, response) => void response.end();
    answers.forEach((answer) => answer());
    await eventually(() => hanging.received.length === 12);
  });

  test('a hanging endpoint gets eight requests at once and delays no other endpoint of any organization', async (t) => {
    const hanging = await startReceiver();
    t.after(() => hanging.close());
    hanging.answer = () => undefined;
    await organization.webhook(hanging.url);
    const other = await webhookOwner(notifications);
    for (const owner of [organization, other]) await owner.webhook(receiver.url);
    for (let count = 0; count < 12; count++) await organization.publishFact(newGid());
    await eventually(() => receiver.received.length === 12, { timeoutMs: 5_000 });
    await eventually(() => hanging.received.length === 8);
    for (const owner of [organization, other]) await owner.publishFact(newGid());
    await eventually(() => receiver.received.length === 14, { timeoutMs: 5_000 });
    assert.equal(hanging.received.length, 8);
  });

  test('an endpoint whose last attempt failed gets one event at a time until one succeeds', async () => {
    failAll();
    const webhook = await organization.webhook(receiver.url);
    await organization.publishFact(newGid());
    await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    const waiting: (() => void)[] = [];
    receiver.answer = (_request, response) => void waiting.push(() => response.end());
    for (let count = 0; count < 5; count++) await organization.publishFact(newGid());
    await eventually(async () => (await organization.deliveries(webhook)).length === 6);
    await eventually(() => waiting.length === 1);
    waiting.pop()!();
    await eventually(() => waiting.length >= 4);
    waiting.forEach((answer) => answer());
  });

  test("a killed instance's attempt in flight is repeated after 55 seconds, and the log has both attempts", async () => {
    const answers: ((status: number) => void)[] = [];
    receiver.answer = (_request, response) => void answers.push((status) => response.writeHead(status).end());
    const webhook = await organization.webhook(receiver.url);
    const id = await organization.publishFact(newGid());
    await eventually(() => answers.length === 1);
    // From now on, the first attempt counts as that of a dead instance.
    laterMs += CLAIMED_MS;
    await eventually(() => answers.length === 2);
    answers[1]!(204);
    await organization.delivery(webhook, ({ status }) => status === 'delivered');
    answers[0]!(500);
    await areInFlight(0);
    const { attempts, attempt_log: log } = await organization.delivery(webhook, ({ status }) => status === 'delivered');
    assert.deepEqual([attempts, log.map(({ status }) => status), idsOf(receiver.received)], [2, [204, 500], [id, id]]);
  });

  test('a delivery redelivered or canceled during a failing attempt stays so; the log has each attempt, and a success counts', async () => {
    const answers: ((status: number) => void)[] = [];
    receiver.answer = (_request, response) => void answers.push((status) => response.writeHead(status).end());
    const webhook = await organization.webhook(receiver.url);
    await organization.publishFact(newGid());
    await eventually(() => answers.length === 1);
    const [delivery] = await organization.deliveries(webhook);
    for (const count of [2, 3]) {
      await organization.manager.post(`${delivery!.href}/redeliver`);
      await eventually(() => answers.length === count);
    }
    answers[0]!(500);
    await organization.delivery(webhook, ({ status, attempts, failure }) => status === 'waiting' && attempts === 1 && failure === null);
    await organization.manager.put(webhook, { is_enabled: false });
    await organization.delivery(webhook, ({ status }) => status === 'canceled');
    answers[1]!(503);
    await organization.delivery(webhook, ({ status, attempts }) => status === 'canceled' && attempts === 2);
    answers[2]!(204);
    const { attempt_log: log } = await organization.delivery(webhook, ({ status }) => status === 'delivered');
    assert.deepEqual(
      log.map(({ status }) => status),
      [500, 503, 204],
    );
  });

  test('two attempts of a delivery that are recorded together are both in its log', async () => {
    const webhook = await organization.webhook(receiver.url);
    await organization.publishFact(newGid());
    const { gid } = await organization.delivery(webhook, ({ status }) => status === 'delivered');
    const delivery = { gid, webhook: newGid(), url: receiver.url, claimedUntil: new Date() } as ClaimedDelivery;
    const outcomes = [500, 503].map((status) => ({
      delivery,
      status: 'waiting' as const,
      nextAttemptAt: new Date(),
      isGone: false,
      failure: faults.wrong_status('', { http_status: status }),
      attempt: { at: new Date(), durationMs: 1, status, requestHeaders: {}, answer: null, isOurFault: false },
    }));
    await notifications.service.database.transactional((tx) => recordOutcomes(tx, outcomes, new Date()));
    const { attempt_log: log } = await organization.delivery(webhook, ({ status, attempts }) => status === 'delivered' && attempts === 3);
    assert.deepEqual(
      log.map(({ status }) => status),
      [204, 500, 503],
    );
  });

  test('a locked delivery delays no other webhook', async () => {
    failAll();
    const webhook = await organization.webhook(receiver.url, { events: ['project.paid'] });
    await organization.webhook(receiver.url, { events: ['project.updated'] });
    const locked = await organization.publishFact(newGid(), 'project.paid');
    await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    receiver.answer = (_request, response) => void response.writeHead(204).end();
    await notifications.service.database.transactional(async (tx) => {
      await tx.query({ text: 'select from delivery where event_id = $1 for update', values: [locked] });
      laterMs += 6 * SECOND_MS;
      const other = await organization.publishFact(newGid());
      await eventually(() => idsOf(receiver.received).includes(other), { timeoutMs: 8_000 });
    });
    await organization.delivery(webhook, ({ status }) => status === 'delivered');
  });

  test('organizations take turns if more deliveries are due than an instance can run', async () => {
    const other = await webhookOwner(notifications);
    const paths = [await organization.webhook(receiver.url), await other.webhook(receiver.url)];
    for (const owner of [organization, organization, organization, other]) await owner.publishFact(newGid());
    await eventually(() => receiver.received.length === 4);
    await areInFlight(0);
    const { pool, query } = notifications.service.database;
    const [hourMs, gids] = [Date.now() + laterMs + 60 * MINUTE_MS, paths.map((path) => path.split('/').at(-1)!)];
    // All deliveries become due in about an hour, so the running instance takes none of them. The other organization's one is the latest.
    await query({ text: `update webhook set is_enabled = gid = any($1)`, values: [gids] });
    const text = `update delivery set status = 'waiting', next_attempt_at = $1::timestamptz - position * interval '1 second' where webhook_gid = any($2)`;
    await query({ text, values: [new Date(hourMs), gids] });
    const claim = { now: new Date(hourMs), maxDeliveries: 1, maxBytes: 1_000_000, perWebhook: 8 };
    const claimed = await claimDue(pool, { ...claim, inFlight: { attempts: { [organization.gid]: 1 }, bytes: {} } });
    assert.deepEqual(
      claimed.map(({ webhook }) => webhook),
      [gids[1]],
    );
  });

  test('hanging endpoints, half of those of an organization, delay the others by a few seconds at most', async (t) => {
    const hanging = await startReceiver();
    t.after(() => hanging.close());
    hanging.answer = () => undefined;
    for (let count = 0; count < 25; count++) {
      await organization.webhook(hanging.url.replace('/hook', `/${count}`));
      await organization.webhook(receiver.url.replace('/hook', `/${count}`));
    }
    await Promise.all(Array.from({ length: 9 }, () => organization.publishFact(newGid())));
    await eventually(() => hanging.received.length >= 100, { timeoutMs: 10_000 });
    await eventually(() => receiver.received.length === 225, { timeoutMs: 10_000 });
    await organization.publishFact(newGid());
    await eventually(() => receiver.received.length === 250, { timeoutMs: 10_000 });
    assert.ok(hanging.received.length <= 200, 'no more than eight at once to each');
  });
});

test('a delivery fails after ten attempts, each with the id of the event', async (t) => {
  let laterMs = 0;
  const notifications = await testNotifications({}, () => new Date(Date.now() + laterMs));
  t.after(() => notifications.stop());
  const [receiver, organization] = [await startReceiver(), await webhookOwner(notifications)];
  t.after(() => receiver.close());
  receiver.answer = (_request, response) => void response.writeHead(500).end();
  await organization.webhook(receiver.url);
  const id = await organization.publishFact(newGid());
  const text = `select status, attempts, failure, next_attempt_at, (select count(*)::int from delivery_attempt where delivery_gid = gid) as logged from delivery`;
  const now = async () => (await notifications.service.database.query<{ status: string; attempts: number }>({ text, values: [] }))[0];
  const pauses = [5 / 60, 5, 30, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 60)];
  for (const [index, minutes] of pauses.entries()) {
    await eventually(async () => (await now())?.attempts === index + 1);
    laterMs += minutes * MINUTE_MS;
  }
  await eventually(async () => (await now())!.status === 'failed');
  assert.deepEqual(await now(), { status: 'failed', attempts: 10, failure: 'It answered 500', next_attempt_at: null, logged: 10 });
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    Array(10).fill(id),
  );
});

test('an outcome that cannot be recorded is a failure and does not affect other outcomes', async (t) => {
  const notifications = await testNotifications();
  t.after(() => notifications.stop());
  const [receiver, organization] = [await startReceiver(), await webhookOwner(notifications)];
  t.after(() => receiver.close());
  const text = `alter table delivery_attempt add constraint recorded check (answer_body is distinct from 'never') not valid`;
  await notifications.service.database.query({ text, values: [] });
  const answers: (() => void)[] = [];
  receiver.answer = (_request, response) => {
    const body = answers.length === 0 ? 'never' : '';
    answers.push(() => response.end(body));
  };
  const webhook = await organization.webhook(receiver.url);
  for (let count = 0; count < 4; count++) await organization.publishFact(newGid());
  await eventually(() => answers.length === 4);
  answers.forEach((answer) => answer());
  await eventually(async () => (await organization.deliveries(webhook, ['status', '==', 'delivered'])).length === 3);
  const [left, ...more] = await eventually(async () => {
    const found = await organization.deliveries(webhook, ['status', '==', 'waiting']);
    return found[0]?.failure != null && found;
  });
  assert.deepEqual([left!.failure, more], ['What came of it could not be recorded: this is a fault of ours', []]);
  assert.ok(Date.parse(left!.next_attempt_at!) <= Date.now() + 5 * SECOND_MS, 'repeated as after a failure');
});
