import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import { gate } from '../gate.ts';
import { findOffer, membershipPath, orderOf, type Offer } from '../orders.ts';
import { startTestSystem } from '../system.ts';
import { demoGids, type TestSystem } from '../test-system.ts';

const harbour: string = demoGids.harbourBakery;
const configuration = { mode: 'solo' as const, due: 3 };

/** Events reach nobody here: whatever a service knows of another's news it has asked for. */
describe('use of new resources before their events arrive', () => {
  const events = gate();
  let system: TestSystem;
  let admin: ApiClient;
  let user: ApiClient;
  let offer: Offer;
  before(async () => {
    system = await startTestSystem({ between: events.gated });
    [admin, user] = (await Promise.all(['admin@example.com', 'user@example.com'].map((email) => system.signIn(email)))) as [
      ApiClient,
      ApiClient,
    ];
    offer = await findOffer(user);
    // The demo data has arrived everywhere.
    await eventually(async () => (await user.post('/v1/projects', orderOf(offer))).status === 201);
    await eventually(async () => (await user.get('/v1/organizations')).body.total_count === 1);
    events.close();
  });
  after(async () => {
    events.open();
    await system?.stop();
  });
  let name: string;
  beforeEach(() => (name = randomUUID()));

  const member = (organization: string, more: object = {}) => ({ organization: { gid: organization }, ...more });
  const newUser = async (memberships: object[]) => {
    const email = `${name}@example.com`;
    const gid = gidOf(await admin.create('/v1/users', { email, firstname: 'Robin', lastname: 'Reed', member_of: memberships }));
    await system.setPassword(gid);
    return Object.assign(await system.signIn(email), { gid });
  };
  const newOrganization = async (changes: object = {}) => gidOf(await admin.create('/v1/organizations', { name, ...changes }));
  const newProduct = async (organizations: string[]) => {
    const category = { gid: gidOf(await admin.create('/v1/categories', { title: name })) };
    const available_options = { due: { enum: [configuration.due] }, mode: { enum: [configuration.mode] } };
    const product = { title: name, category, available_options, organizations: organizations.map((gid) => ({ gid })) };
    return gidOf(await admin.create('/v1/products', product));
  };
  const newPrice = (product: string, organization: string | null, amount: number) =>
    admin.create('/v1/prices', {
      product: { gid: product },
      organization: organization === null ? null : { gid: organization },
      options: configuration,
      amount,
      currency: 'EUR',
    });
  const offerOf = (product: string, organization: string, amount: number): Offer => ({
    product,
    organization,
    options: configuration,
    amount,
    currency: 'EUR',
  });
  const orders = async (client: ApiClient, offer: Offer, changes: object = {}) => {
    const { body } = await client.get(await client.create('/v1/projects', orderOf(offer, { state: 'published', ...changes })));
    return body;
  };

  test('a new user with a membership can order at once', async () => {
    const newcomer = await newUser([member(harbour)]);
    const project = await orders(newcomer, offer);
    assert.deepEqual([project.state, project.owner.gid], ['published', newcomer.gid]);
    assert.equal(project.owner.firstname, 'Robin');
  });

  test('a later membership of a known user can be used at once', async () => {
    const newcomer = await newUser([member(harbour)]);
    await orders(newcomer, offer);
    const studio = demoGids.northlightStudio;
    const foreign = await findOffer(await system.signIn('user@other.example.com'), { organization: studio });
    assert.equal((await newcomer.post('/v1/projects', orderOf(foreign))).status, 400);
    await admin.create(`/v1/users/${newcomer.gid}/member_of`, member(studio));
    assert.equal((await orders(newcomer, foreign)).organization.gid, studio);
  });

  test('a new product can be ordered at once with its permission and its price', async () => {
    const product = await newProduct([]);
    assert.equal((await user.post('/v1/projects', orderOf(offerOf(product, harbour, 90)))).status, 400);
    assert.equal((await admin.put(`/v1/products/${product}/organizations/${harbour}`)).status, 204);
    assert.equal((await user.post('/v1/projects', orderOf(offerOf(product, harbour, 90)))).status, 400);
    const price = await newPrice(product, null, 90);
    assert.equal((await orders(user, offerOf(product, harbour, 90))).price.amount, 90);
    assert.equal((await admin.put(price, { amount: 99 })).status, 204);
    assert.equal((await orders(user, offerOf(product, harbour, 99))).price.amount, 99);
  });

  test('a new price of an organization replaces a known default price at once', async () => {
    const product = await newProduct([harbour]);
    await newPrice(product, null, 90);
    await orders(user, offerOf(product, harbour, 90));
    await newPrice(product, harbour, 70);
    assert.equal((await orders(user, offerOf(product, harbour, 70))).price.amount, 70);
  });

  test("a new organization orders at once with its parent's price and its first user", async () => {
    const parent = await newOrganization();
    const organization = await newOrganization({ parent: { gid: parent } });
    const product = await newProduct([organization]);
    await newPrice(product, parent, 60);
    await newPrice(product, null, 90);
    const newcomer = await newUser([member(organization)]);
    const project = await orders(newcomer, offerOf(product, organization, 60));
    assert.deepEqual([project.price.amount, project.organization.name], [60, name]);
  });

  test('/prices/for has new resources at once', async () => {
    const organization = await newOrganization();
    const product = await newProduct([organization]);
    await newPrice(product, organization, 80);
    const newcomer = await newUser([member(organization)]);
    const parameters = { 'product.gid': product, 'organization.gid': organization, 'options.mode': 'solo', 'options.due': 3 };
    const { status, body } = await newcomer.get('/v1/prices/for', { parameters });
    assert.deepEqual([status, body.amount], [200, 80], JSON.stringify(body));
    assert.equal((await newcomer.get(`/v1/products/${product}`)).status, 200);
    assert.equal((await newcomer.get(`/v1/orgs/${organization}/products`)).body.total_count, 1);
  });

  test('a raised budget counts at once for the next order', async () => {
    const budget = (amount: number) => ({ monthly_budget: { amount, currency: 'EUR' } });
    const newcomer = await newUser([member(harbour, budget(offer.amount))]);
    assert.equal((await orders(newcomer, offer)).state, 'published');
    assert.equal((await orders(newcomer, offer)).state, 'require_approval');
    assert.equal((await admin.put(membershipPath(newcomer.gid), budget(2 * offer.amount))).status, 204);
    assert.equal((await orders(newcomer, offer)).state, 'published');
  });
});
