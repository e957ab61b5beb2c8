import type { MigrationList } from '@partner-ordering/data';
import { Billing } from './001-billing.ts';
import { FindReceiptsWithoutJobs } from './002-find-receipts-without-jobs.ts';

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  { name: 'billing-001', class: Billing },
  { name: 'billing-002-find-receipts-without-jobs', class: FindReceiptsWithoutJobs },
];
