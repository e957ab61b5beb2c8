import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { recordInvoice } from '../domain/facts.ts';
import { jobOf } from '../domain/receipt-jobs.ts';
import { invoices } from '../resources/invoices.ts';

export const updateInvoice: Operations['updateInvoice'] = async (context) => {
  const { path, body, principal, now, load, addJob } = context;
  const invoice = await load(invoices, path.gid);
  if (!invoice.update(principal, body, now)) return noContent();
  recordInvoice(context, invoice, invoice.status === 'paid' ? 'invoice.paid' : 'invoice.voided');
  // Its receipts may be thousands: they follow in steps.
  addJob(jobOf('settle_invoice', invoice.gid));
  return noContent();
};
