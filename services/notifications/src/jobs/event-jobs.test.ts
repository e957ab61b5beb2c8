import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, lockIsAwaited, startReceiver, type ApiClient } from '@partner-ordering/testing';
import { eraseFromEvents } from '../domain/events/erase-user.ts';
import { factOf, addEvents, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { webhookOwner } from '../fixtures/webhook-owner.ts';

describe('retention of events', () => {
  let notifications: TestNotifications;
  let organization: string;
  let manager: ApiClient;
  let path: string;
  let aheadMs = 0;
  before(async () => {
    notifications = await testNotifications({}, () => new Date(Date.now() + aheadMs));
  });
  beforeEach(async () => {
    aheadMs = 0;
    const made = await notifications.organization();
    [organization, manager, path] = [made.gid, made.manager, `/v1/orgs/${made.gid}/events`];
  });
  after(() => notifications.stop());

  const database = () => notifications.service.database;
  const pass = (days: number) => (aheadMs += days * 86_400_000);
  const publishFact = async (type: string, data: object, service = 'ordering') => {
    const fact = factOf(type, { organization, ...data });
    await notifications.receive(service, fact);
    const text = 'select from event where organization_gid = $1 and id = $2';
    await eventually(async () => (await database().query({ text, values: [organization, fact.id] })).length === 1);
    return fact.id;
  };
  const events = async (target = organization) => {
    const text = 'select id from event where organization_gid = $1 order by position';
    return (await database().query<{ id: string }>({ text, values: [target] })).map(({ id }) => id);
  };

  const repetitionsAre = (count: number, user: string) =>
    eventually(async () => {
      const text = `select from job where name = 'erase_from_events' and key = $1`;
      return (await database().query({ text, values: [user] })).length === count;
    });

  test('events older than 30 days are deleted with their deliveries and attempts', async (t) => {
    const receiver = await startReceiver();
    t.after(() => receiver.close());
    const owner = await webhookOwner(notifications);
    const webhook = await owner.webhook(receiver.url);
    await owner.publishFact(newGid());
    await owner.delivery(webhook, ({ status }) => status === 'delivered');
    const values = [webhook.split('/').at(-1)];
    const left = async () => {
      const text = 'select from delivery d join delivery_attempt on delivery_gid = gid where webhook_gid = $1';
      return (await database().query({ text, values })).length;
    };
    assert.equal(await left(), 1);
    await addEvents(database(), owner.gid, 1_001, { type: 'product.changed', data: '{}' });
    const text = `insert into delivery
        (gid, webhook_gid, status, organization_gid, position, event_id, event_type, occurred_at, created_at, modified_at)
      select gen_random_uuid(), w, 'canceled', organization_gid, position, id, type, occurred_at, created_at, created_at
      from event, unnest($1::uuid[]) w where organization_gid = $2 and type = 'product.changed'`;
    await database().query({ text, values: [Array.from({ length: 3 }, newGid), owner.gid] });
    pass(29);
    await notifications.runJob('delete_old_events');
    assert.equal(await left(), 1);
    pass(1);
    const later = await publishFact('project.created', { gid: newGid() });
    await notifications.runJob('delete_old_events');
    assert.deepEqual([await left(), await events(owner.gid), await events()], [0, [], [later]]);
    const deliveries = { text: 'select from delivery where organization_gid = $1', values: [owner.gid] };
    assert.equal((await database().query(deliveries)).length, 0);
  });

  test('an event that is being deleted is not recovered', async () => {
    const owner = await webhookOwner(notifications);
    await owner.publishFact(newGid());
    await owner.eventsAreKept(1);
    const webhook = await owner.webhook('http://127.0.0.1:65000/hook');
    await database().transactional(async (tx) => {
      await tx.query({ text: 'delete from event where organization_gid = $1', values: [owner.gid] });
      await owner.recover(webhook);
      await lockIsAwaited(database().pool, { like: '%event%' });
    });
    await eventually(async () => {
      const text = `select from job where name = 'recover_deliveries' and given_up_at is null`;
      return (await database().query({ text, values: [] })).length === 0;
    });
    assert.deepEqual(await owner.deliveries(webhook), []);
  });

  test('410 for a cursor whose next events are deleted; other cursors continue, and positions keep rising', async () => {
    await publishFact('project.created', { gid: newGid() });
    const { body: early } = await manager.get(path, { parameters: { limit: 1 } });
    await publishFact('project.updated', { gid: newGid() });
    const { body: end } = await manager.get(path);
    const begin = { parameters: { after: 'latest' } };
    assert.equal((await manager.get(path, begin)).body.next, end.next);
    pass(31);
    await notifications.runJob('delete_old_events');
    aheadMs = 0;
    const last = await publishFact('project.published', { gid: newGid() });
    assert.equal((await manager.get(path, { parameters: { after: early.next } })).status, 410);
    const farCursor = Buffer.from(`${organization}/0/99`).toString('base64url');
    assert.equal((await manager.get(path, { parameters: { after: farCursor } })).status, 410, 'lost in a restore');
    const rest = await manager.get(path, { parameters: { after: end.next } });
    assert.deepEqual([rest.status, rest.body.items.map(({ id }: { id: string }) => id)], [200, [last]]);
  });

  test("an erased user is removed from all organizations' events, which keep their ids and positions", async () => {
    const user = newGid();
    const person = { gid: user, firstname: 'Robin', lastname: 'Reed', email: 'robin@example.com', avatar: null };
    const other = { ...person, gid: newGid() };
    const payload = JSON.stringify({ project: { gid: newGid(), owner: person, worker: other } });
    await addEvents(database(), newGid(), 2_500, { type: 'product.changed', data: '{}' });
    const expectedIds = [
      await publishFact('project.created', { gid: newGid(), payload }),
      await publishFact('project.updated', { gid: newGid(), payload: '{}' }),
    ];
    const state = { gid: user, firstname: 'Deleted', lastname: 'User', email: `${user}@deleted.invalid`, locale: 'en', is_erased: true };
    await notifications.deliver('identity', { type: 'user', key: user, state });
    const { items } = await eventually(async () => {
      const { body } = await manager.get(path);
      return !JSON.stringify(body.items[0].data.project.owner).includes('Robin') && body;
    });
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      expectedIds,
    );
    const gone = { ...person, firstname: 'Deleted', lastname: 'User', email: state.email };
    assert.deepEqual([items[0].data.project.owner, items[0].data.project.worker], [gone, other]);

    // An event from before the erasure that arrives later.
    await publishFact('project.published', { gid: newGid(), payload });
    const visibleRows = async () => {
      const text = `select from event where organization_gid = $1 and strpos(body, $2) > 0`;
      const values = [organization, JSON.stringify(person).slice(1, -1)];
      return (await database().query({ text, values })).length;
    };
    assert.equal(await visibleRows(), 0);
    // An event that is stored at the moment of the erasure.
    const text = `update event set body = replace(body, '"Deleted","lastname":"User","email":"${state.email}"', '"Robin","lastname":"Reed","email":"robin@example.com"') where organization_gid = $1`;
    await database().query({ text, values: [organization] });
    assert.equal(await visibleRows(), 2);
    await repetitionsAre(1, user);
    aheadMs = 3_700_000;
    await eventually(async () => (await visibleRows()) === 0);
    await repetitionsAre(0, user);
  });

  test('two users who are erased at the same time are both removed from an event with both', async () => {
    const people = [1, 2].map((number) => ({ gid: newGid(), firstname: `Robin${number}`, lastname: 'Reed', email: 'robin@example.com' }));
    await publishFact('project.created', { gid: newGid(), payload: JSON.stringify({ people }) });
    const [, { gid }] = people as [unknown, { gid: string }];
    const state = { gid, firstname: 'Deleted', lastname: 'User', email: 'none@deleted.invalid', locale: 'en', is_erased: true };
    await notifications.follow({ type: 'user', key: gid, state });
    let other: Promise<unknown> | undefined;
    await database().transactional(async (tx) => {
      // The first user's erasure, as another instance runs it.
      const text = `update event set body = replace(body, 'Robin1', 'Deleted') where organization_gid = $1`;
      await tx.query({ text, values: [organization] });
      other = eraseFromEvents(database(), gid, new AbortController().signal);
      await lockIsAwaited(database().pool, { like: '%event%' });
    });
    await other;
    const { body } = await manager.get(path);
    assert.doesNotMatch(JSON.stringify(body.items[0].data), /Robin/);
  });

  test("answers of receivers that repeat an erased user's data are deleted an hour later, also of deleted webhooks", async (t) => {
    const receiver = await startReceiver();
    t.after(() => receiver.close());
    const owner = await webhookOwner(notifications);
    const person = { gid: newGid(), firstname: 'Robin', lastname: 'Reed', email: 'robin@example.com' };
    const answers: (() => void)[] = [];
    receiver.answer = (_request, response) => void answers.push(() => response.end(receiver.received[0]!.body));
    const webhooks = [await owner.webhook(receiver.url), await owner.webhook(receiver.url)];
    await owner.publishFact(newGid(), 'project.created', { payload: JSON.stringify({ owner: person }) });
    await eventually(() => answers.length === 2);
    const state = { ...person, firstname: 'Deleted', lastname: 'User', email: 'none@deleted.invalid', locale: 'en', is_erased: true };
    await notifications.deliver('identity', { type: 'user', key: person.gid, state });
    const values = [person.gid];
    await repetitionsAre(1, person.gid);
    answers.forEach((answer) => answer());
    for (const webhook of webhooks) await owner.delivery(webhook, ({ status }) => status === 'delivered');
    await owner.manager.delete(webhooks[1]!);
    const repeating = {
      text: `select from delivery_attempt where strpos(answer_body, 'Robin') > 0 and strpos(answer_body, $1) > 0`,
      values,
    };
    assert.equal((await database().query(repeating)).length, 2);
    aheadMs = 3_700_000;
    await eventually(async () => (await database().query(repeating)).length === 0);
    aheadMs = 0;
    const { attempt_log: log } = await owner.delivery(webhooks[0]!, () => true);
    assert.deepEqual([log[0]!.status, log[0]!.response], [200, null]);
  });

  test('410 for all cursors from before a restore, and sequences continue above the earlier ones', async () => {
    const project = newGid();
    await publishFact('project.created', { gid: project });
    const { body } = await manager.get(path);
    const other = await notifications.organization();
    await notifications.service.acceptRestore();
    assert.equal((await manager.get(path, { parameters: { after: body.next } })).status, 410);
    await publishFact('project.updated', { gid: project });
    const { body: now } = await manager.get(path);
    const [first, second] = now.items.map(({ sequence }: { sequence: number }) => sequence);
    assert.deepEqual([first, second > 1_000_000_000], [1, true]);
    assert.equal((await manager.get(path, { parameters: { after: now.next } })).status, 200);

    organization = other.gid;
    const lostCursor = Buffer.from(`${organization}/0/1`).toString('base64url');
    for (let count = 0; count < 2; count++) await publishFact('project.created', { gid: newGid() });
    assert.equal((await other.manager.get(`/v1/orgs/${organization}/events`, { parameters: { after: lostCursor } })).status, 410);
  });

  test('a cursor taken after a restore, while there are no events, continues with the first one', async () => {
    await notifications.service.acceptRestore();
    const cursors = [];
    for (const after of [undefined, 'latest']) {
      const { body } = await manager.get(path, { parameters: { ...(after && { after }) } });
      cursors.push(body.next);
    }
    const first = await publishFact('project.created', { gid: newGid() });
    for (const after of cursors) {
      const { status, body } = await manager.get(path, { parameters: { after } });
      assert.deepEqual([status, body.items.map(({ id }: { id: string }) => id)], [200, [first]]);
    }
  });
});
