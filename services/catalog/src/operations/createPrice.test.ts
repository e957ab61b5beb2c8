import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { badFields, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('createPrice', () => {
  let catalog: TestCatalog;
  let product: string;
  let skilled: string;
  before(async () => {
    catalog = await sharedCatalog();
    product = await catalog.product({ title: 'Logo' });
    skilled = await catalog.product({
      available_options: { due: { enum: [2] }, mode: { enum: ['solo'] }, skill: { enum: ['conception'] } },
    });
  });

  const post = (body: object) =>
    catalog.admin.post('/v1/prices', {
      product: { gid: product },
      options: { mode: 'solo', due: 2 },
      amount: 90,
      currency: 'EUR',
      ...body,
    });

  test('400 for a product that has 1,000 prices for the organization already; 201 for another organization', async () => {
    const [crowded, other, full] = [await catalog.organization(), await catalog.organization(), await catalog.product()];
    await catalog.service.database.query({
      text: `insert into price (gid, created_at, product_gid, organization_gid, mode, due, amount_minor, currency, key)
        select gen_random_uuid(), now(), $1, $2, 'solo', 2, 1, 'EUR', gen_random_uuid() from generate_series(1, 1000)`,
      values: [full, crowded],
    });
    assert.deepEqual(badFields(await post({ product: { gid: full }, organization: { gid: crowded } })), ['product']);
    assert.equal((await post({ product: { gid: full }, organization: { gid: other } })).status, 201);
  });

  test('201 takes null for the default price, and a skill where the product has it', async () => {
    const href = await catalog.admin.create('/v1/prices', {
      product: { gid: skilled },
      organization: null,
      options: { mode: 'solo', due: 2, skill: 'conception' },
      amount: 0,
      currency: 'JPY',
    });

    const { body } = await catalog.admin.get(href);
    assert.deepEqual([body.organization, body.options.skill, body.amount, body.currency], [null, 'conception', 0, 'JPY']);
  });

  test('400 for a second price for the same product, organization and options, many at once included', async () => {
    const organization = { gid: await catalog.organization() };
    const answers = await Promise.all([1, 2, 3, 4].map((amount) => post({ organization, amount })));

    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400, 400]);
    const late = await post({ organization });
    assert.equal(late.body.error.message, 'Data missing or invalid');
    assert.deepEqual(badFields(late), ['options']);
  });

  test('400 names every option that the product does not offer', async () => {
    assert.deepEqual(badFields(await post({ options: { mode: 'multi', due: 3, skill: 'execution' } })), ['options.due', 'options.skill']);
    assert.deepEqual(badFields(await post({ product: { gid: skilled }, options: { mode: 'multi', due: 2 } })), [
      'options.mode',
      'options.skill',
    ]);
  });

  test('400 names an unknown product and organization, and what else is wrong', async () => {
    const answer = await post({ product: { gid: newGid() }, organization: { gid: newGid() }, currency: 'XXQ' });

    assert.deepEqual(badFields(answer), ['currency', 'organization', 'product']);
    assert.deepEqual(badFields(await post({ product: { gid: product.toUpperCase() } })), ['product'], 'identifiers are opaque');
    assert.deepEqual(badFields(await post({ product: { gid: 'none' }, organization: { gid: '%' } })), ['organization', 'product']);
  });

  test('400 for an amount that the currency cannot hold', async () => {
    assert.deepEqual(badFields(await post({ amount: 0.001 })), ['amount']);
    assert.deepEqual(badFields(await post({ amount: 10.5, currency: 'JPY' })), ['amount']);
    assert.deepEqual(badFields(await post({ amount: -1 })), ['amount']);
    assert.deepEqual(badFields(await post({ amount: '12' })), ['amount']);
    assert.deepEqual(badFields(await post({ currency: 'eur' })), ['currency']);
    assert.deepEqual(badFields(await post({ currency: 'DEM' })), ['currency']);
  });

  test('201 for an organization of which only identity knows so far', async () => {
    const gid = newGid();
    catalog.leaveToOwner({ type: 'organization', key: gid, state: { gid, name: 'Just founded', hostname: null, parent: null } });
    const href = await catalog.admin.create('/v1/prices', {
      product: { gid: product },
      organization: { gid },
      options: { mode: 'solo', due: 2 },
      amount: 5,
      currency: 'EUR',
    });

    assert.equal((await catalog.admin.get(href)).body.organization.name, 'Just founded');
  });
});
