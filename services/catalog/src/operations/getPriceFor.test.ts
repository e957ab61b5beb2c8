import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { tokensOf, type ApiClient } from '@partner-ordering/testing';
import { faults } from '../faults.ts';
import { badFields, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('getPriceFor', () => {
  let catalog: TestCatalog;
  let group: string;
  let organization: string;
  let user: ApiClient;
  let product: string;
  before(async () => {
    catalog = await sharedCatalog();
    group = await catalog.organization({ name: 'Group' });
    organization = await catalog.organization({ parent: await catalog.organization({ parent: group }) });
    user = await catalog.signIn({ memberOf: [organization] });
    product = await orderable();
  });

  const orderable = (body: object = {}) => catalog.product({ organizations: [{ gid: organization }], ...body });
  const ask = (parameters: object, client = user) =>
    client.get('/v1/prices/for', {
      parameters: { 'product.gid': product, 'organization.gid': organization, 'options.mode': 'solo', 'options.due': 2, ...parameters },
    });

  test('200 is the price of the organization, else of its nearest parent, else the default one', async () => {
    const gid = await orderable({ title: 'Poster' });
    const amount = async () => (await ask({ 'product.gid': gid })).body.amount;

    await catalog.price(gid, { amount: 300 });
    assert.equal(await amount(), 300);
    await catalog.price(gid, { amount: 200, organization: { gid: group } });
    assert.equal(await amount(), 200);
    await catalog.price(gid, { amount: 99.9, organization: { gid: organization } });
    const { status, body, headers } = await ask({ 'product.gid': gid });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      product: { gid, href: `/v1/products/${gid}`, title: 'Poster' },
      options: { mode: 'solo', due: 2, skill: null, quantity: 1 },
      amount: 99.9,
      currency: 'EUR',
    });
    assert.ok(headers.get('etag'));
  });

  test('ordering gets the same price of one unit, or none; 503 for an organization that is not known yet', async () => {
    const gid = await orderable();
    await catalog.price(gid, { amount: 99.9, organization: { gid: group } });
    const authorization = `Bearer ${await tokensOf('ordering').issue('catalog')}`;
    const unitPrice = async (of: string, due: number) => {
      const query = new URLSearchParams({ product: gid, organization: of, mode: 'solo', due: `${due}` });
      const response = await fetch(`${catalog.url}/internal/prices/for?${query}`, { headers: { authorization } });
      return [response.status, ((await response.json()) as { price?: object }).price];
    };
    assert.deepEqual(await unitPrice(organization, 2), [200, { amount_minor: 9_990, currency: 'EUR' }]);
    assert.deepEqual(await unitPrice(organization, 3), [200, null]);
    assert.deepEqual(await unitPrice(newGid(), 2), [503, undefined]);
  });

  test('200 multiplies by the quantity of a cumulative product, exactly', async () => {
    const gid = await orderable({ is_cumulative: true });
    await catalog.price(gid, { amount: 0.1 });
    const { body } = await ask({ 'product.gid': gid, 'options.quantity': 3 });

    assert.deepEqual([body.amount, body.options.quantity], [0.3, 3]);
  });

  test('400 names a quantity that a cumulative product does not offer', async () => {
    const gid = await orderable({
      is_cumulative: true,
      available_options: { due: { enum: [2] }, mode: { enum: ['solo'] }, quantity: { enum: [5, 10], default: 5 } },
    });

    assert.deepEqual(badFields(await ask({ 'product.gid': gid, 'options.quantity': 6 })), ['options.quantity']);
    assert.deepEqual(badFields(await ask({ 'product.gid': gid })), ['options.quantity']);
  });

  test('400 names a product and an organization that the caller may not see, as if there were none', async () => {
    const details = async (parameters: object) => (await ask(parameters)).body.error.details;
    const unseen = await details({ 'product.gid': await catalog.product(), 'organization.gid': group });

    assert.deepEqual(unseen, [faults.not_found('product.gid'), faults.not_found('organization.gid')]);
    assert.deepEqual(await details({ 'product.gid': newGid(), 'organization.gid': newGid() }), unseen);
  });

  test('200 for an organization and a membership of which only identity knows so far', async () => {
    const gid = newGid();
    const newcomer = await catalog.signIn();
    const memberships = [{ organization: gid, is_manager: false }];
    catalog.leaveToOwner(
      { type: 'organization', key: gid, state: { gid, name: 'Just founded', hostname: null, parent: organization, is_deleted: false } },
      { type: 'principal', key: newcomer.gid, state: { gid: newcomer.gid, roles: [], is_enabled: true, memberships } },
    );
    const fresh = await orderable();
    await catalog.price(fresh, { amount: 42, organization: { gid: organization } });
    await catalog.admin.put(`/v1/products/${fresh}/organizations/${gid}`);

    assert.equal((await ask({ 'product.gid': fresh, 'organization.gid': gid }, newcomer)).body.amount, 42);
  });

  test('parents that name each other end the look-up', async () => {
    const [first, second] = [newGid(), newGid()];
    const state = (gid: string, parent: string) => ({
      type: 'organization',
      key: gid,
      state: { gid, name: 'Loop', hostname: null, parent },
    });
    await catalog.follow(state(first, second), state(second, first));
    const gid = await orderable();
    await catalog.price(gid, { amount: 7, organization: { gid: second } });

    assert.equal((await ask({ 'product.gid': gid, 'organization.gid': first }, catalog.admin)).body.amount, 7);
  });
});
