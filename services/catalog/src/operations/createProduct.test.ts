import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
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

  test('a category with a product cannot be deleted, and users who may order the product see it', async () => {
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
