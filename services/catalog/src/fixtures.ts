import { newGid } from '@partner-ordering/data';
import { gidOf, testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createCatalog } from './service.ts';

/** A catalog of a test's own, with what its tests begin with. */
export interface TestCatalog extends TestService {
  admin: ApiClient;
  /** Answers the gid of a new organization, as identity's events would make it known. */
  organization(state?: { name?: string; parent?: string; is_deleted?: boolean }): Promise<string>;
  /** Answers the gid of a new category. */
  category(title?: string): Promise<string>;
  /** Answers the gid of a new product; solo and multi, 2 or 5 days, unless the body says otherwise. */
  product(body?: object): Promise<string>;
  /** Answers the gid of a new price; default, solo, 2 days, EUR 100, unless the body says otherwise. */
  price(product: string, body?: object): Promise<string>;
  /** What followers were told last of an aggregate of this service; `version` counts how often. */
  state(type: string, key: string): Promise<{ version: number; state: unknown } | undefined>;
}

export const availableOptions = { due: { enum: [2, 5] }, mode: { enum: ['solo', 'multi'] } };

export async function testCatalog(): Promise<TestCatalog> {
  const catalog = await testService('catalog', createCatalog);
  const admin = await catalog.signIn({ roles: ['admin'] });
  const create = async (path: string, body: object) => gidOf(await admin.create(path, body));
  const category = (title = 'Design') => create('/v1/categories', { title });
  return {
    ...catalog,
    admin,
    category,
    organization: async (state = {}) => {
      const gid = newGid();
      await catalog.follow({
        type: 'organization',
        key: gid,
        state: { gid, name: 'Harbour Bakery', hostname: null, parent: null, is_deleted: false, ...state },
      });
      return gid;
    },
    product: async (body = {}) =>
      create('/v1/products', {
        title: 'Logo',
        available_options: availableOptions,
        ...body,
        ...('category' in body ? {} : { category: { gid: await category() } }),
      }),
    price: (product, body = {}) =>
      create('/v1/prices', { product: { gid: product }, options: { mode: 'solo', due: 2 }, amount: 100, currency: 'EUR', ...body }),
    state: async (type, key) => {
      const rows = await catalog.service.database.query<{ version: string; state: unknown }>({
        text: 'select version, state from shared_state where type = $1 and key = $2',
        values: [type, key],
      });
      return rows[0] && { version: Number(rows[0].version), state: rows[0].state };
    },
  };
}

/** The fields that a 400 names, in alphabetical order. */
export const badFields = ({ status, body }: { status: number; body: { error?: { details?: { path: string }[] } } }): string[] =>
  status === 400 ? (body.error?.details ?? []).map(({ path }) => path).toSorted() : [`${status}`];
