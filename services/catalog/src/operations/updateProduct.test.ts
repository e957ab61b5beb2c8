import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { availableOptions, badFields, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

describe('updateProduct', () => {
  let catalog: TestCatalog;
  before(async () => {
    catalog = await sharedCatalog();
  });

  const read = async (gid: string) => (await catalog.admin.get(`/v1/products/${gid}`)).body;
  const put = (gid: string, body: object, headers = {}) => catalog.admin.put(`/v1/products/${gid}`, body, { headers });

  test('204 changes only the given fields and says when', async () => {
    const organization = await catalog.organization();
    const gid = await catalog.product({ title: 'Poster', synonyms: ['placard'], organizations: [{ gid: organization }] });
    const old = await read(gid);

    const answer = await put(gid, { title: 'Big poster', weight: 7 });

    assert.equal(answer.status, 204);
    assert.equal(answer.body, '');
    const { modified_at, ...body } = await read(gid);
    assert.match(modified_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
    assert.deepEqual({ ...body, modified_at: old.modified_at }, { ...old, title: 'Big poster', weight: 7 });
    assert.ok(await catalog.isModified('product', gid));
  });

  test('204 replaces every field that a body may have', async () => {
    const gid = await catalog.product({ synonyms: ['mark'], additional_meta: { multi_mode_meta: { brief_template: 'Tell us …' } } });
    const category = await catalog.category('Signs');
    const organization = await catalog.organization();
    const change = { is_enabled: false, is_cumulative: true, interface: 'sign', weight: -1, synonyms: ['sign'] };
    const options = { due: { enum: [9] }, mode: { enum: ['multi'] }, skill: { enum: ['conception'] }, quantity: { enum: [1, 3] } };

    await put(gid, {
      ...change,
      category: { gid: category },
      available_options: options,
      organizations: [{ gid: organization }],
      additional_meta: { solo_mode_meta: { description: 'One' } },
    });

    const body = await read(gid);
    assert.deepEqual({ ...body, ...change }, body);
    assert.equal(body.category.gid, category);
    assert.deepEqual(body.available_options.quantity, { type: 'integer', default: 1, required: false, enum: [1, 3] });
    assert.deepEqual([body.available_options.due.enum, body.available_options.skill.enum], [[9], ['conception']]);
    assert.deepEqual(
      body.organizations.map(({ gid }: { gid: string }) => gid),
      [organization],
    );
    assert.deepEqual(body.additional_meta, { solo_mode_meta: { description: 'One', brief_template: null }, multi_mode_meta: null });
  });

  test('204 null clears additional_meta', async () => {
    const gid = await catalog.product({ additional_meta: { solo_mode_meta: { description: 'One' } } });
    await put(gid, { additional_meta: null });

    assert.deepEqual((await read(gid)).additional_meta, { solo_mode_meta: null, multi_mode_meta: null });
  });

  test('204 gives a product that becomes cumulative a quantity, and takes it from one that no longer is', async () => {
    const gid = await catalog.product();

    await put(gid, { is_cumulative: true });
    assert.equal((await read(gid)).available_options.quantity.enum, null);
    await put(gid, { is_cumulative: false });
    assert.deepEqual((await read(gid)).available_options.quantity.enum, [1]);
  });

  test('204 replaces the organizations; who stays keeps their place', async () => {
    const [first, second, third] = [await catalog.organization(), await catalog.organization(), await catalog.organization()];
    const gid = await catalog.product({ organizations: [{ gid: second }, { gid: first }] });
    const allowed = async () => (await read(gid)).organizations.map(({ gid }: { gid: string }) => gid);

    await put(gid, { organizations: [{ gid: third }, { gid: first }] });
    assert.deepEqual(await allowed(), [first, third]);
    await put(gid, { organizations: [] });
    assert.deepEqual(await allowed(), []);
  });

  test('400 names unknown references and bad options, and nothing changes', async () => {
    const gid = await catalog.product({ title: 'Cover' });
    const answer = await put(gid, {
      title: 'Other',
      category: { gid: newGid() },
      organizations: [{ gid: newGid() }],
      available_options: { ...availableOptions, quantity: { enum: [2] } },
    });

    assert.deepEqual(badFields(answer), ['available_options.quantity', 'category', 'organizations']);
    assert.equal((await read(gid)).title, 'Cover');
  });

  test('a disabled product is hidden from those who could order it', async () => {
    const organization = await catalog.organization();
    const gid = await catalog.product({ organizations: [{ gid: organization }] });
    const user = await catalog.signIn({ memberOf: [organization] });
    assert.equal((await user.get(`/v1/products/${gid}`)).status, 200);

    await put(gid, { is_enabled: false });

    assert.equal((await user.get(`/v1/products/${gid}`)).status, 404);
    assert.equal((await catalog.admin.get(`/v1/products/${gid}`)).status, 200);
  });
});
