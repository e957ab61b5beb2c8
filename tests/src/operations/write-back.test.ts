import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gidOf, type ApiClient } from '@partner-ordering/testing';
import type { Operation, Operations, Schema } from '../document.ts';
import { finishContest, orderOf } from '../orders.ts';
import { pathOf, type Belongings } from '../requests.ts';
import { startWithBelongings } from '../belongings-system.ts';
import type { TestSystem } from '../test-system.ts';

type Shown = Schema & { 'x-changing'?: boolean };

/** What they write is never read. */
const secrets = ['changePassword', 'resetPassword'];

/** It changes with the admin's own requests. */
const withoutLastSeen = ({ last_seen: _, ...body }: Record<string, unknown>) => body;

/** Goes through every resource of the document that can be read and changed: a new one is met by these tests as soon as it is there. */
describe('what was read can be written back', () => {
  let system: TestSystem;
  let operations: Operations;
  let bakery: Belongings;
  let admin: ApiClient;
  let pairs: { put: Operation; get: Operation }[];
  before(async () => {
    ({ system, operations, bakery, admin } = await startWithBelongings());
    await admin.post(`/v1/orgs/${bakery.organization}/payment_source`, { rid: 'cus_1', reference: 'PO 1', last_digits: '4242' });
    const at = (method: string, path: string) => operations.all.find((operation) => operation.method === method && operation.path === path);
    pairs = operations.all
      .filter(({ method, body, operationId }) => method === 'PUT' && body !== undefined && !secrets.includes(operationId))
      .map((put) => ({ put, get: at('GET', put.path)! }));
    assert.ok(pairs.length >= 10);
  });
  after(() => system?.stop());

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

  test('204 for a change within what was read; a price then approves new options', async () => {
    const user = await system.signIn('user@example.com');
    const draft = await user.create('/v1/projects', orderOf(bakery.offer));
    const { body } = await user.get(draft);
    assert.equal((await user.put(draft, { ...body, title: 'Another title' })).status, 204);
    assert.equal((await user.get(draft)).body.title, 'Another title');
    const wrong = await user.put(draft, { ...body, options: { ...body.options, due: 7 } });
    assert.deepEqual([wrong.status, wrong.body.error.details[0].path], [400, 'options.due']);
    const parent = await admin.create('/v1/organizations', { name: 'A parent' });
    const path = `/v1/organizations/${bakery.organization}`;
    const organization = (await admin.get(path)).body;
    const moved = {
      ...organization,
      parent: { gid: gidOf(parent), name: 'A parent' },
      billing_address: { ...organization.billing_address, city: 'Nantes' },
    };
    assert.equal((await admin.put(path, moved)).status, 204);
    const { parent: now, billing_address: address } = (await admin.get(path)).body;
    assert.deepEqual([now.gid, address.city], [gidOf(parent), 'Nantes']);
  });

  test('204 for references with their gid alone, or with what was shown of them before', async () => {
    const user = await system.signIn('user@example.com');
    const finished = `/v1/projects/${await finishContest(user, admin, bakery.offer)}`;
    const { body } = await admin.get(finished);
    for (const winner of [{ gid: body.winner.gid }, { ...body.winner, href: '/v1/works/of-before' }])
      assert.equal((await admin.put(finished, { ...body, winner })).status, 204, JSON.stringify(winner));
    assert.deepEqual((await admin.get(finished)).body, body);
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
