import { managersOf } from '@partner-ordering/commerce';
import type { JobDefinitions } from '@partner-ordering/http';
import { recordInvoice } from '../domain/facts.ts';
import { lockOverdue, remindersDue } from '../domain/reminders.ts';
import type { BillingJobs } from '../domain/receipt-jobs.ts';
import { reminderMail, type BillingMails } from '../mails/kinds.ts';

const AT_ONCE = 100;

/**
 * Reminds the managers of organizations of invoices that are due: each reminder once. What was missed is one reminder, the newest. Partners
 * are told with the first.
 */
export const remindInvoicesJob: JobDefinitions<BillingJobs & BillingMails>['remind_invoices'] = {
  schedule: '11 7 * * *',
  run:
    async () =>
    async (tx, { addJob, publish, now }) => {
      const invoices = await lockOverdue(tx, now, AT_ONCE);
      for (const invoice of invoices) {
        if (invoice.reminders === 0) recordInvoice({ publish }, invoice, 'invoice.overdue');
        invoice.reminders = remindersDue(invoice, now);
        const managers = await managersOf(tx, invoice.organizationGid);
        for (const { gid, email } of managers)
          addJob(reminderMail({ invoice: invoice.gid, manager: gid, reminder: invoice.reminders }, email));
      }
      // Until there are none: some of those found may have been paid meanwhile.
      if (invoices.length > 0) addJob({ name: 'remind_invoices', data: {} });
    },
};
