import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import { findOffer, membershipPath, orderOf, type Offer } from '../orders.ts';
import { startTestSystem } from '../system.ts';
import { demoGids, type TestSystem } from '../test-system.ts';

const harbour: string = demoGids.harbourBakery;

/** The main job, step by step as a partner's user goes through it; the steps stand on each other. */
describe('the main job', () => {
  let system: TestSystem;
  let user: ApiClient;
  let manager: ApiClient;
  let admin: ApiClient;
  let offer: Offer;
  before(async () => {
    system = await startTestSystem();
    [user, manager, admin] = (await Promise.all(
      ['user@example.com', 'manager@example.com', 'admin@example.com'].map((email) => system.signIn(email)),
    )) as [ApiClient, ApiClient, ApiClient];
    offer = await findOffer(user);
  });
  after(() => system?.stop());

  const state = async (href: string): Promise<[string, string]> => {
    const { body } = await user.get(href);
    return [body.state, body.status];
  };
  const publish = () => user.create('/v1/projects', orderOf(offer, { state: 'published' }));
  const spent = async (): Promise<number> => {
    const { body } = await user.get('/v1/me/member_of');
    return body.items[0].monthly_spent.amount;
  };

  test('what was spent follows the ledger within 2 s, and a cancelation gives it back', async () => {
    const first = await publish();
    await publish();
    await eventually(async () => (await spent()) === 2 * offer.amount, { timeoutMs: 2_000 });
    assert.equal((await user.put(first, { status: 'canceled' })).status, 204);
    await eventually(async () => (await spent()) === offer.amount, { timeoutMs: 2_000 });
  });

  test('beyond the budget an order waits for the manager, who launches it', async () => {
    const budget = { amount: offer.amount * 2, currency: 'EUR' };
    assert.equal((await user.put(membershipPath(demoGids.users.user), { monthly_budget: budget })).status, 403);
    assert.equal((await manager.put(membershipPath(demoGids.users.user), { monthly_budget: budget })).status, 204);
    assert.deepEqual((await user.get('/v1/me/member_of')).body.items[0].monthly_budget, budget);
    assert.deepEqual(await state(await publish()), ['published', 'in_progress']);
    // The limit reaches ordering within 2 s.
    await eventually(async () => (await state(await publish()))[0] === 'require_approval', { timeoutMs: 2_000 });
    const { body: rehearsed } = await user.post('/v1/projects?dry_run=true', orderOf(offer, { state: 'published' }));
    assert.deepEqual(
      [rehearsed.state, rehearsed.price, rehearsed.budget_left.amount],
      ['require_approval', { amount: offer.amount, currency: 'EUR' }, 0],
    );
    assert.ok(rehearsed.approvers.some(({ gid }: { gid: string }) => gid === demoGids.users.manager));
    const href = await publish();
    assert.deepEqual(await state(href), ['require_approval', 'draft']);
    assert.equal((await user.put(href, { state: 'published' })).status, 403);
    assert.equal((await manager.put(href, { state: 'published' })).status, 204);
    assert.deepEqual(await state(href), ['published', 'in_progress']);
  });

  test('the same Idempotency-Key orders once, through the gateway too', async () => {
    const headers = { 'idempotency-key': 'spring-logo-1' };
    const [first, second] = [
      await user.post('/v1/projects', orderOf(offer), { headers }),
      await user.post('/v1/projects', orderOf(offer), { headers }),
    ];
    assert.equal(second.headers.get('location'), first.headers.get('location'));
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
  });

  test('the admin writes what the catalog offers, and partners order it', async () => {
    const category = gidOf(await admin.create('/v1/categories', { title: 'Signs' }));
    const available_options = { due: { enum: [3] }, mode: { enum: ['solo'] } };
    const product = await admin.create('/v1/products', { title: 'Shop sign', category: { gid: category }, available_options });
    assert.equal((await user.get(product)).status, 404);
    assert.equal((await admin.put(`${product}/organizations/${harbour}`)).status, 204);
    assert.equal((await user.get(product)).body.title, 'Shop sign');
    const options = { mode: 'solo' as const, due: 3 };
    const price = { product: { gid: gidOf(product) }, organization: { gid: harbour }, options, amount: 90, currency: 'EUR' };
    const href = await admin.create('/v1/prices', price);
    assert.equal((await admin.put(href, { amount: 95.5 })).status, 204);
    assert.equal((await admin.put(product, { title: 'Sign for the shop' })).status, 204);
    const order = { product: gidOf(product), organization: harbour, options, amount: 95.5, currency: 'EUR' };
    const project = await user.create('/v1/projects', orderOf(order));
    await eventually(async () => (await user.get(project)).body.product.title === 'Sign for the shop', { timeoutMs: 2_000 });
  });
});
