import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf } from '@partner-ordering/testing';
import { availableOptions, badFields, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('createProduct', () => {
  let catalog: TestCatalog;
  let category: { gid: string };
  before(async () => {
    catalog = await sharedCatalog();
    category = { gid: await catalog.category('Logos') };
  });

  const post = (body: object) =>
    catalog.admin.post('/v1/products', { title: 'Logo', category, available_options: availableOptions, ...body });

  test('201 names the path of the new product, where every field that was not given has its default', async () => {
    const answer = await post({});
    const href = answer.headers.get('location')!;

    assert.equal(answer.status, 201);
    assert.equal(answer.body, '');
    const { body } = await catalog.admin.get(href);
    assert.deepEqual(body, {
      gid: gidOf(href),
      href,
      created_at: body.created_at,
      modified_at: body.created_at,
      title: 'Logo',
      category: { gid: category.gid, href: `/v1/categories/${category.gid}`, title: 'Logos' },
      available_options: {
        due: { type: 'integer', default: null, required: true, enum: [2, 5] },
        mode: { type: 'string', default: null, required: true, enum: ['solo', 'multi'] },
        skill: null,
        quantity: { type: 'integer', default: 1, required: false, enum: [1] },
      },
      is_enabled: true,
      is_cumulative: false,
      interface: 'default',
      weight: 0,
      additional_meta: { solo_mode_meta: null, multi_mode_meta: null },
      organizations: [],
      synonyms: [],
    });
  });

  test('201 keeps every field that was given, each organization once', async () => {
    const organization = await catalog.organization({ name: 'Northlight Studio' });
    const href = await catalog.admin.create('/v1/products', {
      title: 'Flyer',
      category,
      available_options: {
        due: { type: 'integer', default: 7, required: true, enum: [1, 7] },
        mode: { enum: ['solo'], default: 'solo' },
        skill: { enum: ['conception', 'execution'], default: 'execution' },
        quantity: { enum: [5, 10], default: 5 },
      },
      additional_meta: { solo_mode_meta: { description: 'One designer' } },
      is_enabled: false,
      is_cumulative: true,
      interface: 'print',
      weight: -3,
      synonyms: ['leaflet'],
      organizations: [{ gid: organization }, { gid: organization }],
    });

    const { body } = await catalog.admin.get(href);
    assert.deepEqual(body.available_options, {
      due: { type: 'integer', default: 7, required: true, enum: [1, 7] },
      mode: { type: 'string', default: 'solo', required: true, enum: ['solo'] },
      skill: { type: 'string', default: 'execution', required: true, enum: ['conception', 'execution'] },
      quantity: { type: 'integer', default: 5, required: false, enum: [5, 10] },
    });
    assert.deepEqual(body.additional_meta, {
      solo_mode_meta: { description: 'One designer', brief_template: null },
      multi_mode_meta: null,
    });
    assert.deepEqual(
      [body.is_enabled, body.is_cumulative, body.interface, body.weight, body.synonyms],
      [false, true, 'print', -3, ['leaflet']],
    );
    assert.deepEqual(body.organizations, [
      { gid: organization, href: `/v1/organizations/${organization}`, name: 'Northlight Studio', hostname: null },
    ]);
  });

  test('201 lets a cumulative product be ordered in every quantity unless it says otherwise', async () => {
    const { body } = await catalog.admin.get(
      await catalog.admin.create('/v1/products', {
        title: 'Icons',
        category,
        available_options: availableOptions,
        is_cumulative: true,
      }),
    );

    assert.deepEqual(body.available_options.quantity, { type: 'integer', default: 1, required: false, enum: null });
  });

  test('a category is no longer removable, and is seen by those who may order the product', async () => {
    const own = await catalog.category('Packaging');
    const organization = await catalog.organization();
    const user = await catalog.signIn({ memberOf: [organization] });
    assert.equal((await user.get(`/v1/categories/${own}`)).status, 404);

    await catalog.product({ category: { gid: own }, organizations: [{ gid: organization }] });

    const { status, body } = await user.get(`/v1/categories/${own}`);
    assert.equal(status, 200);
    assert.equal(body.is_removable, false);
  });

  test('400 names everything unknown and every option that contradicts itself', async () => {
    const answer = await post({
      category: { gid: newGid() },
      organizations: [{ gid: newGid() }],
      available_options: {
        due: { enum: [2], default: 3 },
        mode: { enum: ['solo'], default: 'multi', required: false },
        skill: { enum: ['conception'], default: 'execution' },
        quantity: { enum: [5] },
      },
    });

    assert.deepEqual(badFields(answer), [
      'available_options.due.default',
      'available_options.mode.default',
      'available_options.mode.required',
      'available_options.quantity',
      'available_options.skill.default',
      'category',
      'organizations',
    ]);
  });

  test('400 for a quantity that is required or whose default is not offered', async () => {
    const answer = await post({ is_cumulative: true, available_options: { ...availableOptions, quantity: { enum: [5], required: true } } });

    assert.deepEqual(badFields(answer), ['available_options.quantity.default', 'available_options.quantity.required']);
  });

  test('400 for references that are no identifiers, a deleted organization and an option offered twice', async () => {
    const deleted = await catalog.organization({ is_deleted: true });

    assert.deepEqual(badFields(await post({ category: { gid: "x'" }, organizations: [{ gid: 'nowhere' }, { gid: deleted }] })), [
      'category',
      'organizations',
      'organizations',
    ]);
    assert.deepEqual(badFields(await post({ available_options: { ...availableOptions, due: { enum: [2, 2] } } })), [
      'available_options.due.enum',
    ]);
    assert.deepEqual(badFields(await post({ available_options: { ...availableOptions, mode: { enum: ['solo_legacy'] } } })), [
      'available_options.mode.enum.0',
    ]);
  });
});
