import { eventually, gidOf } from '@partner-ordering/testing';
import { demoGids } from '../../test-system.ts';
import type { Call, Stage } from '../recorder.ts';

const { users, harbourBakery, northlightStudio } = demoGids;
/** Logo design, of the demo data. */
const LOGO = '019a0000-0000-7000-8000-0000000c0001';

/** Categories, products and prices. */
export async function catalog(stage: Stage): Promise<void> {
  const category = await recordCategories(stage);
  const product = await recordProducts(stage, category);
  await recordProduct(stage, category, product);
  await recordPermissions(stage, product);
  await recordPrices(stage, product);
  await recordPriceFor(stage, product);
  await recordImports(stage);
  await recordDeletions(stage, { category, product });
}

async function recordCategories(stage: Stage): Promise<string> {
  const { admin, user } = stage.people;
  const body = { title: 'Signs', description: 'Above doors', weight: 7 };
  const { gid } = await stage.record('createCategory', '201 by an admin', { as: admin, body });
  const prefer = { prefer: 'return=representation' };
  await stage.record('createCategory', '201 with what was created', { as: admin, body: { title: 'Menus' }, headers: prefer });
  await stage.record('listCategories', '200 for a user', { as: user, query: { orderBy: 'weight', sort: 'asc' } });
  await stage.record('listCategories', '200 found by a word with a slip', { as: user, query: { search: 'postrs' } });
  await stage.record('listCategories', '200 for an admin', { as: admin, query: { query: ['title', '==', 'Signs'] } });
  const { etag } = await stage.record('getCategory', '200 for an admin', { as: admin, at: { gid } });
  await stage.record('getCategory', '304 for who has it', { as: admin, at: { gid }, headers: { 'if-none-match': etag } });
  await stage.record('getCategory', '200 by HEAD', { as: admin, at: { gid }, method: 'HEAD' });
  await stage.record('updateCategory', '204 by an admin', { as: admin, at: { gid }, body: { title: 'Signs and boards', weight: 8 } });
  await stage.record('updateCategory', '200 with what it is now', { as: admin, at: { gid }, body: { weight: 9 }, headers: prefer });
  return gid;
}

async function recordProducts(stage: Stage, category: string): Promise<string> {
  const { admin } = stage.people;
  const body = {
    title: 'Shop sign',
    category: { gid: category },
    is_cumulative: true,
    interface: 'sign',
    weight: 3,
    synonyms: ['board', 'shield'],
    available_options: {
      due: { enum: [3, 5], default: 5 },
      mode: { enum: ['solo', 'multi'] },
      skill: { enum: ['conception'] },
      quantity: { enum: [1, 2] },
    },
    additional_meta: { solo_mode_meta: { description: 'One', brief_template: 'Where?' } },
    organizations: [{ gid: northlightStudio }],
  };
  const { gid } = await stage.record('createProduct', '201 with all that it can have', { as: admin, body });
  const least = { title: 'Board', category: { gid: category }, available_options: { due: { enum: [3] }, mode: { enum: ['solo'] } } };
  await stage.record('createProduct', '201 with what it must have', { as: admin, body: least });
  await stage.record('createProduct', '400 for a category and an organization that are none', {
    as: admin,
    body: { ...least, category: { gid: users.user }, organizations: [{ gid: users.user }] },
  });
  await stage.record('createProduct', '400 for a default that is not offered', {
    as: admin,
    body: { ...least, available_options: { due: { enum: [3], default: 4 }, mode: { enum: ['solo'] } } },
  });
  return gid;
}

/** Reads and changes of the product. */
async function recordProduct(stage: Stage, category: string, gid: string): Promise<void> {
  const { admin, user } = stage.people;
  await stage.record('listProducts', '200 for a user', { as: user, query: { orderBy: 'title', sort: 'asc', limit: 3 } });
  await stage.record('listProducts', '200 found by a synonym with a slip', { as: user, query: { search: 'concrt poster', limit: 2 } });
  await stage.record('listProducts', '200 for an admin', {
    as: admin,
    query: { query: ['category.gid', '==', category], orderBy: 'weight' },
  });
  await stage.record('countProducts', '200 for a user', { as: user });
  await stage.record('getProduct', '200 for an admin', { as: admin, at: { gid } });
  await stage.record('getProduct', '200 for a user', { as: user, at: { gid: LOGO } });
  await stage.record('getProduct', '404 for what only others may order', { as: user, at: { gid } });

  const update = (title: string, as: Call['as'], changes: object, at = { gid }) =>
    stage.record('updateProduct', title, { as: as!, at, body: changes });
  await update('204 by an admin', admin, {
    title: 'Sign for the shop',
    organizations: [{ gid: harbourBakery }, { gid: northlightStudio }],
    synonyms: ['board'],
  });
  await update('400 for a category that is none', admin, { category: { gid: users.user } });
  await stage.record('listOrganizationProducts', '200 for a member', {
    as: user,
    at: { orgGid: harbourBakery },
    query: { search: 'sign', limit: 2 },
  });
}

async function recordPermissions(stage: Stage, gid: string): Promise<void> {
  const { admin } = stage.people;
  await stage.record('listProductOrganizations', '200 for an admin', { as: admin, at: { gid }, query: { orderBy: 'name', sort: 'asc' } });
  const at = { gid, orgaGid: harbourBakery };
  await stage.record('disallowProduct', '204 by an admin', { as: admin, at });
  await stage.record('disallowProduct', '404 for one that may not order it', { as: admin, at });
  await stage.record('allowProduct', '204 by an admin', { as: admin, at });
  await stage.record('allowProduct', '204 for one that may already', { as: admin, at });
}

