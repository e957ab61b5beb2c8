import assert from 'node:assert/strict';
import { eventually, testService } from '@partner-ordering/testing';
import { consumerContracts, exactly } from '@partner-ordering/testing/contracts';
import { follows, type BillingStates, type Followed } from '../generated/events.ts';
import { address, finishedProject, organizationOf, userOf } from './fixtures/test-billing.ts';
import { createBilling } from './service.ts';

const gids = ['a1', 'b1', 'd1', 'd2'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`);
const [organization, owner, ordered, stored] = gids as [string, string, string, string];

const project = (gid: string) => finishedProject(organization, { gid, owner });

consumerContracts({
  name: 'billing',
  start: (neighbours) => testService('billing', createBilling, neighbours),
  follows,
  events: {
    'principal.state': { roles: ['user'], is_enabled: true, memberships: [{ organization, is_manager: true }] },
    'user.state': userOf(),
    'organization.state': organizationOf(organization, {
      ...{ hostname: 'harbour-bakery.example', vat: 'FR40303265045' },
      billing_address: { ...address, division: 'Orders', address2: 'Second floor', state: 'Brittany', additional: 'Bell 3' },
    }),
    'project.state': { ...project(ordered), status: exactly('finished') },
  } satisfies Followed,
  uses: {
    files: {
      storeDocument: {
        given: 'no document of a receipt',
        varying: { path: 'receipt-d2.pdf', holder: '/v1/receipts/d2', name: 'R2026-000001.pdf', content: 'JVBERi0xLjMK' },
        answers: { url: 'https://partner-ordering.test/v1/storage/receipt-d2.pdf' },
        when: async (billing) => {
          await billing.follow(
            { type: 'organization', key: organization, state: organizationOf(organization) },
            { type: 'user', key: owner, state: userOf() },
          );
          await billing.deliver('ordering', { type: 'project', key: stored, state: project(stored) });
          await eventually(async () => {
            const receipt = await billing.state<BillingStates['receipt']>('receipt', stored);
            assert.equal(receipt!.state!.file, 'https://partner-ordering.test/v1/storage/receipt-d2.pdf');
          });
        },
      },
    },
  },
});
