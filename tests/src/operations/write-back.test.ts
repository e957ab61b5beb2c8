import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Queryable } from '@partner-ordering/data';
import { httpFaults } from '@partner-ordering/http';
import { newGid } from '@partner-ordering/kernel';
import { recordOutbox, type ApiClient, type RecordedEvent } from '@partner-ordering/testing';
import type { Schema } from '../document.ts';
import { finishContest, orderOf } from '../orders.ts';
import { pathOf } from '../requests.ts';
import { sharedBelongings } from '../belongings-system.ts';

type AnswerSchema = Schema & { 'x-changing'?: boolean };

/** Operations that write values which are never read. */
const secrets = ['changePassword', 'resetPassword', 'restoreEmail'];

/** Operations that write a field which is read with the resource above it. */
const parts = ['markWork'];

/** It changes with the admin's own requests. */
const withoutLastSeen = ({ last_seen: _, ...body }: Record<string, unknown>) => body;

/** The requests of this file. */
const trace = { traceparent: `00-${newGid().replaceAll('-', '')}-b7ad6b7169203331-01` };

/** From now on whatever is modified has another time, in seconds too. Answers what was published since, because of a traced request. */
async function publishedBy({ traceparent }: typeof trace): Promise<() => Promise<string[]>> {
  const databases = Object.values(system.services).map(({ database }) => database);
  await Promise.all(databases.map(makeOld));
  const outboxes = await Promise.all(databases.map(recordOutbox));
  const isCaused = ({ event }: RecordedEvent): boolean => event.traceparent?.slice(3, 35) === traceparent.slice(3, 35);
  return async () =>
    (await Promise.all(outboxes.map((kept) => kept())))
      .flat()
      .filter(isCaused)
      .map(({ event }) => event.type);
}

async function makeOld(database: Queryable): Promise<void> {
  const text = `select table_name as name from information_schema.columns where column_name = 'modified_at' and table_schema = 'public'`;
  for (const { name } of await database.query<{ name: string }>({ text, values: [] }))
    await database.query({ text: `update "${name}" set modified_at = '2020-02-02'`, values: [] });
}

const { system, operations, bakery, admin } = await sharedBelongings();
const at = (method: string, path: string) => operations.all.find((operation) => operation.method === method && operation.path === path);
const pairs = operations.all
  .filter(({ method, body, operationId }) => method === 'PUT' && body !== undefined && ![...secrets, ...parts].includes(operationId))
  .map((put) => ({ put, get: at('GET', put.path)! }));

/** Goes through every resource of the document that can be read and changed: a new one is met by these tests as soon as it is there. */
describe('writing back what was read', () => {
  /** Writes back what the client reads at a path, and answers a client's reading afterwards. */
  async function writeBack(client: ApiClient, path: string): Promise<void> {
    const { status: found, body, headers } = await client.get(path);
    assert.equal(found, 200, path);
    const etag = headers.get('etag')!;
    const { status, body: answer } = await client.put(path, body, { headers: { 'if-match': etag, ...trace } });
    assert.ok(status === 204 || status === 200, `${path}: ${status} ${JSON.stringify(answer)}`);
    assert.deepEqual(withoutLastSeen((await client.get(path)).body), withoutLastSeen(body), path);
  }

  test('every resource with PUT has GET, and accepts its answer, whole or in part, without changes or events', async () => {
    assert.ok(pairs.length >= 10);
    const published = await publishedBy(trace);
    for (const { put, get } of pairs) {
      assert.ok(get, `${put.path} is written and not read`);
      const path = pathOf(put.path, bakery);
      const { body } = await admin.get(path);
      await writeBack(admin, path);
      const bodyProperties = operations.propertiesOf(put.body!);
      await writePart(path, Object.fromEntries(Object.entries(body as object).filter(([name]) => name in bodyProperties)));
      const { body: bodyAfter } = await admin.get(path);
      assert.deepEqual(withoutLastSeen(bodyAfter), withoutLastSeen(body), put.operationId);
    }
    assert.deepEqual(await published(), []);
    await admin.put(pathOf('/v1/categories/{gid}', bakery), { title: newGid() }, { headers: trace });
    assert.deepEqual(await published(), ['category.state']);
  });

  /** Writes what may be written of what was read. Some present values may not: then without them. */
  async function writePart(path: string, part: Record<string, unknown>): Promise<void> {
    const { status, body } = await admin.put(path, part, { headers: trace });
    const refusedFields = new Set((body.error?.details ?? []).map((detail: { path: string }) => detail.path));
    const acceptedFields = Object.entries(part).filter(([name]) => !refusedFields.has(name));
    if (status === 400 && acceptedFields.length < Object.keys(part).length) return writePart(path, Object.fromEntries(acceptedFields));
    assert.ok(status === 204 || status === 200, `${path}: ${status} ${JSON.stringify(body)}`);
  }

  test('a project is accepted back in every state, also from its owner and a manager', async () => {
    const [user, manager] = [await system.signIn('user@example.com'), await system.signIn('manager@example.com')];
    const request = { title: 'Something new', description: 'Surprise us', product: null, state: 'draft' };
    const draft = await user.create('/v1/projects', orderOf(bakery.offer));
    const running = await user.create('/v1/projects', orderOf(bakery.offer, { state: 'published' }));
    const finished = `/v1/projects/${await finishContest(user, admin, bakery.offer)}`;
    const canceled = await user.create('/v1/projects', orderOf(bakery.offer, { state: 'published' }));
    await user.put(canceled, { status: 'canceled' });
    const requestPath = await user.create('/v1/projects', { ...request, organization: { gid: bakery.organization } });
    await writeBack(user, requestPath);
    await user.put(requestPath, { state: 'waiting_for_proposal' });
    for (const path of [draft, running, finished, canceled, requestPath])
      for (const client of [user, manager, admin]) await writeBack(client, path);
    await admin.put(requestPath, { state: 'proposal', price: { amount: 40, currency: 'EUR' }, options: { mode: 'solo', due: 3 } });
    for (const client of [user, admin]) await writeBack(client, requestPath);
  });

  test('400 names every read-only field as read-only, except fields that change automatically', async () => {
    for (const { put, get } of pairs) {
      const bodyProperties = operations.propertiesOf(put.body!);
      const readOnlyProperties = Object.entries(operations.propertiesOf(get.answer!) as Record<string, AnswerSchema>).filter(
        ([name]) => !(name in bodyProperties),
      );
      assert.ok(readOnlyProperties.length >= 3, put.path);
      for (const [name, schema] of readOnlyProperties) {
        const isChanging = schema['x-changing'] === true || name === 'modified_at' || name === 'updated_at';
        const { status, body } = await admin.put(pathOf(put.path, bakery), { [name]: 'another value' });
        if (isChanging) assert.ok(status === 204 || status === 200, `${put.path} ${name}`);
        else assert.deepEqual([status, body.error?.details], [400, [httpFaults.read_only(name)]], `${put.path} ${name}`);
      }
    }
  });
});
