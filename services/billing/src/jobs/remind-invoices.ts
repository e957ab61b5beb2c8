import { managersOf } from '@partner-ordering/commerce';
import type { JobDefinitions } from '@partner-ordering/service';
import { mailJob } from '@partner-ordering/mail';
import { recordInvoice } from '../domain/facts.ts';
import { lockOverdue, remindersDue } from '../domain/reminders.ts';
import type { BillingJobs } from '../domain/receipt-jobs.ts';
import type { BillingMails } from '../mails/letters.ts';

const AT_ONCE = 100;

/** Reminds managers of due invoices, each reminder once; of missed ones only the newest. The first also publishes `invoice.overdue`. */
export const remindInvoicesJob: JobDefinitions<BillingJobs & BillingMails>['remind_invoices'] = {
  schedule: '11 7 * * *',
  run:
    async () =>
    async (tx, { addJob, publish, now }) => {
      const invoices = await lockOverdue(tx, now, AT_ONCE);
      for (const invoice of invoices) {
        if (invoice.reminders === 0) recordInvoice({ publish }, invoice, 'invoice.overdue');
        invoice.reminders = remindersDue(invoice, now);
        for (const { gid, email } of await managersOf(tx, invoice.organizationGid))
          addJob(mailJob('invoice_overdue', { about: `${invoice.gid}/${gid}/${invoice.reminders}`, to: email }, invoice.organizationGid));
      }
      // Runs until none is found. A smaller batch does not end it: some invoices may have been paid before the lock.
      if (invoices.length > 0) addJob({ name: 'remind_invoices', data: {} });
    },
};
