import { testService } from '@partner-ordering/testing';
import { consumerContracts, exactly } from '@partner-ordering/testing/contracts';
import { follows, type Followed } from '../generated/events.ts';
import { address, finishedProject, organizationOf, userOf } from './fixtures/test-billing.ts';
import { createBilling } from './service.ts';

const gids = ['a1', 'b1', 'd1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`);
const [organization, owner, project] = gids as [string, string, string];

consumerContracts({
  name: 'billing',
  start: async () => {
    const billing = await testService('billing', createBilling);
    await billing.follow({ type: 'user', key: owner, state: userOf() });
    return billing;
  },
  follows,
  events: {
    'principal.state': { roles: ['user'], is_enabled: true, is_technical: false, memberships: [{ organization, is_manager: true }] },
    'user.state': userOf(),
    'organization.state': organizationOf(organization, {
      hostname: 'harbour-bakery.example',
      vat: 'FR40303265045',
      billing_address: { ...address, division: 'Orders', address2: 'Second floor', state: 'Brittany', additional: 'Bell 3' },
    }),
    'project.state': { ...finishedProject(organization, { gid: project, owner }), status: exactly('finished') },
  } satisfies Followed,
  uses: {
    files: {
      storeDocument: {
        asks: {
          path: 'receipt-d2.pdf',
          holder: '/v1/receipts/d2',
          name: 'R2026-000001.pdf',
          content_type: 'application/pdf',
          content: 'JVBERi0xLjMK',
        },
        answers: { url: 'https://partner-ordering.test/v1/storage/receipt-d2.pdf' },
      },
    },
  },
});
