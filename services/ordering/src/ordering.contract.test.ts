import { testService } from '@partner-ordering/testing';
import { consumerContracts, exactly, fromState } from '@partner-ordering/testing/contracts';
import { follows, type Followed } from '../generated/events.ts';
import { receiptState } from './fixtures/test-ordering.ts';
import { createOrdering } from './service.ts';

const gids = ['a1', 'b1', 'c1', 'd1', 'f1', 'f2'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`);
const [organization, user, product, project, file, webhook] = gids as [string, string, string, string, string, string];
const address = `https://partner-ordering.test/v1/storage/${file}`;
const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' });
const findVisible = (uri: string, of: string | null) => ({
  given: 'a resource that a user may see',
  asks: { user: fromState('user', user), uris: [fromState('uri', uri)] },
  answers: { resources: [{ uri, exists: exactly(true), visible: exactly(true), organization: of }] },
});

consumerContracts({
  name: 'ordering',
  start: () => testService('ordering', createOrdering),
  follows,
  events: {
    'principal.state': { roles: ['user'], is_enabled: true, is_technical: false, memberships: [{ organization, is_manager: true }] },
    'user.state': { firstname: 'Robin', lastname: 'Reed', email: 'robin@example.com', is_erased: false },
    'organization.state': {
      gid: organization,
      name: 'Harbour Bakery',
      hostname: 'harbour-bakery.example',
      vat: 'FR40303265045',
      billing_address: {
        division: 'Orders',
        address1: '3 quai du Port',
        address2: 'Second floor',
        zipcode: '29200',
        city: 'Brest',
        state: 'Brittany',
        country: 'FR',
        additional: 'Bell 3',
        country_name: 'France',
      },
      test: false,
      credit_limit: eur(1_000_000),
      is_deleted: false,
    },
    'membership.state': { gid: file, user, organization, monthly_budget: eur(100_000), is_manager: false },
    'product.state': {
      gid: product,
      title: 'Logo design',
      is_enabled: true,
      is_cumulative: false,
      organizations: [organization],
      available_options: {
        due: { type: 'integer', default: 5, required: true, enum: [5] },
        mode: { type: 'string', default: 'multi', required: true, enum: ['multi'] },
        skill: { type: 'string', default: 'conception', required: true, enum: ['conception'] },
        quantity: { type: 'integer', default: 1, required: false, enum: [1] },
      },
    },
    'account.state': { has_payment_source: true },
    'receipt.state': receiptState(project, { file: `${address}.pdf` }).state,
  } satisfies Followed,
  uses: {
    billing: { findVisible: findVisible(`/v1/receipts/${project}`, organization) },
    identity: { findVisible: findVisible(`/v1/organizations/${organization}`, organization) },
    notifications: { findVisible: findVisible(`/v1/orgs/${organization}/webhooks/${webhook}`, organization) },
    catalog: {
      findVisible: findVisible(`/v1/products/${product}`, null),
      getUnitPrice: {
        given: 'a price of an organization',
        asks: { product: fromState('product', product), organization: fromState('organization', organization), mode: 'multi', due: 5 },
        answers: { price: eur(25_000) },
      },
    },
    files: {
      resolveFiles: {
        given: 'a picture that a user has uploaded',
        asks: { user: fromState('user', user), names: [fromState('file', file)] },
        answers: {
          files: [
            {
              given: file,
              refusal: null,
              is_foreign: false,
              file: {
                path: file,
                url: address,
                image_url: `https://partner-ordering.test/v1/img/${file}`,
                public_image_url: `https://partner-ordering.test/v1/p/img/${file}`,
                name: 'logo.png',
                content_type: 'image/png',
                size: 70,
              },
            },
          ],
        },
      },
      findPaths: {
        given: 'a picture that a user has uploaded',
        asks: { names: [fromState('file', file)] },
        answers: { paths: [{ given: file, path: file }] },
      },
    },
  },
});
