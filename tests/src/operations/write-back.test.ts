import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import type { Schema } from '../document.ts';
import { finishContest, orderOf } from '../orders.ts';
import { pathOf } from '../requests.ts';
import { sharedBelongings } from '../belongings-system.ts';

type Shown = Schema & { 'x-changing'?: boolean };

/** What they write is never read. */
const secrets = ['changePassword', 'resetPassword', 'restoreEmail'];

/** It changes with the admin's own requests. */
const withoutLastSeen = ({ last_seen: _, ...body }: Record<string, unknown>) => body;

const { system, operations, bakery, admin } = await sharedBelongings();
const at = (method: string, path: string) => operations.all.find((operation) => operation.method === method && operation.path === path);
const pairs = operations.all
  .filter(({ method, body, operationId }) => method === 'PUT' && body !== undefined && !secrets.includes(operationId))
  .map((put) => ({ put, get: at('GET', put.path)! }));

/** Goes through every resource of the document that can be read and changed: a new one is met by these tests as soon as it is there. */
describe('what was read can be written back', () => {
  /** Writes back what the client reads at a path, and answers a client's reading afterwards. */
  async function writeBack(client: ApiClient, path: string): Promise<void> {
    const { status: found, body, headers } = await client.get(path);
    assert.equal(found, 200, path);
    const match = { headers: { 'if-match': headers.get('etag')! } };
    const { status, body: answer } = await client.put(path, body, match);
    assert.ok(status === 204 || status === 200, `${path}: ${status} ${JSON.stringify(answer)}`);
    assert.deepEqual(withoutLastSeen((await client.get(path)).body), withoutLastSeen(body), path);
  }

  test('every resource that has a PUT has a GET, and takes back what that answers, unchanged', async () => {
    assert.ok(pairs.length >= 10);
    for (const { put, get } of pairs) {
      assert.ok(get, `${put.path} is written and not read`);
      await writeBack(admin, pathOf(put.path, bakery));
    }
  });

  test('a project is taken back in whatever state it is, also from its owner and a manager', async () => {
    const [user, manager] = [await system.signIn('user@example.com'), await system.signIn('manager@example.com')];
    const request = { title: 'Something new', description: 'Surprise us', product: null, state: 'draft' };
    const draft = await user.create('/v1/projects', orderOf(bakery.offer));
    const running = await user.create('/v1/projects', orderOf(bakery.offer, { state: 'published' }));
    const finished = `/v1/projects/${await finishContest(user, admin, bakery.offer)}`;
    const canceled = await user.create('/v1/projects', orderOf(bakery.offer, { state: 'published' }));
    await user.put(canceled, { status: 'canceled' });
    const asked = await user.create('/v1/projects', { ...request, organization: { gid: bakery.organization } });
    await writeBack(user, asked);
    await user.put(asked, { state: 'waiting_for_proposal' });
    for (const path of [draft, running, finished, canceled, asked])
      for (const client of [user, manager, admin]) await writeBack(client, path);
    await admin.put(asked, { state: 'proposal', price: { amount: 40, currency: 'EUR' }, options: { mode: 'solo', due: 3 } });
    for (const client of [user, admin]) await writeBack(client, asked);
  });

  test('400 says of every read-only field that it is read-only; one that changes by itself is not looked at', async () => {
    for (const { put, get } of pairs) {
      const taken = operations.propertiesOf(put.body!);
      const shown = Object.entries(operations.propertiesOf(get.shown!) as Record<string, Shown>).filter(([name]) => !(name in taken));
      assert.ok(shown.length >= 3, put.path);
      for (const [name, schema] of shown) {
        const isChanging = schema['x-changing'] === true || name === 'modified_at' || name === 'updated_at';
        const { status, body } = await admin.put(pathOf(put.path, bakery), { [name]: 'another value' });
        if (isChanging) assert.ok(status === 204 || status === 200, `${put.path} ${name}`);
        else assert.deepEqual([status, body.error?.details], [400, [{ path: name, message: 'is read-only' }]], `${put.path} ${name}`);
      }
    }
  });
});
