import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gidOf } from '@partner-ordering/testing';
import { noAddress } from '../domain/billing-address.ts';
import { sharedIdentity } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const admin = await identity.person({ roles: ['admin'] });

const create = (fields: object = {}) => admin.create('/v1/organizations', { name: 'Bakery', ...fields });
const path = ({ body }: { body: { error: { details: { path: string }[] } } }) => body.error.details[0]!.path;

describe('createOrganization', () => {
  test('400 for a taken host name in any case, an unknown country, a misleading price sheet address, and a page that is none of a project', async () => {
    await create({ hostname: 'taken.example' });
    const pages = [
      'https://shop.example/orders',
      'javascript:alert("{gid}")',
      'https://me:secret@shop.example/{gid}',
      'https://{gid}.shop.example/',
      'https://shop.example\\@other.example/{gid}',
      'https://shop.example/\u202e{gid}',
    ];
    const bad: [object, string][] = [
      [{ hostname: 'TAKEN.example' }, 'hostname'],
      [{ billing_address: { country: 'UK' } }, 'billing_address.country'],
      [{ billing_address: { country: 'EU' } }, 'billing_address.country'],
      [{ price_sheet_url: 'ftp://files.example/prices.csv' }, 'price_sheet_url'],
      [{ price_sheet_url: 'https://me:secret@files.example/prices.csv' }, 'price_sheet_url'],
      [{ price_sheet_url: 'https://files.example\\.other.example/' }, 'price_sheet_url'],
      ...pages.map((project_page_url): [object, string] => [{ project_page_url }, 'project_page_url']),
    ];
    for (const [fields, field] of bad) {
      const answer = await admin.post('/v1/organizations', { name: 'Bad', ...fields });
      assert.deepEqual([answer.status, path(answer)], [400, field], JSON.stringify(answer.body));
    }
  });
});

describe('updateOrganization', () => {
  test("204 sets the page of the organization's projects for its people, which other services follow", async () => {
    const bakery = await identity.organization();
    const href = `/v1/organizations/${bakery.gid}`;
    const [manager, member] = [await identity.person({ manages: [bakery] }), await identity.person({ memberOf: [bakery] })];
    for (const project_page_url of ['https://shop.example:8443/#/orders/{gid}?from=mail', null]) {
      assert.equal((await manager.put(href, { project_page_url })).status, 403);
      assert.equal((await admin.put(href, { project_page_url })).status, 204);
      assert.equal((await member.get(href)).body.project_page_url, project_page_url);
      const { state } = (await identity.state<{ project_page_url: string | null }>('organization', bakery.gid))!;
      assert.equal(state!.project_page_url, project_page_url);
    }
  });

  test('204 changes the given fields only; an address is merged field by field', async () => {
    const href = await create({ vat: 'DE1', billing_address: { city: 'Kiel', country: 'DE', zipcode: '1' } });
    const change = { billing_address: { country: 'FR', zipcode: null }, billing_contact: { phone: '1' } };
    assert.equal((await admin.put(href, change)).status, 204);
    const { body } = await admin.get(href);
    assert.deepEqual(body.billing_address, { ...noAddress, city: 'Kiel', country: 'FR', country_name: 'France' });
    assert.deepEqual([body.vat, body.billing_contact, body.modified_at !== null], ['DE1', { phone: '1', email: null }, true]);

    assert.equal((await admin.put(href, { billing_address: null, billing_contact: null, vat: null })).status, 204);
    const cleared = (await admin.get(href)).body;
    assert.deepEqual([cleared.billing_address, cleared.vat], [noAddress, null]);
  });

  test('400 for a parent that is the organization itself or a descendant, also if two updates would close a circle', async () => {
    const top = await create();
    const middle = await create({ parent: { gid: gidOf(top) } });
    const bottom = await create({ parent: { gid: gidOf(middle) } });
    for (const [child, parent] of [
      [top, top],
      [top, bottom],
      [middle, bottom],
    ] as const) {
      const answer = await admin.put(child, { parent: { gid: gidOf(parent) } });
      assert.deepEqual([answer.status, path(answer)], [400, 'parent']);
    }
    const [one, two] = [await create(), await create()];
    const answers = await Promise.all([admin.put(one, { parent: { gid: gidOf(two) } }), admin.put(two, { parent: { gid: gidOf(one) } })]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 400]);
    assert.equal((await admin.put(bottom, { parent: null })).status, 204);
  });
});

test('400 for a limit or budget in a withdrawn currency, unless it is the present one', async () => {
  const bakery = await identity.organization();
  const user = await identity.user({ memberOf: [bakery] });
  const money = { amount: 100, currency: 'HRK' };
  for (const [path, field, table] of [
    [`/v1/organizations/${bakery.gid}`, 'credit_limit', 'organization'],
    [`/v1/users/${user.gid}/member_of/${bakery.gid}`, 'monthly_budget', 'membership'],
  ] as const) {
    const { status, body } = await admin.put(path, { [field]: money });
    assert.deepEqual([status, body.error.details[0].path], [400, `${field}.currency`]);
    assert.equal((await admin.put(path, { [field]: { ...money, currency: 'EUR' } })).status, 204);
    const column = field === 'credit_limit' ? 'credit_limit_currency' : 'budget_currency';
    const where = table === 'organization' ? 'gid' : 'organization_gid';
    await identity.service.database.query({ text: `update ${table} set ${column} = 'HRK' where ${where} = $1`, values: [bakery.gid] });
    assert.deepEqual((await admin.get(path)).body[field], money);
    assert.equal((await admin.put(path, { [field]: money })).status, 204);
  }
});

describe('deleteOrganization', () => {
  test('204 closes an organization: services are told, its host name leads nowhere, and its readers still see it', async () => {
    const bakery = await identity.organization({ hostname: 'closing.example' });
    const [href, member] = [`/v1/organizations/${bakery.gid}`, await identity.person({ memberOf: [bakery] })];
    const isDeleted = async () => (await identity.state<{ is_deleted: boolean }>('organization', bakery.gid))!.state!.is_deleted;
    assert.equal((await admin.delete(href)).status, 204);

    assert.deepEqual([await isDeleted(), (await member.get(href)).body.is_enabled], [true, false]);
    assert.equal((await identity.anonymous.get('/v1/p/organizations/closing.example')).status, 404);
    const { modified_at } = (await admin.get(href)).body;
    assert.equal((await admin.delete(href)).status, 204);
    assert.equal((await admin.get(href)).body.modified_at, modified_at, 'nothing changes a second time');

    assert.equal((await admin.put(href, { is_enabled: true })).status, 204);
    assert.deepEqual([await isDeleted(), (await member.get(href)).body.is_enabled], [false, true]);
    assert.equal((await identity.anonymous.get('/v1/p/organizations/CLOSING.example')).status, 200);
  });
});
