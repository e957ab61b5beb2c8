import assert from 'node:assert/strict';
import type { VisibleResources } from '@partner-ordering/neighbours';
import { testService, type TestService } from '@partner-ordering/testing';
import { consumerContracts, exactly, type Use } from '@partner-ordering/testing/contracts';
import { follows, type Followed } from '../generated/events.ts';
import { openMarket, receiptState } from './fixtures/test-ordering.ts';
import { createOrdering } from './service.ts';

const gids = ['a1', 'b1', 'c1', 'd1', 'f1', 'f2'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`);
const [organization, user, product, project, file, webhook] = gids as [string, string, string, string, string, string];
const address = `https://partner-ordering.test/v1/storage/${file}`;
const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' });
/** A comment on what another service has is refused unless that says that the caller sees it. */
const findVisible = (uri: string, of: string | null): Use<TestService, VisibleResources> => ({
  given: 'a resource that a user may see',
  parameters: { user, uri },
  answers: { resources: [{ uri, exists: exactly(true), visible: exactly(true), organization: of }] },
  when: async (ordering, standFor) => {
    const market = await openMarket(ordering);
    standFor('user', market.user.gid);
    ordering.answer('/internal/visible', ({ uris }: { uris: string[] }) => ({
      resources: uris.map((each) => ({ uri: each, exists: false, visible: false, organization: null })),
    }));
    assert.equal((await market.user.post('/v1/comments', { uri, message: 'Mind the colours' })).status, 201);
  },
});

consumerContracts({
  name: 'ordering',
  start: (neighbours) => testService('ordering', createOrdering, neighbours),
  follows,
  events: {
    'principal.state': { roles: ['user'], is_enabled: true, memberships: [{ organization, is_manager: true }] },
    'user.state': { firstname: 'Robin', lastname: 'Reed', email: 'robin@example.com' },
    'organization.state': {
      ...{ gid: organization, name: 'Harbour Bakery', hostname: 'harbour-bakery.example', vat: 'FR40303265045' },
      billing_address: {
        ...{ division: 'Orders', address1: '3 quai du Port', address2: 'Second floor', zipcode: '29200', city: 'Brest' },
        ...{ state: 'Brittany', country: 'FR', additional: 'Bell 3', country_name: 'France' },
      },
      ...{ test: false, credit_limit: eur(1_000_000), is_deleted: false },
    },
    'membership.state': { gid: file, user, organization, monthly_budget: eur(100_000), is_manager: false },
    'product.state': {
      ...{ gid: product, title: 'Logo design', is_enabled: true, is_cumulative: false, organizations: [organization] },
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
        parameters: { product, organization },
        answers: { price: eur(25_000) },
        when: async (ordering, standFor) => {
          const market = await openMarket(ordering);
          standFor('product', market.product);
          standFor('organization', market.organization);
          await market.user.create('/v1/projects', market.order());
        },
      },
    },
    files: {
      resolveFiles: {
        given: 'a picture that a user has uploaded',
        parameters: { user, file },
        answers: {
          files: [
            {
              ...{ given: file, refusal: null, is_foreign: false },
              file: {
                ...{ path: file, url: address, image_url: `https://partner-ordering.test/v1/img/${file}` },
                public_image_url: `https://partner-ordering.test/v1/p/img/${file}`,
                ...{ name: 'logo.png', content_type: 'image/png', size: 70 },
              },
            },
          ],
        },
        when: async (ordering, standFor) => {
          const market = await openMarket(ordering);
          standFor('user', market.user.gid);
          const ordered = await market.user.create('/v1/projects', market.order({ brief_files: [{ url: file }] }));
          assert.deepEqual((await market.user.get(ordered)).body.brief_files[0].url, address);
        },
      },
      findPaths: {
        given: 'a picture that a user has uploaded',
        parameters: { file },
        answers: { paths: [{ given: address, path: file }] },
        when: async (ordering) => {
          const market = await openMarket(ordering);
          const draft = await market.user.create('/v1/projects', market.order());
          const path = file;
          ordering.answer('/internal/resolve', ({ names }: { names: string[] }) => ({
            files: names.map((given) => ({
              ...{ given, refusal: null },
              file: {
                path,
                url: address,
                image_url: null,
                public_image_url: null,
                name: 'brief.txt',
                content_type: 'text/plain',
                size: 20,
              },
            })),
          }));
          await market.user.create(`${draft}/brief_files`, { url: file });
          assert.equal((await market.user.delete(`${draft}/brief_files/${encodeURIComponent(address)}`)).status, 204);
        },
      },
    },
  },
});