async function recordPrices(stage: Stage, product: string): Promise<void> {
  const { admin, user } = stage.people;
  const options = { mode: 'solo', due: 3, skill: 'conception' };
  const body = { product: { gid: product }, organization: { gid: harbourBakery }, options, amount: 90.5, currency: 'EUR' };
  const create = (title: string, as: Call['as'], changes: object) =>
    stage.record('createPrice', title, { as: as!, body: { ...body, ...changes } });
  const { gid } = await create('201 for an organization', admin, {});
  await create('201 for everybody', admin, { organization: null, amount: 100 });
  await create('400 for a second one', admin, { amount: 91 });
  const spring = { options: { ...options, due: 5 }, valid_from: '2026-03-01', valid_until: '2026-06-01T00:00:00+02:00' };
  await create('201 for a time', admin, spring);
  await create('201 for the time after it', admin, { ...spring, amount: 92, valid_from: spring.valid_until, valid_until: null });
  await create('400 for a time in which another one is valid', admin, { ...spring, valid_from: '2026-05-01', valid_until: null });
  await create('400 for options that the product does not have', admin, { options: { mode: 'solo', due: 4 } });
  await create('400 for a product and an organization that are none', admin, {
    product: { gid: users.user },
    organization: { gid: users.user },
  });
  await create('400 for cents of which there are none', admin, { amount: 1.005 });
  await stage.record('listPrices', '200 for a user', { as: user, query: { query: ['product.gid', '==', product] } });
  await stage.record('listPrices', '200 for an admin', {
    as: admin,
    query: { query: ['organization.gid', '==', northlightStudio], limit: 1, orderBy: 'created_at' },
  });
  await stage.record('countPrices', '200 for a user', { as: user });
  await stage.record('getPrice', '200 for a user', { as: user, at: { gid } });
  await stage.record('updatePrice', '204 by an admin', { as: admin, at: { gid }, body: { amount: 95.5 } });
  await stage.record('updatePrice', '400 for cents that yen do not have', { as: admin, at: { gid }, body: { currency: 'JPY' } });
}

async function recordPriceFor(stage: Stage, unpriced: string): Promise<void> {
  const { admin, user, stranger } = stage.people;
  const query = { 'product.gid': LOGO, 'organization.gid': harbourBakery, 'options.mode': 'multi', 'options.due': 5 };
  const ask = (title: string, changes: object, as = user) => stage.record('getPriceFor', title, { as, query: { ...query, ...changes } });
  await ask('200 for a member', {});
  await ask('200 for several', {
    'product.gid': '019a0000-0000-7000-8000-0000000c0005',
    'options.mode': 'solo',
    'options.due': 2,
    'options.quantity': 3,
  });
  await ask('400 for options that the product does not have', { 'options.due': 1, 'options.skill': 'conception', 'options.quantity': 2 });
  await ask('400 for another organization', {}, stranger);
  await ask('404 for options that have no price', { 'product.gid': unpriced, 'options.skill': 'conception' }, admin);
  await stage.record('getPriceFor', '400 without parameters', { as: user });
}

/** Imports of a sheet that cannot be fetched: the service tests how prices are imported. */
async function recordImports(stage: Stage): Promise<void> {
  const { admin, manager } = stage.people;
  const at = { gid: harbourBakery };
  await stage.record('importPrices', '400 without a sheet', { as: manager, at });
  await stage.unrecorded(() =>
    admin.client.put(`/v1/organizations/${harbourBakery}`, { price_sheet_url: 'http://169.254.169.254/prices.csv' }),
  );
  const { gid: importGid } = await stage.record('importPrices', '202 for a manager', { as: manager, at });
  await stage.unrecorded(() =>
    eventually(async () => {
      const { body } = await manager.client.get(`/v1/organizations/${harbourBakery}/prices/imports/${importGid}`);
      return body.status === 'failed';
    }),
  );
  await stage.record('listPriceImports', '200 for a manager', { as: manager, at });
  const parameters = { ...at, importGid };
  const { etag } = await stage.record('getPriceImport', '200 for a manager', { as: manager, at: parameters });
  await stage.record('getPriceImport', '304 for who has it', { as: manager, at: parameters, headers: { 'if-none-match': etag } });
}

/** Deletes the things made before, the price first, so that the category is empty in the end. */
async function recordDeletions(stage: Stage, { category, product }: { category: string; product: string }): Promise<void> {
  const { admin, user } = stage.people;
  const remove = (operationId: string, gid: string) => stage.record(operationId, '204 by an admin', { as: admin, at: { gid } });
  const options = { mode: 'multi', due: 5, skill: 'conception' };
  const price = { product: { gid: product }, organization: { gid: harbourBakery }, options, amount: 80, currency: 'EUR' };
  const gid = gidOf(await stage.unrecorded(() => admin.client.create('/v1/prices', price)));
  await remove('deletePrice', gid);

  const order = { title: 'A logo', description: 'A loaf.', product: { gid: LOGO }, organization: { gid: harbourBakery }, state: 'draft' };
  const choice = { options: { mode: 'multi', due: 5 }, price: { amount: 776 } };
  await stage.unrecorded(() => user.client.create('/v1/projects', { ...order, ...choice }));
  await stage.record('deleteProduct', '400 for one that was ordered', { as: admin, at: { gid: LOGO } });
  await stage.record('deleteCategory', '400 for one with products', { as: admin, at: { gid: category } });
  await remove('deleteProduct', product);
  const otherProducts = await admin.client.get('/v1/products', { parameters: { query: ['category.gid', '==', category] } });
  for (const { gid: other } of otherProducts.body.items as { gid: string }[])
    await stage.unrecorded(() => admin.client.delete(`/v1/products/${other}`));
  await remove('deleteCategory', category);
}
