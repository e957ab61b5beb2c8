import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { cursorText } from '../domain/events/cursor.ts';
import { factOf, addEvents, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';

interface Page {
  items: { id: string; type: string; sequence: number | null; data: object }[];
  next: string;
  has_more: boolean;
}

describe('the feed of events', () => {
  let notifications: TestNotifications;
  let organization: string;
  let manager: ApiClient & { gid: string };
  let path: string;
  let now: Date;
  before(async () => {
    now = new Date('2026-03-01T12:00:00Z');
    notifications = await testNotifications({}, () => now);
  });
  beforeEach(async () => {
    const made = await notifications.organization();
    [organization, manager, path] = [made.gid, made.manager, `/v1/orgs/${made.gid}/events`];
  });
  after(() => notifications.stop());

  const get = (parameters: object = {}) => manager.get(path, { parameters: { ...parameters } });
  const read = async (parameters: object = {}): Promise<Page> => {
    const { status, body } = await get(parameters);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const publishFact = async (type: string, project: string = newGid(), data: object = {}) => {
    const fact = factOf(type, { gid: project, organization, ...data });
    await notifications.receive('ordering', fact);
    return fact.id;
  };
  /** Resolves when so many events are stored. */
  const eventsAreKept = (count: number) =>
    eventually(async () => {
      const { items, next } = await read();
      return items.length === count && next;
    });

  test('200 shows events like webhooks do: the time and payload of the fact, and a sequence for each project', async () => {
    const [one, other] = [newGid(), newGid()];
    const id = await publishFact('project.created', one, { payload: '{"project":{"gid":"1","price":1.50}}' });
    for (const project of [other, one]) await publishFact('project.updated', project);
    await eventsAreKept(3);
    const { items, has_more } = await read();
    assert.deepEqual([items.map(({ sequence }) => sequence), has_more], [[1, 1, 2], false]);
    assert.deepEqual(items[0], {
      id,
      type: 'project.created',
      timestamp: '2026-03-01T12:00:00+0000',
      sequence: 1,
      organization: { gid: organization, href: `/v1/organizations/${organization}` },
      data: { project: { gid: '1', price: 1.5 } },
    });
  });

  test('200 has each event once, in order, over pages up to an empty one, which later events follow', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(await publishFact('project.updated'));
    await eventsAreKept(5);
    const readIds: string[] = [];
    let page = await read({ limit: 2 });
    for (; page.items.length > 0; page = await read({ limit: 2, after: page.next })) readIds.push(...page.items.map(({ id }) => id));
    assert.deepEqual(readIds, ids);
    assert.deepEqual([page.items, page.has_more], [[], false]);
    const later = await publishFact('project.updated');
    await eventsAreKept(6);
    const following = await read({ after: page.next });
    assert.deepEqual(
      following.items.map(({ id }) => id),
      [later],
    );
  });

  test('200 is empty for an organization without events, and then has its first one', async () => {
    const [{ next, ...empty }, latest] = [await read(), await read({ after: 'latest' })];
    assert.deepEqual(empty, { items: [], has_more: false });
    const id = await publishFact('project.created');
    await eventsAreKept(1);
    for (const after of [next, latest.next])
      assert.deepEqual(
        (await read({ after })).items.map((event) => event.id),
        [id],
      );
  });

  test('200 has the requested types only, named in full or by their prefix', async () => {
    const member = factOf('member.joined', { user: newGid(), organization });
    const [createdId, updatedId] = [await publishFact('project.created'), await publishFact('project.updated')];
    await notifications.receive('identity', member);
    await eventsAreKept(3);
    const ids = async (types: string) => (await read({ types })).items.map(({ id }) => id);
    assert.deepEqual(await ids('project.updated'), [updatedId]);
    assert.deepEqual(await ids('project.*'), [createdId, updatedId]);
    assert.deepEqual((await ids('member.*,project.created')).toSorted(), [createdId, member.id].toSorted());
    assert.deepEqual(await ids('receipt.*'), []);
  });

  test('200 has a short page and a cursor for more if a filter passes over many events', async () => {
    await addEvents(notifications.service.database, organization, 10_050, { type: 'product.changed', data: '{}' });
    const id = await publishFact('project.created');
    const find = (after?: string) => read({ types: 'project.created', ...(after !== undefined && { after }) });
    const first = await eventually(async () => {
      const page = await find();
      return page.has_more && page;
    });
    assert.deepEqual(first.items, []);
    const waited = await read({ types: 'project.created', wait: 25 });
    assert.deepEqual([waited.items, waited.next, waited.has_more], [[], first.next, true]);
    const rest = await eventually(async () => {
      const page = await find(first.next);
      return page.items.length > 0 && page;
    });
    assert.deepEqual([rest.items.map(({ id }) => id), rest.has_more], [[id], false]);
  });

  test('400 names the parameter', async () => {
    const other = cursorText({ organization: newGid(), generation: 0, position: 1 });
    const next = cursorText({ organization, generation: 0, position: 1 });
    const bad: [string, object][] = [
      ['after', { after: 'abc' }],
      ['after', { after: '' }],
      ['after', { after: other }],
      ['after', { after: `${next}=` }],
      ['after', { after: cursorText({ organization, generation: 0, position: -1 }) }],
      ['types', { types: 'project.unknown' }],
      ['types', { types: '' }],
      ['types', { types: 'project.*,project.*' }],
      ['limit', { limit: 0 }],
      ['limit', { limit: 101 }],
      ['offset', { offset: 1 }],
    ];
    for (const [name, parameters] of bad) {
      const { status, body } = await get(parameters);
      const field = body.error?.details?.[0].path as string;
      assert.deepEqual([status, field?.split(/[.[]/)[0]], [400, name], JSON.stringify([parameters, body]));
    }
  });
});
