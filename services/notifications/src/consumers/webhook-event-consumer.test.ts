import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver } from '@partner-ordering/testing';
import { sequenceEvents } from '../domain/events/event-sequencer.ts';
import { factOf, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';

describe('consumption of public facts', () => {
  let notifications: TestNotifications;
  before(async () => {
    notifications = await testNotifications();
  });
  after(() => notifications.stop());

  interface KeptRows {
    id: string;
    sequence: string | null;
  }
  const keptRows = (organization: string) => {
    const text = 'select id, sequence from event where organization_gid = $1 order by position';
    return notifications.service.database.query<KeptRows>({ text, values: [organization] });
  };
  /** The kept rows once the last of these events is kept. */
  const keptUpTo = (organization: string, id: string) =>
    eventually(async () => {
      const events = await keptRows(organization);
      return events.some((event) => event.id === id) && events;
    });

  test('a project numbers its own events and those of its receipt; events without a project have no number', async () => {
    const [organization, project] = [newGid(), newGid()];
    const receipt = factOf('receipt.created', { gid: newGid(), project, organization });
    const about: [string, ReturnType<typeof factOf>][] = [
      ['ordering', factOf('project.paid', { gid: project, organization })],
      ['billing', receipt],
      ['identity', factOf('member.left', { user: newGid(), organization })],
      ['catalog', factOf('prices.imported', { organizations: [organization], import: newGid() })],
      ['catalog', factOf('price.changed', { gid: newGid(), product: newGid(), organizations: [organization] })],
    ];
    for (const [service, fact] of about) {
      await notifications.receive(service, fact);
      await keptUpTo(organization, fact.id);
    }
    const events = await keptRows(organization);
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      ['1', '2', null, null, null],
    );
  });

  test('a product fact becomes an event with the same id for each organization concerned', async () => {
    const organizations = [newGid(), newGid()];
    const fact = factOf('product.changed', { gid: newGid(), organizations });
    await notifications.receive('catalog', fact);
    for (const organization of organizations) assert.equal((await keptUpTo(organization, fact.id)).length, 1);
  });

  test('simultaneous facts of several organizations and projects become events in order, numbered one by one', async () => {
    const [organizations, projects] = [
      [newGid(), newGid()],
      [newGid(), newGid()],
    ];
    const facts = Array.from({ length: 12 }, (_, at) =>
      factOf('project.updated', { gid: projects[(at >> 1) % 2], organization: organizations[at % 2] }),
    );
    await notifications.receive('ordering', ...facts);
    for (const [index, organization] of organizations.entries()) {
      const own = facts.filter((_, at) => at % 2 === index);
      const events = await keptUpTo(organization, own.at(-1)!.id);
      assert.deepEqual(
        events.map(({ id, sequence }) => [id, sequence]),
        own.map(({ id }, at) => [id, String((at >> 1) + 1)]),
      );
    }
  });

  test('each organization concerned by a price fact gets its own payload, and no other one gets any', async () => {
    const [own, child, other] = [
      await notifications.organization(),
      await notifications.organization(),
      await notifications.organization(),
    ];
    const price = { gid: newGid(), product: newGid() };
    const wholePrice = { ...price, organizations: [own.gid], payload: '{"price":{"gid":"1","amount":90.50}}' };
    const part = { ...price, organizations: [child.gid], is_inherited: true, payload: '{"price":{"options":{"due":2}}}' };
    const facts = [factOf('price.changed', wholePrice), factOf('price.changed', part)];
    const last = factOf('prices.imported', { organizations: [own.gid, child.gid, other.gid], import: newGid() });
    for (const fact of [...facts, last]) await notifications.receive('catalog', fact);
    const eventsOf = async ({ gid, manager }: typeof own) => {
      await keptUpTo(gid, last.id);
      const { items } = (await manager.get(`/v1/orgs/${gid}/events`)).body as { items: { id: string; type: string; data: object }[] };
      return items.map(({ id, type, data }) => [id, type, data]);
    };
    const imported = [last.id, 'prices.imported', {}];
    assert.deepEqual(await eventsOf(own), [[facts[0]!.id, 'price.changed', { price: { gid: '1', amount: 90.5 } }], imported]);
    assert.deepEqual(await eventsOf(child), [[facts[1]!.id, 'price.changed', { price: { options: { due: 2 } } }], imported]);
    assert.deepEqual(await eventsOf(other), [imported]);
  });

  test('a fact for many webhooks is queued for each of them, in more than one statement', async () => {
    const organizations = Array.from({ length: 501 }, newGid);
    const { database } = notifications.service;
    const text = `insert into webhook (gid, organization_gid, created_at, url, signatures, is_enabled)
      select gen_random_uuid(), o, now(), 'https://example.com', '{}', false from unnest($1::uuid[]) o, generate_series(1, 2)`;
    await database.query({ text, values: [organizations] });
    const fact = factOf('product.changed', { gid: newGid(), organizations });
    await notifications.receive('catalog', fact);
    await keptUpTo(organizations[0]!, fact.id);
    const queued = { text: 'select count(distinct webhook_gid)::int from delivery where event_id = $1', values: [fact.id] };
    assert.deepEqual(await database.query(queued), [{ count: 1_002 }]);
  });

  test('a webhook that changes while a fact waits for the counter gets it by its new state', async (t) => {
    const { gid, manager, path } = await notifications.organization();
    const receiver = await startReceiver();
    t.after(() => receiver.close());
    const { database } = notifications.service;
    const create = (is_enabled: boolean) => manager.create(path, { url: receiver.url, is_enabled });
    const [enabled, disabled, deleted] = [await create(false), await create(true), await create(true)];
    const fact = factOf('project.updated', { gid: newGid(), organization: gid });
    const isWaiting = { text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`, values: [] };
    const created = await database.transactional(async (tx) => {
      const held = { id: newGid(), type: 'project.updated', occurredAt: new Date(), organizations: [gid], project: null, data: '{}' };
      await sequenceEvents(tx, [held], new Date());
      await notifications.receive('ordering', fact);
      await eventually(async () => (await database.query(isWaiting)).length > 0);
      await manager.put(enabled, { is_enabled: true });
      await manager.put(disabled, { is_enabled: false });
      await manager.delete(deleted);
      return create(true);
    });
    const outcomes = async () => {
      const text = 'select webhook_gid as gid, status from delivery where event_id = $1';
      const rows = await database.query<{ gid: string; status: string }>({ text, values: [fact.id] });
      return [enabled, disabled, deleted, created].map((webhook) => rows.find((row) => webhook.endsWith(row.gid))?.status);
    };
    await eventually(async () => assert.deepEqual(await outcomes(), ['delivered', 'canceled', undefined, 'delivered']));
  });

  test('a repeated fact becomes one event', async () => {
    const [organization, project] = [newGid(), newGid()];
    const repeatedFact = factOf('project.created', { gid: project, organization });
    const last = factOf('project.published', { gid: project, organization });
    for (const fact of [repeatedFact, repeatedFact, last]) await notifications.receive('ordering', fact);
    const events = await keptUpTo(organization, last.id);
    assert.deepEqual(
      events.map(({ id }) => id),
      [repeatedFact.id, last.id],
    );
  });
});
