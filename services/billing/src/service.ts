import { createService, type EventHandlers, type Service, type ServiceConfig } from '@partner-ordering/http';
import type { Handlers } from '@partner-ordering/messaging';
import type { Followed } from '../generated/events.ts';
import document from '../generated/openapi.json' with { type: 'json' };
import { createRouter } from '../generated/router.ts';
import { onProjectState } from './domain/finished-project.ts';
import { PaymentSourceSchema } from './domain/payment-source.ts';
import { ReceiptSchema } from './domain/receipt.ts';
import { exampleSeller, type Seller } from './domain/seller.ts';
import { migrations } from './migrations/index.ts';
import { operations } from './operations/index.ts';
import { organizations } from './resources/organizations.ts';
import { paymentSources } from './resources/payment-sources.ts';
import { receipts } from './resources/receipts.ts';
import { states } from './states.ts';

/** What this service needs to be told besides. */
export interface BillingOptions {
  /** Who sells; by default an example. */
  seller?: Seller;
}

/** What organizations pay with, and what their finished projects cost. */
export const createBilling = (config: ServiceConfig & BillingOptions): Promise<Service> => {
  const { clock, seller = exampleSeller } = config;
  const handlers = { 'project.state': onProjectState({ seller, clock }) } satisfies Handlers<Followed>;
  return createService(
    {
      name: 'billing',
      document,
      createRouter,
      operations,
      resources: { paymentSources, receipts },
      parents: { organizations },
      entities: [PaymentSourceSchema, ReceiptSchema],
      migrations,
      states,
      follows: { identity: ['principal', 'user', 'organization'], ordering: ['project'] },
      handlers: handlers as EventHandlers,
      // Added by somebody else at this moment: run again, it is replaced.
      constraints: { payment_source_key: 'again' },
    },
    config,
  );
};
