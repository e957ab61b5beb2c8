import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver, type Received, type Receiver } from '@partner-ordering/testing';
import { Webhook } from 'standardwebhooks';
import { testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { lockLanes } from '../domain/deliveries/lanes.ts';
import { toldOrganization, type ToldOrganization } from '../fixtures/told-organization.ts';

const [SECOND_MS, MINUTE_MS] = [1_000, 60_000];
/** A webhook that has not answered for so long is slow. */
const SLOW_MS = 600;

describe('deliveries', () => {
  let notifications: TestNotifications;
  let organization: ToldOrganization;
  let receiver: Receiver;
  let laterMs = 0;
  before(async () => {
    notifications = await testNotifications({}, () => new Date(Date.now() + laterMs));
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    organization = await toldOrganization(notifications);
  });
  afterEach(() => receiver.close());
  after(() => notifications.stop());

  const idsOf = (received: readonly Received[]) => received.map(({ headers }) => headers['webhook-id']);
  const sequencesOf = (received: readonly Received[]) => received.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
  /** Fails these events. */
  const failFor = (...ids: string[]) => {
    receiver.answer = ({ headers }, response) => void response.writeHead(ids.includes(headers['webhook-id'] as string) ? 500 : 204).end();
  };
  const failAll = () => {
    receiver.answer = (_request, response) => void response.writeHead(500).end();
  };
  const query = (text: string, values: unknown[] = []) => notifications.service.database.query({ text, values });

  test('an event comes signed, as the feed shows it, and the log has what was sent and answered', async () => {
    receiver.answer = (_request, response) => response.writeHead(202, { 'x-seen': 'yes' }).end('taken');
    const webhook = await organization.webhook(receiver.url);
    const id = await organization.happens(newGid(), 'project.created', { shown: '{"project":{"gid":"1","price":1.5}}' });
    const { body, attempt_log: log, event, ...delivery } = await organization.delivery(webhook, ({ status }) => status === 'delivered');
    const [received, ...more] = receiver.received;
    assert.deepEqual(more, []);
    const { secret } = (await organization.manager.get(`${webhook}/secret`)).body;
    new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>);
    const feed = await fetch(`${notifications.url}/v1/orgs/${organization.gid}/events`, { headers: { authorization: `Bearer ${organization.manager.token}` } }); // prettier-ignore
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

  test('a webhook is told of the types that it names and of nothing else, a disabled one of nothing', async () => {
    const at = (path: string) => receiver.url.replace('/hook', path);
    await organization.webhook(at('/all'));
    await organization.webhook(at('/paid'), { events: ['project.paid'] });
    await organization.webhook(at('/projects'), { events: ['project.*', 'receipt.paid'] });
    await organization.webhook(at('/none'), { is_enabled: false });
    const other = await toldOrganization(notifications);
    await other.webhook(at('/other'));
    const project = newGid();
    await organization.happens(project, 'project.created');
    await organization.happens(project, 'project.paid');
    await organization.happens(project, 'prices.imported', { import: newGid() });
    await eventually(() => receiver.received.length === 6);
    const paths = receiver.received.map(({ path, body }) => `${path} ${(JSON.parse(body) as { type: string }).type}`).toSorted();
    assert.deepEqual(paths, [
      ...['/all prices.imported', '/all project.created', '/all project.paid', '/paid project.paid'],
      ...['/projects project.created', '/projects project.paid'],
    ]);
  });

  test('the events of a project come one after the other and in order, to each endpoint', async () => {
    let [running, most] = [0, 0];
    receiver.answer = (_request, response) => {
      most = Math.max(most, ++running);
      setImmediate(() => (running--, response.end()));
    };
    await organization.webhook(receiver.url);
    const project = newGid();
    for (let count = 0; count < 20; count++) await organization.happens(project);
    await eventually(() => receiver.received.length === 20);
    assert.deepEqual(
      sequencesOf(receiver.received),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    assert.equal(most, 1);
  });

  test('an event that fails holds back the later ones of its project for five minutes, and no other project', async () => {
    failAll();
    const webhook = await organization.webhook(receiver.url);
    const project = newGid();
    const first = await organization.happens(project);
    await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    failFor(first);
    for (let count = 0; count < 2; count++) await organization.happens(project);
    const other = await organization.happens(newGid());
    await eventually(() => idsOf(receiver.received).includes(other));
    laterMs += 4 * MINUTE_MS;
    await organization.delivery(webhook, ({ attempts }) => attempts === 2);
    assert.equal(receiver.received.length, 3, 'the first twice and the other one');
    laterMs += MINUTE_MS + SECOND_MS;
    await eventually(() => sequencesOf(receiver.received).includes(3));
    assert.deepEqual(sequencesOf(receiver.received).filter((sequence) => sequence > 1), [2, 3]); // prettier-ignore
    failFor();
    laterMs += 31 * MINUTE_MS;
    const { attempts } = await organization.delivery(webhook, ({ status }) => status === 'delivered');
    assert.deepEqual(idsOf(receiver.received).filter((id) => id === first).length, attempts, 'each attempt has the same id');
  });

  test('Retry-After is honoured', async () => {
    receiver.answer = (_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end();
    const webhook = await organization.webhook(receiver.url);
    await organization.happens(newGid());
    const {
      next_attempt_at: next,
      attempt_log: log,
      status,
      failure,
    } = await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    assert.deepEqual([status, failure], ['waiting', 'It answered 503']);
    assert.ok(Math.abs(Date.parse(next!) - Date.parse(log[0]!.at) - 3_600_000) <= 2 * SECOND_MS, next!);
  });

  test('an endpoint that hangs delays no other, also of the same organization', async (t) => {
    const hanging = await startReceiver();
    t.after(() => hanging.close());
    hanging.answer = () => undefined;
    await organization.webhook(hanging.url);
    await organization.webhook(receiver.url);
    for (let count = 0; count < 12; count++) await organization.happens(newGid());
    await eventually(() => receiver.received.length === 12, { timeoutMs: 5_000 });
    await eventually(() => hanging.received.length === 8);
    await organization.happens(newGid());
    await eventually(() => receiver.received.length === 13, { timeoutMs: 5_000 });
    assert.equal(hanging.received.length, 8, 'so many at once to an endpoint');
  });

  test('an endpoint whose last attempt failed gets one event at a time, until one succeeds', async () => {
    failAll();
    const webhook = await organization.webhook(receiver.url);
    await organization.happens(newGid());
    await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    const waiting: (() => void)[] = [];
    receiver.answer = (_request, response) => void waiting.push(() => response.end());
    for (let count = 0; count < 5; count++) await organization.happens(newGid());
    await eventually(async () => (await organization.deliveries(webhook)).length === 6);
    await eventually(() => waiting.length === 1);
    waiting.pop()!();
    await eventually(() => waiting.length >= 4);
    waiting.forEach((answer) => answer());
  });

  test('what an instance had under way that is no more is attempted again, with the same id', async () => {
    failAll();
    const webhook = await organization.webhook(receiver.url);
    const id = await organization.happens(newGid());
    await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    failFor();
    // As if an instance had it whose session has ended, and with it the lock of its number.
    await query(`update delivery_queue set leased_by = nextval('job_worker')::int, due_at = now() where event_id = $1`, [id]);
    await organization.delivery(webhook, ({ status }) => status === 'delivered');
    assert.deepEqual(idsOf(receiver.received), [id, id]);
  });

  test('what is leased to an instance that does not attempt it is attempted', async () => {
    const answers: (() => void)[] = [];
    failAll();
    const webhook = await organization.webhook(receiver.url);
    const lost = await organization.happens(newGid());
    await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    receiver.answer = (_request, response) => void answers.push(() => response.end());
    await organization.webhook(receiver.url.replace('/hook', '/other'), { events: ['project.paid'] });
    await organization.happens(newGid(), 'project.paid');
    await eventually(() => answers.length >= 1);
    const own = '(select max(leased_by) from delivery_queue)';
    await query(`update delivery_queue set leased_by = ${own}, due_at = now() where event_id = $1`, [lost]);
    await eventually(
      () => (answers.splice(0).forEach((answer) => answer()), idsOf(receiver.received).filter((id) => id === lost).length === 2),
    );
  });

  test('what is claimed again while it is attempted is sent once and recorded once', async () => {
    const answers: (() => void)[] = [];
    receiver.answer = (_request, response) => void answers.push(() => response.end());
    const webhook = await organization.webhook(receiver.url);
    await organization.happens(newGid());
    await eventually(() => answers.length === 1);
    // As another instance does when the session of this one was lost.
    await query('update delivery_queue set leased_by = null');
    await organization.happens(newGid());
    await eventually(async () => (await query('select from delivery_queue where leased_by is not null')).length === 2);
    await eventually(() => answers.length === 2);
    answers.forEach((answer) => answer());
    await eventually(async () => (await organization.deliveries(webhook)).filter(({ status }) => status === 'delivered').length === 2);
    assert.deepEqual((await organization.deliveries(webhook)).map(({ attempts }) => attempts), [1, 1]); // prettier-ignore
    assert.equal(receiver.received.length, 2);
  });

  test('a delivery that somebody else has locked holds up no other webhook', async () => {
    failAll();
    const webhook = await organization.webhook(receiver.url, { events: ['project.paid'] });
    await organization.webhook(receiver.url, { events: ['project.updated'] });
    const locked = await organization.happens(newGid(), 'project.paid');
    await organization.delivery(webhook, ({ attempts }) => attempts === 1);
    failFor();
    await notifications.service.database.transactional(async (tx) => {
      await tx.query({ text: 'select from delivery_queue where event_id = $1 for update', values: [locked] });
      laterMs += 6 * SECOND_MS;
      const other = await organization.happens(newGid());
      await eventually(() => idsOf(receiver.received).includes(other), { timeoutMs: 8_000 });
    });
    await organization.delivery(webhook, ({ status }) => status === 'delivered');
  });

  test('a webhook that has failed is attempted no more often while that cannot be recorded', async (t) => {
    const [other, heard] = [await toldOrganization(notifications), await startReceiver()];
    t.after(() => heard.close());
    let fail: (() => void) | undefined;
    receiver.answer = (_request, response) => (fail ??= () => void response.writeHead(500).end());
    await organization.webhook(receiver.url);
    await other.webhook(heard.url);
    await organization.happens(newGid());
    await eventually(() => receiver.received.length === 1);
    const since = performance.now();
    await eventually(() => performance.now() - since > SLOW_MS);
    for (let count = 0; count < 5; count++) await organization.happens(newGid());
    await eventually(async () => (await query(`select from delivery_queue where organization_gid = $1`, [organization.gid])).length === 6);
    await notifications.service.database.transactional(async (tx) => {
      await lockLanes(tx, [organization.gid]);
      fail!();
      receiver.answer = (_request, response) => void response.end();
      // Whoever takes these deliveries takes whatever else may be attempted too.
      for (let count = 1; count <= 3; count++) {
        await other.happens(newGid());
        await eventually(() => heard.received.length === count);
      }
      assert.equal(receiver.received.length, 1);
    });
    await eventually(() => receiver.received.length > 1);
  });

  test('half of the endpoints of an organization that hang delay the other half by no more than seconds', async (t) => {
    const hanging = await startReceiver();
    t.after(() => hanging.close());
    hanging.answer = () => undefined;
    for (let count = 0; count < 25; count++) {
      await organization.webhook(hanging.url.replace('/hook', `/${count}`));
      await organization.webhook(receiver.url.replace('/hook', `/${count}`));
    }
    await Promise.all(Array.from({ length: 9 }, () => organization.happens(newGid())));
    await eventually(() => hanging.received.length >= 100, { timeoutMs: 10_000 });
    await eventually(() => receiver.received.length === 225, { timeoutMs: 10_000 });
    await organization.happens(newGid());
    await eventually(() => receiver.received.length === 250, { timeoutMs: 10_000 });
    assert.ok(hanging.received.length <= 200, 'no more than eight at once to each');
  });
});

test('a delivery is given up after ten attempts, each with the id of the event, and the next one of its project follows', async (t) => {
  let laterMs = 0;
  const notifications = await testNotifications({}, () => new Date(Date.now() + laterMs));
  t.after(() => notifications.stop());
  const [receiver, organization] = [await startReceiver(), await toldOrganization(notifications)];
  t.after(() => receiver.close());
  receiver.answer = ({ headers }, response) => void response.writeHead(headers['webhook-id'] === first ? 500 : 204).end();
  await organization.webhook(receiver.url);
  const project = newGid();
  const first = await organization.happens(project);
  const second = await organization.happens(project);
  const text = `select status, attempts, failure, (select count(*)::int from delivery_attempt a where a.delivery_gid = d.gid) as logged,
    (select due_at from delivery_queue q where q.delivery_gid = d.gid) as due_at from delivery d where event_id = $1`;
  const now = async () => (await notifications.service.database.query<{ status: string; attempts: number }>({ text, values: [first] }))[0];
  const pauses = [5 / 60, 5, 30, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 60)];
  for (const [index, minutes] of pauses.entries()) {
    await eventually(async () => (await now())?.attempts === index + 1);
    laterMs += minutes * MINUTE_MS;
  }
  await eventually(async () => (await now())!.status === 'failed');
  assert.deepEqual(await now(), { status: 'failed', attempts: 10, failure: 'It answered 500', logged: 10, due_at: null });
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(ids.filter((id) => id === first).length, 10);
  await eventually(() => receiver.received.some(({ headers }) => headers['webhook-id'] === second));
});

test('an event whose outcome can never be recorded holds up no later one of its project, and is given up after ten attempts', async (t) => {
  let laterMs = 0;
  const notifications = await testNotifications({}, () => new Date(Date.now() + laterMs));
  t.after(() => notifications.stop());
  const [receiver, organization] = [await startReceiver(), await toldOrganization(notifications)];
  t.after(() => receiver.close());
  const query = (text: string, values: unknown[] = []) => notifications.service.database.query({ text, values });
  const webhook = await organization.webhook(receiver.url);
  await query(`alter table delivery_attempt add constraint recorded check (answer_body is distinct from 'never') not valid`);
  const project = newGid();
  let first = '';
  receiver.answer = ({ headers }, response) => {
    first ||= headers['webhook-id'] as string;
    response.end(headers['webhook-id'] === first ? 'never' : '');
  };
  await organization.happens(project);
  const ids = () => receiver.received.map(({ headers }) => headers['webhook-id']);
  const sent = () => ids().filter((id) => id === first).length;
  await eventually(() => first !== '');
  const second = await organization.happens(project);
  await eventually(() => ids().includes(second));
  for (let count = 1; count < 10; count++) {
    await eventually(
      async () => (await query('select from delivery_queue where event_id = $1 and failures = $2', [first, count])).length === 1,
    );
    laterMs += 5 * MINUTE_MS + SECOND_MS;
  }
  const [given] = await eventually(async () => {
    const found = await organization.deliveries(webhook, ['event', '==', first]);
    return found[0]!.status === 'failed' && found;
  });
  assert.deepEqual([sent(), given!.failure], [10, 'What came of it could not be recorded: this is a fault of ours']);
});
