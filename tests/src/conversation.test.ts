import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from './orders.ts';
import { receiptOf } from './requests.ts';
import { demoGids, startTestSystem, type TestSystem } from './system.ts';

describe('one worker, in a conversation', () => {
  let system: TestSystem;
  let user: ApiClient;
  let colleague: ApiClient;
  let manager: ApiClient;
  let admin: ApiClient;
  let worker: { gid: string };
  before(async () => {
    system = await startTestSystem();
    const people = ['user', 'colleague', 'manager', 'admin'].map((name) => system.signIn(`${name}@example.com`));
    [user, colleague, manager, admin] = (await Promise.all(people)) as [ApiClient, ApiClient, ApiClient, ApiClient];
    const person = { service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' };
    worker = { gid: gidOf(await admin.create('/v1/workers', person)) };
  });
  after(() => system?.stop());

  const say = (client: ApiClient, project: string, message: string, more: object = {}) =>
    client.create(`${project}/messages`, { message, ...more });
  const deliver = (project: string) => say(admin, project, 'Here it is', { type: 'delivery', worker });
  const read = async (client: ApiClient, path: string) => (await client.get(path)).body;

  test('a product is ordered, discussed with a colleague, delivered twice and accepted; the receipt follows', async () => {
    const project = await user.create('/v1/projects', orderOf(await findOffer(user, { mode: 'solo' }), { state: 'published' }));
    assert.equal((await admin.put(project, { worker })).status, 204);
    assert.equal((await read(user, project)).worker.full_name, 'Kim Sol');

    await user.create(`${project}/shared_with`, { email: 'colleague@example.com' });
    await say(admin, project, 'Which colours?', { worker });
    const reply = await say(colleague, project, 'Blue, please');
    await user.create('/v1/comments', { uri: reply, message: 'Agreed' });
    assert.equal((await read(colleague, reply)).mine, true);
    assert.equal((await read(user, reply)).mine, false);

    await deliver(project);
    await say(user, project, 'Bluer', { type: 'reject' });
    const delivery = await deliver(project);
    await say(user, project, '', { type: 'accept', delivery: { gid: gidOf(delivery) } });
    assert.ok((await read(user, delivery)).accepted_at);
    const { status, finished_at: finishedAt } = await read(colleague, project);
    assert.equal(status, 'finished');
    assert.ok(finishedAt);
    const { messages, deliveries, rejections } = await read(user, `${project}/stat`);
    assert.deepEqual([messages, deliveries, rejections], [6, 2, 1]);
    assert.ok(await receiptOf(user, gidOf(project)));
  });

  test('a specific request is proposed, revised, and published once the organization can pay', async () => {
    const brief = { title: 'A mural', description: 'For the harbour wall', product: null, state: 'draft' };
    const project = await user.create('/v1/projects', brief);
    assert.equal((await user.put(project, { state: 'waiting_for_proposal' })).status, 204);
    const offer = { price: { amount: 60, currency: 'EUR' }, options: { mode: 'solo', due: 10 } };
    assert.equal((await admin.put(project, { state: 'proposal', ...offer })).status, 204);
    assert.equal((await user.put(project, { state: 'waiting_for_proposal', message: 'A little less?' })).status, 204);
    assert.equal((await admin.put(project, { state: 'proposal', ...offer, price: { amount: 50, currency: 'EUR' } })).status, 204);

    // The demo's bakery can pay; here it begins without.
    assert.equal((await manager.delete(`/v1/orgs/${demoGids.harbourBakery}/payment_source`)).status, 204);
    const account = { text: `select state from shared_state where type = 'account' and key = $1`, values: [demoGids.harbourBakery] };
    const known = () => system.services.ordering.database.query<{ state: { has_payment_source: boolean } }>(account);
    await eventually(async () => (await known())[0]?.state.has_payment_source === false);

    const publish = { state: 'published', price: { amount: 50 } };
    assert.equal((await user.put(project, publish)).status, 400);
    await manager.create(`/v1/orgs/${demoGids.harbourBakery}/payment_source`, { rid: 'cus_4471' });
    await eventually(async () => (await user.put(project, publish)).status === 204);
    const { items } = (await user.get(`${project}/history`, { parameters: { sort: 'asc' } })).body;
    assert.deepEqual(
      items.map(({ command, proposal }: { command: string; proposal: { price: { amount: number } } | null }) => [
        command,
        proposal?.price.amount,
      ]),
      [
        ['create', undefined],
        ['request_proposal', undefined],
        ['propose', 60],
        ['request_proposal', undefined],
        ['propose', 50],
        ['publish', undefined],
      ],
    );
  });
});
