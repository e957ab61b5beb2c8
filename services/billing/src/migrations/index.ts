import type { MigrationList } from '@partner-ordering/data';
import { Billing } from './001-billing.ts';
import { FindReceiptsWithoutJobs } from './002-find-receipts-without-jobs.ts';
import { Attachments } from './003-attachments.ts';

/** The migrations in the order in which they run. Their names never change. */
export const migrations: MigrationList = [
  { name: 'billing-001', class: Billing },
  { name: 'billing-002-find-receipts-without-jobs', class: FindReceiptsWithoutJobs },
  { name: 'billing-003-attachments', class: Attachments },
];
