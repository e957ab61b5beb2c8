import { countMigrations, type MigrationList } from '@partner-ordering/data';
import { Billing } from './001-billing.ts';
import { FindReceiptsWithoutJobs } from './002-find-receipts-without-jobs.ts';
import { Attachments } from './003-attachments.ts';
import { Payments } from './008-payments.ts';
import { CreditNotes } from './004-credit-notes.ts';
import { Invoices } from './005-invoices.ts';
import { FindManagers } from './007-find-managers.ts';
import { FindReceiptsOfInvoices } from './006-find-receipts-of-invoices.ts';
import { SettledPayments } from './012-settled-payments.ts';
import { RestoredPayments } from './014-restored-payments.ts';
import { FindReceiptsOfSources } from './015-find-receipts-of-sources.ts';
import { StoppedPayments } from './016-stopped-payments.ts';
import { SourcesSince } from './017-sources-since.ts';
import { ReceivedCurrency } from './018-received-currency.ts';

/** The migrations in the order in which they run. Databases store their names, which never change: the gap before 011 stays. */
export const migrations: MigrationList = [
  { name: 'billing-001', class: Billing },
  { name: 'billing-002-find-receipts-without-jobs', class: FindReceiptsWithoutJobs },
  { name: 'billing-003-attachments', class: Attachments },
  { name: 'billing-004-credit-notes', class: CreditNotes },
  { name: 'billing-005-invoices', class: Invoices },
  { name: 'billing-006-find-receipts-of-invoices', class: FindReceiptsOfInvoices },
  { name: 'billing-007-find-managers', class: FindManagers },
  { name: 'billing-008-payments', class: Payments },
  ...countMigrations('billing-011', ['receipt']),
  { name: 'billing-012-settled-payments', class: SettledPayments },
  { name: 'billing-014-restored-payments', class: RestoredPayments },
  { name: 'billing-015-find-receipts-of-sources', class: FindReceiptsOfSources },
  { name: 'billing-016-stopped-payments', class: StoppedPayments },
  { name: 'billing-017-sources-since', class: SourcesSince },
  { name: 'billing-018-received-currency', class: ReceivedCurrency },
];
