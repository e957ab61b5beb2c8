import { testService } from '@partner-ordering/testing';
import { consumerContracts, exactly, fromState } from '@partner-ordering/testing/contracts';
import { follows, type Followed } from '../generated/events.ts';
import { createCatalog } from './service.ts';

const gids = ['a1', 'a2', 'c1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`);
const [organization, parent, product] = gids as [string, string, string];

consumerContracts({
  name: 'catalog',
  start: () => testService('catalog', createCatalog),
  follows,
  events: {
    'principal.state': { roles: ['user'], is_enabled: true, memberships: [{ organization, is_manager: true }] },
    'organization.state': {
      name: 'Harbour Bakery',
      hostname: 'harbour-bakery.example',
      parent,
      price_sheet_url: 'https://bakery.example/prices.csv',
      is_deleted: false,
    },
  } satisfies Followed,
  uses: {
    ordering: {
      getProductUse: {
        given: 'a product with projects',
        asks: { product: fromState('product', product) },
        answers: { has_projects: exactly(true) },
      },
    },
  },
});
