import { followedOrganizations } from '@partner-ordering/commerce';
import { createService, type Service, type ServiceConfig } from '@partner-ordering/service';
import { openMailer, readMail, type MailSending } from '@partner-ordering/mail';
import internalDocument from '../generated/internal/openapi.json' with { type: 'json' };
import { internalOperations } from '../generated/internal/operation-index.ts';
import { createRouter as createInternalRouter } from '../generated/internal/router.ts';
import document from '../generated/openapi.json' with { type: 'json' };
import { follows } from '../generated/events.ts';
import { createRouter } from '../generated/router.ts';
import type { Dependencies } from './context.ts';
import { handlers } from './consumers/index.ts';
import { integrityChecks } from './domain/integrity-checks.ts';
import { CreditNoteSchema } from './domain/credit-note.ts';
import { documentMetrics } from './domain/document-metrics.ts';
import { InvoiceSchema } from './domain/invoice.ts';
import { skipNumbers } from './domain/number-series.ts';
import { PaymentSetupSchema } from './domain/payer/payment-setup.ts';
import { PaymentSourceSchema } from './domain/payer/payment-source.ts';
import { PaymentSchema } from './domain/payment.ts';
import { ReceiptSchema } from './domain/receipt.ts';
import { RefundSchema } from './domain/refund.ts';
import { exampleSeller, type Seller } from './domain/seller.ts';
import { UnrenderedDocumentSchema } from './domain/unrendered-document.ts';
import type { DocumentStore } from './documents/document-store.ts';
import { DUE_DAYS } from './environment.ts';
import { jobs } from './jobs/index.ts';
import { migrations } from './migrations.ts';
import { operations } from '../generated/operation-index.ts';
import { manualProvider, type PaymentProvider } from './payments/provider.ts';
import { creditNotes } from './resources/credit-notes.ts';
import { invoices } from './resources/invoices.ts';
import { paymentSources } from './resources/payment-sources.ts';
import { receipts } from './resources/receipts.ts';
import { unrenderedDocuments } from './resources/unrendered-documents.ts';
import { webhookPayloads } from './webhook-payloads.ts';
import { states } from './states.ts';

/** Options of this service, besides the common configuration. */
export interface BillingOptions {
  /** The seller; by default an example. */
  seller?: Seller;
  /** Days from the issue of an invoice until it is due; by default 30. */
  dueDays?: number;
  /** The store of PDFs; by default the files service. */
  documents?: DocumentStore | undefined;
  /** The way in which mails are sent; by default, in development, into a folder. */
  mails?: MailSending;
  /** The payment provider; by default `manual`: an admin marks receipts as paid. */
  provider?: PaymentProvider;
}

/** Payment sources of organizations, receipts of finished projects, invoices and credit notes. */
export const createBilling = (config: ServiceConfig & BillingOptions): Promise<Service> => {
  const { clock, issuer, seller = exampleSeller, provider = manualProvider, documents, dueDays = DUE_DAYS } = config;
  const invoicing = { seller, clock, dueDays };
  return createService(
    {
      name: 'billing',
      document,
      createRouter,
      internal: { document: internalDocument, createRouter: (routes) => createInternalRouter(internalOperations, routes) },
      operations,
      resources: { creditNotes, invoices, paymentSources, receipts, unrenderedDocuments },
      parents: { organizations: followedOrganizations },
      entities: [
        CreditNoteSchema,
        InvoiceSchema,
        PaymentSchema,
        PaymentSetupSchema,
        PaymentSourceSchema,
        ReceiptSchema,
        RefundSchema,
        UnrenderedDocumentSchema,
      ],
      migrations,
      states,
      webhookPayloads,
      integrityChecks,
      follows,
      handlers: handlers({ seller, clock, chargesAutomatically: provider.charge !== null }),
      jobs: jobs({ documents, provider, invoicing, mails: config.mails ?? openMailer(readMail({}), config.log) }),
      restored: skipNumbers,
      extend: ({ database, registry }) => ({
        dependencies: { invoicing, issuer, provider } satisfies Dependencies,
        measure: documentMetrics(registry, { database, clock }),
      }),
      // A concurrent request added one: the operation runs again and replaces it.
      constraints: { payment_source_key: 'retry' },
    },
    config,
  );
};
