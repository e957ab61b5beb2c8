import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import type { Neighbours } from '@partner-ordering/neighbours';
import { filesService, type DocumentStore } from '../documents/document-store.ts';
import { missingJobs, type BillingJobs } from '../domain/receipt-jobs.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { chargeReceiptJob } from './charge-receipt.ts';
import { renderReceiptJob } from './render-receipt.ts';

/** For more than a week, every ten minutes in the end: a storage or provider that was down for days finds nothing given up. */
const patience = { longestPauseMs: 600_000, maxAttempts: 1_500 };

const FOUND_AT_ONCE = 50;

/** What the jobs of this service work with; without `documents` in the files service. */
export interface BillingJobParts {
  documents: DocumentStore | undefined;
  provider: PaymentProvider;
}

/** What is done for a receipt after the transaction that made it. */
export const jobs =
  ({ documents, provider }: BillingJobParts) =>
  ({ database, neighbours }: JobParts<Neighbours<'billing'>>): JobDefinitions<BillingJobs> => ({
    render_receipt: { run: renderReceiptJob(database, documents ?? filesService(neighbours)), ...patience },
    charge_receipt: { run: chargeReceiptJob(database, provider), ...patience },
    // Needed while an instance of a version without jobs makes receipts, and when a provider that charges is chosen.
    find_receipts_without_jobs: {
      schedule: '*/5 * * * *',
      run:
        async () =>
        async (tx, { addJob }) => {
          const missing = await missingJobs(tx, provider.charge !== null, FOUND_AT_ONCE);
          missing.forEach(addJob);
          if (missing.length >= FOUND_AT_ONCE) addJob({ name: 'find_receipts_without_jobs', data: {} });
        },
    },
  });
