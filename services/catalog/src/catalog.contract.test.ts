import assert from 'node:assert/strict';
import { gidOf, testService } from '@partner-ordering/testing';
import { consumerContracts, exactly } from '@partner-ordering/testing/contracts';
import { follows, type Followed } from '../generated/events.ts';
import { createCatalog } from './service.ts';
import { availableOptions } from './fixtures/test-catalog.ts';

const [organization, parent, product] = ['a1', 'a2', 'c1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];

consumerContracts({
  name: 'catalog',
  start: (neighbours) => testService('catalog', createCatalog, neighbours),
  follows,
  events: {
    'principal.state': { roles: ['user'], is_enabled: true, memberships: [{ organization, is_manager: true }] },
    'organization.state': {
      ...{ name: 'Harbour Bakery', hostname: 'harbour-bakery.example', parent, price_sheet_url: 'https://bakery.example/prices.csv' },
      is_deleted: false,
    },
  } satisfies Followed,
  uses: {
    ordering: {
      getProductUse: {
        given: 'a product with projects',
        parameters: { product },
        answers: { has_projects: exactly(true) },
        when: async (catalog, standFor) => {
          const admin = await catalog.signIn({ roles: ['admin'] });
          const category = { gid: gidOf(await admin.create('/v1/categories', { title: 'Design' })) };
          const ordered = await admin.create('/v1/products', { title: 'Logo', category, available_options: availableOptions });
          standFor('product', gidOf(ordered));
          assert.equal((await admin.delete(ordered)).status, 400);
        },
      },
    },
  },
});
