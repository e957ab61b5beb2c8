import type { JobDefinitions } from '@partner-ordering/service';
import { currenciesToInvoice, groupsToInvoice, type InvoiceGroup } from '../domain/collected-receipts.ts';
import { issueInvoice, type Invoicing } from '../domain/issue-invoice.ts';
import { type BillingJobs, retryPolicy } from '../domain/receipt-jobs.ts';

const FOUND_AT_ONCE = 500;

type Jobs = Pick<JobDefinitions<BillingJobs>, 'invoice_receipts' | 'invoice_organization'>;

/**
 * The monthly run: adds a job for each organization, month and currency with receipts of past months on no invoice. It runs each night, so
 * a later night replaces a missed one.
 */
export const invoiceReceiptsJobs = (invoicing: Invoicing): Jobs => ({
  invoice_receipts: {
    schedule: '5 0 * * *',
    run:
      async () =>
      async (tx, { addJob, now }) => {
        const groups = await groupsToInvoice(tx, now, FOUND_AT_ONCE);
        for (const group of groups) addJob(jobOfGroup(group));
        if (groups.length >= FOUND_AT_ONCE) addJob({ name: 'invoice_receipts', data: {} });
      },
  },
  invoice_organization: {
    run:
      async ({ data: group }) =>
      async (tx, context) => {
        // Receipts that do not fit go on a further invoice.
        if ((await issueInvoice(tx, group, invoicing, context)) && (await currenciesToInvoice(tx, group)).includes(group.currency))
          context.addJob(jobOfGroup(group));
      },
    ...retryPolicy,
  },
});

const jobOfGroup = (group: InvoiceGroup) =>
  ({ name: 'invoice_organization', key: `${group.organization}/${group.period}/${group.currency}`, data: group }) as const;
